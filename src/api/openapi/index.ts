export { openApiDocument } from './openapi-document.ts';
export type { OpenApiInfo, OpenApiVersion } from './openapi-document.ts';
