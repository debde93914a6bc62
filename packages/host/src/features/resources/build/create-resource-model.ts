import { createSecretKey } from 'node:crypto';
import { selectValid, withDefaults } from 'oriel-core/configuration';
import { CursorCodec } from '../model/cursor.ts';
import type { OrderKey } from '../declare/filters/filter-tree.ts';
import { Identifier } from '../model/identifier.ts';
import { canNameField } from '../reach/field-access.ts';
import { readAccess } from './operation-access.ts';
import { tenantScope } from '../source/tenant-scope.ts';
import type { HttpContext } from 'oriel-core/http';
import { fieldModels } from './field-models.ts';
import type { FieldModel, PageRules, ResourceModel } from '../model/resource-model.ts';
import type { PageDefinition } from '../declare/list-definition.ts';
import type { OperationName } from '../declare/operation-definition.ts';
import type { AnyDefinition, AnyResource } from '../declare/resource.ts';
import { CollectionPath } from '../model/collection-path.ts';
import type { Item } from '../model/reach.ts';
import type { StoreShape } from '../declare/resource-store.ts';
import { OperationCall } from '../model/operation-call.ts';
import type { BodyRequest } from '../model/operation-call.ts';
import { createComputedSource } from '../source/computed-source.ts';
import { createSource } from '../source/function-store.ts';
import { publishItem } from '../source/publish-item.ts';
import { totalOrder } from '../request/query/create-list-query.ts';
import { toSingular } from './singular.ts';
import { tenantModel } from './tenant-model.ts';
import { API_SETTINGS } from './api-settings.ts';
import { PAGE_SETTINGS, RESOURCE_SETTINGS } from './resource-settings.ts';
import { requireField } from './mutable-model.ts';
import type { MutableResourceModel, ReportIssue, ModelOptions } from './mutable-model.ts';

/** Creates the model of a resource without what depends on other resources: links, path variables, filters and operations. */
export function createResourceModel(
  { name, schema, definition: declared }: AnyResource,
  { config, prefix, suffixes, deriveKeys, siblings }: ModelOptions,
  report: ReportIssue,
): MutableResourceModel {
  const { valid: definition, issues } = selectValid(RESOURCE_SETTINGS, declared, '');
  for (const { place, reason, fix, code } of issues) report(place, reason, fix, code);
  const fields = fieldModels(schema, definition, config, report);
  const fieldByName = new Map(fields.map((field) => [field.name, field]));
  const keys = [definition.id ?? []].flat() as string[];
  const identity = keys
    .filter((key) => requireField(key, 'id', 'ORIEL_RESOURCE_ID', { fieldByName, report }))
    .map((key) => fieldByName.get(key)!);
  const identifier = new Identifier(identity, suffixes);
  const parentFields = Object.values((definition.parent ?? {}) as Record<string, string>);
  // Keys that are path variables are left out of the last segment, unless it would be empty.
  const remaining = identity.filter((key) => !parentFields.includes(key.name));
  const isWhole = remaining.length === identity.length || remaining.length === 0;
  const segment = isWhole ? identifier : new Identifier(remaining, suffixes);
  const path = prefix + ((definition.path as string | undefined) ?? `/${name}`);
  const home = new CollectionPath(path);
  const page = resolvePage({ ...config.page, ...definition.page });
  const functions: Partial<Record<OperationName, unknown>> = { ...definition.provide, ...definition.process };
  const guarded = fields.some(({ read }) => typeof read === 'function');
  const model: MutableResourceModel = {
    name,
    definition,
    schema,
    prefix,
    path,
    identifier,
    itemSegment: segment,
    fields,
    fieldByName,
    report,
    type: definition.type ?? typeName(name),
    description: definition.description,
    types: definition.types ?? [],
    collectionPaths: [
      home,
      ...Object.keys(definition.subresources ?? {}).map((path) => new CollectionPath(prefix + path)),
    ],
    publicFields: fields.filter(({ read }) => read === 'public').map((field) => field.name),
    hasReadRules: guarded,
    computedFields: fields.filter(({ compute, expression }) => compute !== undefined || expression !== undefined),
    hasWriteRules: fields.some(({ write }) => write !== 'public'),
    readAccess: readAccess(definition),
    tenant: tenantModel(definition, fieldByName, config, report),
    variesByUser: false,
    iriLinks: [],
    checkedLinks: [],
    views: createViews(definition, fields),
    order: createOrder(definition, identifier),
    maxConditions: API_SETTINGS.maxConditions.resolve(config.maxConditions) as number,
    page,
    cursors: new CursorCodec(page.by === 'cursor' ? deriveKeys(`cursors of ${name}`) : []),
    topicKey:
      definition.live && fields.some(({ read }) => read !== 'public')
        ? createSecretKey(deriveKeys(`topics of ${name}`)[0])
        : undefined,
    etagKeys: guarded ? deriveKeys(`tags of ${name}`).map((key) => key.toString('base64url')) : [],
    filterParameters: new Map(),
    operations: [],
    linkedCollections: [],
    siblings,
    store: definition.store,
    functions: new Set((Object.keys(functions) as OperationName[]).filter((name) => functions[name] !== undefined)),
    source: {},
    onChange: undefined,
    shape: undefined as unknown as StoreShape,
    iri: (item, uri) => `${home.format(item, uri)}/${segment.format(item)}`,
  };
  model.shape = createShape(model);
  model.source = createComputedSource(createSource(model), model);
  return model;
}

