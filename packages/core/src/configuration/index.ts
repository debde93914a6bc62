/** Internal values of the packages of Oriel: `oriel-core/configuration`. They may change in any version. @module */
export { HostConfigError, formatValue, issue, suggestName, validateUnknownKeys } from './config-issue.ts';
export type { ConfigIssue } from './config-issue.ts';
export * from './optional-packages.ts';
export { selectValid, validateSettings, withDefaults } from './setting.ts';
export type { Resolved, Setting, Settings } from './setting.ts';
export * from './setting-kinds.ts';
