/** Internal values of the packages of Oriel: `oriel-core/redaction`. They may change in any version. @module */
export { findSecretParameters, mayHaveSecret, redactPairs, redactQuery, redactUrl } from './redact-url.ts';
export type { RouteParameters } from './redact-url.ts';
export { SecretNames, isMasked } from './secret-names.ts';
export type { SecretNamesOptions } from './secret-names.ts';
export { MASK, isContainer, isDescriptor, isSecretName, isSecretTable, splitName } from './sensitivity.ts';
export type { Sensitivity } from './sensitivity.ts';
export { maskForms, scanText } from './value-forms.ts';
