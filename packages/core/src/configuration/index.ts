/** Internal values of the packages of Oriel: `oriel-core/configuration`. They may change in any version. @module */
export {
  HostConfigError,
  formatValue,
  issue,
  suggestName,
  validateDuration,
  validateUnknownKeys,
} from './config-issue.ts';
export type { ConfigIssue } from './config-issue.ts';
export { MIN_VERSIONS, OptionalPackageError, OptionalPackages } from './optional-packages.ts';
