/** The public API of `oriel/resources`: what stores, formats and providers of an application work with. @module */
export { jsonldFormat } from './formats/jsonld/jsonld-format.ts';
export { listInMemory } from './paging/list-in-memory.ts';
export { matchFilter } from './filters/match-filter.ts';
export { MemoryIdempotencyStore } from './writing/memory-idempotency-store.ts';
export type { ListRequest, Page } from './paging/list-request.ts';
export type { FilterTree, OrderKey } from './filters/filter-tree.ts';
export type { ResourceStore, StoreContext, StoreField, StoreShape } from './stores/resource-store.ts';
export type { Format } from './formats/format.ts';
export type { FieldRule } from './definition/access-definition.ts';
export type { OperationAccess } from './model/operation.ts';
export type { IdempotencyConfig } from './definition/api-config.ts';
export type { IdempotencyStore } from './writing/idempotency-store.ts';
export type { Predicate } from './filters/match-filter.ts';
