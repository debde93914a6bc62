/** Resources: from metadata to bytes. */
export type { ApiConfig, FormatName, DocsSettings } from './definition/api-config.ts';
export type { ApiDocument, DocumentRequest } from './answers/api-document.ts';
export type { AnswerRules } from './answers/answer-rules.ts';
export type { BodyDocument, BodyReader } from './bodies/body-reader.ts';
export { hearingOf, hearingOfRead, seesRows, tellsAddress, topicsOf } from './live/live-topics.ts';
export type { Hearing, TopicPattern } from './live/live-topics.ts';
export { limitedAncestors, parentAccess, scopeFilter } from './live/row-limits.ts';
export type { ParentAccess } from './live/row-limits.ts';
export type { LiveDefinition } from './live/live-definition.ts';
export { LiveState } from './live/live-state.ts';
export type { ChangeObserver, ItemChange } from './live/item-change.ts';
export { isLimited, sightOf } from './access/sight.ts';
export type { Sight } from './access/sight.ts';
export { itemTag, listTag, listValidators, namesCoding, timeOf, validatorsOf } from './running/entity-tag.ts';
export type { Deprecation } from './answers/deprecation.ts';
export {
  judge,
  lacksPrecondition,
  preconditionFailed,
  preconditionRequired,
  writeIfUnchanged,
} from './running/precondition-check.ts';
export { provideItem, provideParent } from './running/provide-item.ts';
export { provideList } from './running/provide-list.ts';
export { process } from './writing/process.ts';
export { kindsOf } from './model/kinds-of.ts';
export { storeContext } from './stores/store-context.ts';
export { writeScope } from './access/limited-write.ts';
export { grantBody, grantHead, grantItem, missing } from './access/grant.ts';
export { limitList } from './access/limited-list.ts';
export type { AccessDefinition, FieldRule } from './definition/access-definition.ts';
export type { OperationAccess, ReadAccess } from './access/operation-access.ts';
export { rows } from './filters/rows.ts';
export { filter } from './filters/filter.ts';
export type { Direction, Filter, FilterKind, FilterValues, Range } from './filters/filter.ts';
export type { FilterScalar, FilterTree, OrderKey } from './filters/filter-tree.ts';
export type { Format, ListView, ProblemWriter } from './formats/format.ts';
export { jsonldFormat } from './formats/jsonld/jsonld-format.ts';
export type { JsonldOptions } from './formats/jsonld/jsonld-format.ts';
export { patchedInput, sentInput } from './bodies/input.ts';
export { answerOf } from './answers/answer-of.ts';
export type { Answer } from './answers/answer-of.ts';
export { isBulk, runBulk } from './writing/bulk.ts';
export { claimOf, fingerprintOf, inFlight, keyReused } from './writing/idempotency.ts';
export type { IdempotencyClaim, IdempotencyConfig } from './writing/idempotency.ts';
export type { IdempotencyRecord, IdempotencyStore, KeptAnswer } from './writing/idempotency-store.ts';
export { MemoryIdempotencyStore } from './writing/memory-idempotency-store.ts';
export { queryOfJson } from './querying/query-body.ts';
export { validateInput } from './bodies/validate-input.ts';
export { write } from './writing/write-once.ts';
export { jsonPatch } from './bodies/json-patch.ts';
export { checkListRequest } from './paging/check-list-request.ts';
export { listInMemory } from './paging/list-in-memory.ts';
export { listView } from './answers/list-links.ts';
export type { ListQuery } from './paging/list-query.ts';
export { sizeOf } from './paging/list-request.ts';
export type {
  CursorValue,
  ListRequest,
  ListWindow,
  Page,
  PageRows,
  RowColumn,
  RowPart,
} from './paging/list-request.ts';
export { compareRows, matchFilter } from './filters/match-filter.ts';
export { memoryStore } from './stores/memory-store.ts';
export { mergePatch } from './bodies/merge-patch.ts';
export { notAcceptable } from './answers/not-acceptable.ts';
export { operationOf } from './model/operation.ts';
export type { Operation } from './model/operation.ts';
export { compareOperands, foldCase, operandOf } from './filters/operand.ts';
export type { OperationParameter } from './querying/operation-parameter.ts';
export { OperationQuery } from './querying/operation-query.ts';
export { OperationInput } from './definition/operation-input.ts';
export { openApiDocument } from './openapi/index.ts';
export type { ApiGuard, ApiSecurity } from './openapi/security.ts';
export type { HostFacts } from './openapi/host-facts.ts';
export type { OpenApiInfo, OpenApiVersion } from './openapi/index.ts';
export { OperationRun, runOf } from './running/operation-run.ts';
export type { Item } from './running/operation-run.ts';
export { readLinks } from './bodies/read-links.ts';
export { resource } from './definition/resource.ts';
export type { AnyResource, Resource, ResourceTypes } from './definition/resource.ts';
export type {
  AnswerLink,
  CacheDefinition,
  CustomOperation,
  DeprecationDefinition,
  OperationName,
  OperationOptions,
} from './definition/operation-definition.ts';
export type { LinkDefinition, PageDefinition, ResourceDefinition } from './definition/resource-definition.ts';
export { jsonApiDialect, plainDialect } from './querying/query-dialect.ts';
export type { QueryDialect } from './querying/query-dialect.ts';
export type { FieldModel, LinkModel, LinkedCollection, ReadRule, ResourceModel } from './model/resource-model.ts';
export type { PlaceVariable, ResourcePlace } from './model/resource-place.ts';
export { ResourceRegistry } from './building/resource-registry.ts';
export type { ResourceIssue } from './building/resource-registry.ts';
export type {
  FieldKind,
  Identity,
  ResourceStore,
  StoreContext,
  StoreField,
  StoreShape,
} from './stores/resource-store.ts';
export { isWithin, scopeOf } from './model/scope.ts';
export { sentParameters } from './querying/sent-parameters.ts';
export { idOfIri, iriOfId, toWire } from './answers/wire-item.ts';
