/** Internal values of the packages of Oriel: `oriel-core/error-pages`. They may change in any version. @module */
export { errorMarkdown, fence, span } from './error-markdown.ts';
export { logsHtml } from './error-page.ts';
export { ErrorRenderer } from './error-renderer.ts';
export type { ErrorContext } from './error-renderer.ts';
export { createFallbackResponse, createFormattedResponse } from './error-response.ts';
export { errorText } from './error-text.ts';
export { exceptionsHtml } from './exception-html.ts';
export { EXCEPTION_STYLE } from './exception-style.ts';
export { sourceHtml } from './source-html.ts';
