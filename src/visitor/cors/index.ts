/** What pages of other origins may do, by the Fetch standard. */
export { Admission, nobodysOrigin } from './admission.ts';
export type { PatternCompiler, Reason } from './admission.ts';
export { CompiledRule } from './compiled-rule.ts';
export type { FeatureHeaders } from './compiled-rule.ts';
export type { AddedHeaders, CorsConfig, CorsPathRule, CorsRule, OriginRule, OriginTest } from './cors-config.ts';
export { CorsPolicy, rulesOf } from './cors-policy.ts';
export type { NamedRule } from './cors-policy.ts';
export { isOrigin, originFlaw } from './origin.ts';
export type { Flaw } from './origin.ts';
export { originPattern, patternFlaw } from './origin-pattern.ts';
export { regexpFlaw } from './regexp-flaw.ts';
export { isPreflight, preflightFlaw, writePreflight } from './preflight.ts';
