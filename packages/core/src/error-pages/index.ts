/** Internal values of the packages of Oriel: `oriel-core/error-pages`. They may change in any version. @module */
export * from './error-markdown.ts';
export { logsHtml } from './error-page.ts';
export { ErrorRenderer } from './error-renderer.ts';
export type { ErrorContext } from './error-renderer.ts';
export { createFallbackResponse, createFormattedResponse } from './error-response.ts';
export { errorText } from './error-text.ts';
export * from './exception-html.ts';
export * from './exception-style.ts';
export * from './source-html.ts';
