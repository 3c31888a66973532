export { ConfigurationError } from './configuration-error.ts';
export {
  type ConfigurationPlaces,
  type ConfigurationSource,
  folderOfCall,
  placesOf,
} from './configuration-source.ts';
export { describeConfiguration } from './describe-configuration.ts';
export { errorCode, errorMessage, textOf } from './describe-error.ts';
export { environmentName } from './environment-name.ts';
export { codedError, ExpectedError, OperatorError } from './expected-error.ts';
export { type GuideTable, parameterTable, withGuideTables } from './guide-tables.ts';
export { type ConfigurationRules, loadConfiguration } from './load-configuration.ts';
export { parameter, type Values } from './parameter.ts';
export { ParameterError } from './parameter-error.ts';
export { runConfigCommand } from './run-config-command.ts';
export { settingsOf } from './settings-of.ts';
export { boolean } from './values/boolean.ts';
export { byteSize } from './values/byte-size.ts';
export { directoryPath } from './values/directory-path.ts';
export { httpUrl } from './values/http-url.ts';
export { isLoopback } from './values/is-loopback.ts';
export { port } from './values/port.ts';
export { text } from './values/text.ts';
export { timeOfDay } from './values/time-of-day.ts';
export { timeZone } from './values/time-zone.ts';
export { tokenList } from './values/token-list.ts';
export { wholeNumber } from './values/whole-number.ts';
export { zoneOffsetMs } from './values/zone-offset.ts';
