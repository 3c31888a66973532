export { ConfigurationError } from './configuration-error.ts';
export {
  type ConfigurationPlaces,
  type ConfigurationSource,
  folderOfCall,
  placesOf,
} from './configuration-source.ts';
export { describeConfiguration } from './describe-configuration.ts';
export {
  codedError,
  ExpectedError,
  errorCode,
  errorMessage,
  OperatorError,
  textOf,
} from './expected-error.ts';
export { type GuideTable, parameterTable, withGuideTables } from './guide-tables.ts';
export { type ConfigurationRules, loadConfiguration } from './load-configuration.ts';
export { environmentName } from './own-variable.ts';
export { parameter, type Values } from './parameter.ts';
export { ParameterError } from './parameter-error.ts';
export { runConfigCommand } from './run-config-command.ts';
export { settingsOf } from './settings-of.ts';
export {
  boolean,
  byteSize,
  directoryPath,
  httpUrl,
  isLoopback,
  port,
  text,
  timeOfDay,
  timeZone,
  tokenList,
  wholeNumber,
} from './values.ts';
export { zoneOffsetMs } from './zone-offset.ts';
