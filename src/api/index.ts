/** Resources: from metadata to bytes. */
export type { ApiConfig, FormatName, DocsSettings } from './api-config.ts';
export type { ApiDocument, DocumentRequest } from './api-document.ts';
export type { AnswerRules } from './answer-rules.ts';
export type { BodyDocument, BodyReader } from './body-reader.ts';
export { hearingOf, hearingOfRead, seesRows, tellsAddress, topicsOf } from './live-topics.ts';
export type { Hearing, TopicPattern } from './live-topics.ts';
export type { LiveDefinition } from './live-definition.ts';
export { LiveState } from './live-state.ts';
export type { ChangeObserver, ItemChange } from './item-change.ts';
export { sightOf } from './sight.ts';
export type { Sight } from './sight.ts';
export { itemTag, listTag, listValidators, timeOf, validatorsOf } from './entity-tag.ts';
export type { Deprecation } from './deprecation.ts';
export {
  judge,
  lacksPrecondition,
  preconditionFailed,
  preconditionRequired,
  writeIfUnchanged,
} from './precondition-check.ts';
export { process, provideItem, provideList, provideParent } from './data-access.ts';
export { kindsOf } from './kinds-of.ts';
export { storeContext } from './store-context.ts';
export { grantBody, grantHead, grantItem, missing } from './grant.ts';
export { limitList } from './limited-list.ts';
export type { AccessDefinition, FieldRule } from './access-definition.ts';
export type { OperationAccess, ReadAccess } from './operation-access.ts';
export { rows } from './rows.ts';
export { filter } from './filter.ts';
export type { Direction, Filter, FilterKind, FilterValues, Range } from './filter.ts';
export type { FilterScalar, FilterTree, OrderKey } from './filter-tree.ts';
export type { Format, ListView, ProblemWriter } from './formats/format.ts';
export { jsonldFormat } from './formats/jsonld/jsonld-format.ts';
export type { JsonldOptions } from './formats/jsonld/jsonld-format.ts';
export { patchedInput, sentInput } from './input.ts';
export { answerOf } from './answer-of.ts';
export type { Answer } from './answer-of.ts';
export { isBulk, runBulk } from './bulk.ts';
export { claimOf, fingerprintOf, inFlight, keyReused } from './idempotency.ts';
export type { IdempotencyClaim, IdempotencyConfig } from './idempotency.ts';
export type { IdempotencyRecord, IdempotencyStore, KeptAnswer } from './idempotency-store.ts';
export { MemoryIdempotencyStore } from './memory-idempotency-store.ts';
export { queryOfJson } from './query-body.ts';
export { validateInput } from './validate-input.ts';
export { write } from './write-once.ts';
export { jsonPatch } from './json-patch.ts';
export { listInMemory } from './list-in-memory.ts';
export { listView } from './list-links.ts';
export type { ListQuery } from './list-query.ts';
export { sizeOf } from './list-request.ts';
export type { CursorValue, ListRequest, ListWindow, Page, PageRows, RowColumn, RowPart } from './list-request.ts';
export { compareRows, matchFilter } from './match-filter.ts';
export { memoryStore } from './memory-store.ts';
export { mergePatch } from './merge-patch.ts';
export { notAcceptable } from './not-acceptable.ts';
export { operationOf } from './operation.ts';
export type { Operation } from './operation.ts';
export { compareOperands, foldCase, operandOf } from './operand.ts';
export type { OperationParameter } from './operation-parameter.ts';
export { OperationQuery } from './operation-query.ts';
export { OperationInput } from './operation-input.ts';
export { openApiDocument } from './openapi/index.ts';
export type { ApiGuard, ApiSecurity } from './openapi/security.ts';
export type { OpenApiInfo, OpenApiVersion } from './openapi/index.ts';
export { OperationRun, runOf } from './operation-run.ts';
export type { Item } from './operation-run.ts';
export { readLinks } from './read-links.ts';
export { resource } from './resource.ts';
export type { AnyResource, Resource, ResourceTypes } from './resource.ts';
export type {
  AnswerLink,
  CacheDefinition,
  CustomOperation,
  DeprecationDefinition,
  LinkDefinition,
  OperationName,
  OperationOptions,
  PageDefinition,
  ResourceDefinition,
} from './resource-definition.ts';
export { jsonApiDialect, plainDialect } from './query-dialect.ts';
export type { QueryDialect } from './query-dialect.ts';
export type { FieldModel, LinkModel, LinkedCollection, ReadRule, ResourceModel } from './resource-model.ts';
export type { PlaceVariable, ResourcePlace } from './resource-place.ts';
export { ResourceRegistry } from './resource-registry.ts';
export type { ResourceIssue } from './resource-registry.ts';
export type { FieldKind, Identity, ResourceStore, StoreContext, StoreField, StoreShape } from './resource-store.ts';
export { isWithin, scopeOf } from './scope.ts';
export { sentParameters } from './sent-parameters.ts';
export { idOfIri, iriOfId, toWire } from './wire-item.ts';