function resolvePage(declared: PageDefinition): PageRules {
  const { size, count, ...rules } = withDefaults(PAGE_SETTINGS, declared);
  return { ...rules, size: Math.min(size, rules.max), count: count ?? rules.by === 'offset' };
}

function createOrder({ order }: AnyDefinition, { keys }: Identifier): readonly OrderKey[] {
  const declared = Object.entries((order ?? {}) as Record<string, OrderKey['direction']>).map(
    ([field, direction]): OrderKey => ({ field, direction }),
  );
  // The identifier has the direction of the last declared field, so that one index covers the whole order.
  const direction = declared.at(-1)?.direction ?? 'asc';
  const byIdentifier = keys.map((field): OrderKey => ({ field, direction }));
  return totalOrder(declared, byIdentifier);
}

// Views have the field order of the schema and omit unreadable fields.
function createViews({ views }: AnyDefinition, fields: readonly FieldModel[]): ReadonlyMap<string, readonly string[]> {
  return new Map(
    Object.entries((views ?? {}) as Record<string, readonly string[]>).map(([name, wanted]) => [
      name,
      fields.filter((field) => field.read !== 'never' && wanted.includes(field.name)).map((field) => field.name),
    ]),
  );
}

function createShape(model: ResourceModel): StoreShape {
  return {
    ...(model.tenant && { linkScope: (context: HttpContext) => tenantScope(model, context) }),
    resource: model.name,
    id: model.identifier.keys,
    // Stores do not have the values that functions compute.
    get fields() {
      return model.fields.filter(({ compute }) => compute === undefined);
    },
    mayName(field, { operation: call }) {
      if (field === model.tenant?.field) return false;
      if (call instanceof OperationCall && call.operation.resource === model)
        return canNameField(field, call as BodyRequest);
      return model.publicFields.includes(field);
    },
    get publish() {
      if (model.onChange === undefined) return undefined;
      return async (item: Item, context: HttpContext) => publishItem(model, item, 'changed', context);
    },
    link(field) {
      const link = model.fieldByName.get(field)?.link;
      return link && { shape: link.to.shape, store: link.to.store as never, through: link.through };
    },
  };
}

// books → Book, countries → Country, secret-notes → SecretNote
function typeName(name: string): string {
  return toSingular(name).replace(/(?:^|[-_])(\w)/g, (_, letter: string) => letter.toUpperCase());
}
