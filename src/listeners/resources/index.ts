/** The listeners of hosts with resources. */
export { ApiProblemListener } from './api-problem-listener.ts';
export { BodyGrantListener } from './body-grant-listener.ts';
export { BulkListener } from './bulk-listener.ts';
export { CacheListener } from './cache-listener.ts';
export { DeprecationListener } from './deprecation-listener.ts';
export { DeserializeListener } from './deserialize-listener.ts';
export { FormatListener } from './format-listener.ts';
export { GrantListener } from './grant-listener.ts';
export { IdempotencyListener } from './idempotency-listener.ts';
export { LinkListener } from './link-listener.ts';
export { OperationQueryListener } from './operation-query-listener.ts';
export { ReadListener } from './read-listener.ts';
export { ResourceHeadersListener } from './resource-headers-listener.ts';
export { ResourceSerializeListener } from './resource-serialize-listener.ts';
export { ValidateListener } from './validate-listener.ts';
export { VaryListener } from './vary-listener.ts';
export { WriteListener } from './write-listener.ts';
