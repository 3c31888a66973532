export {
  type ConfigurationPlaces,
  type ConfigurationSource,
  environmentName,
  folderOfCall,
  placesOf,
} from './configuration-source.ts';
export { describeConfiguration } from './describe-configuration.ts';
export {
  ConfigurationError,
  codedError,
  ExpectedError,
  errorCode,
  errorMessage,
  nullIfMissing,
  OperatorError,
  ParameterError,
  textOf,
} from './expected-error.ts';
export { type GuideTable, parameterTable, withGuideTables } from './guide-tables.ts';
export { type ConfigurationRules, loadConfiguration } from './load-configuration.ts';
export { checkTogether, parameter, type Values } from './parameter.ts';
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
  zoneOffsetMs,
} from './values.ts';
