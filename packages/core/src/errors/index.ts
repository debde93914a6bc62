/** Internal values of the packages of Oriel: `oriel-core/errors`. They may change in any version. @module */
export * from './editors.ts';
export { createErrorView, logViews } from './error-view.ts';
export type { ErrorView } from './error-view.ts';
export type { Hint } from './hint.ts';
export * from './html.ts';
export * from './printable.ts';
export * from './redact-source.ts';
export * from './safe-read.ts';
export { SourceExcerpts, isViewableSource } from './source-excerpt.ts';
export type { SourceExcerpt } from './source-excerpt.ts';
export { toPlain } from './to-plain.ts';
