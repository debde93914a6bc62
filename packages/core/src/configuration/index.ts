/** Internal values of the packages of Oriel: `oriel-core/configuration`. They may change in any version. @module */
export { HostConfigError, formatValue, issue, suggestName, validateUnknownKeys } from './config-issue.ts';
export type { ConfigIssue } from './config-issue.ts';
export { MIN_VERSIONS, OptionalPackageError, OptionalPackages } from './optional-packages.ts';
export { selectValid, validateSettings, withDefaults } from './setting.ts';
export type { Resolved, Setting, Settings } from './setting.ts';
export {
  anything,
  boolean,
  callback,
  choice,
  duration,
  either,
  group,
  list,
  number,
  objectWith,
  record,
  secret,
  text,
} from './setting-kinds.ts';
