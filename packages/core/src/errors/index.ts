/** Internal values of the packages of Oriel: `oriel-core/errors`. They may change in any version. @module */
export { EDITORS, describeEditorIssue, getScheme } from './editors.ts';
export { createErrorView, logViews } from './error-view.ts';
export type { ErrorView } from './error-view.ts';
export type { Hint } from './hint.ts';
export { escapeHtml, html, raw } from './html.ts';
export type { Html, HtmlValue } from './html.ts';
export { printable, printableLine } from './printable.ts';
export { redactSource } from './redact-source.ts';
export { isError, ownElements, ownValue, readProperty, tryRead } from './safe-read.ts';
export { SourceExcerpts, isViewableSource } from './source-excerpt.ts';
export type { SourceExcerpt } from './source-excerpt.ts';
export { toPlain } from './to-plain.ts';
