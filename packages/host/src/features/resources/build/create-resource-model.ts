import { createSecretKey } from 'node:crypto';
import { CursorCodec } from '../model/cursor.ts';
import type { OrderKey } from '../declare/filters/filter-tree.ts';
import { Identifier } from '../model/identifier.ts';
import { canNameField } from '../reach/field-access.ts';
import { readAccess } from './operation-access.ts';
import { tenantScope } from '../source/tenant-scope.ts';
import type { HttpContext } from 'oriel-core/http';
import { fieldModels } from './field-models.ts';
import { resolvePageRules } from '../model/pagination.ts';
import type { FieldModel, ResourceModel } from '../model/resource-model.ts';
import type { OperationName } from '../declare/operation-definition.ts';
import type { AnyDefinition, AnyResource } from '../declare/resource.ts';
import { CollectionPath } from '../model/collection-path.ts';
import type { StoreShape } from '../declare/resource-store.ts';
import { OperationCall } from '../model/operation-call.ts';
import type { BodyRequest } from '../model/pending-write.ts';
import { createSource } from '../source/function-store.ts';
import { resolveConditionLimit } from './condition-limit.ts';
import { totalOrder } from '../request/query/create-list-query.ts';
import { toSingular } from './singular.ts';
import { tenantModel } from './tenant-model.ts';
import { validateDefinitionKeys } from './validate-definition-keys.ts';
import type { MutableResourceModel, ReportIssue, ModelOptions } from './mutable-model.ts';

/** Creates the model of a resource without what depends on other resources: links, path variables, filters and operations. */
export function createResourceModel(
  { name, schema, definition }: AnyResource,
  { config, prefix, suffixes, deriveKeys }: ModelOptions,
  reportIssue: ReportIssue,
): MutableResourceModel {
  validateDefinitionKeys(definition, reportIssue);
  const fields = fieldModels(schema, definition, config, reportIssue);
  const field = new Map(fields.map((each) => [each.name, each]));
  const keys = idOf(definition, field, reportIssue);
  const identifier = new Identifier(keys, suffixes);
  const parentFields = Object.values((definition.parent ?? {}) as Record<string, string>);
  // Keys that are path variables are left out of the last segment, unless it would be empty.
  const remaining = keys.length > 1 ? keys.filter((key) => !parentFields.includes(key.name)) : keys;
  const segment =
    remaining.length === keys.length || remaining.length === 0 ? identifier : new Identifier(remaining, suffixes);
  const path = prefix + ((definition.path as string | undefined) ?? `/${name}`);
  const home = new CollectionPath<FieldModel>(path);
  const page = resolvePageRules(config.page, definition.page);
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
    fieldByName: field,
    type: definition.type ?? typeName(name),
    description: definition.description,
    types: definition.types ?? [],
    collectionPaths: [
      home,
      ...Object.keys(definition.subresources ?? {}).map((path) => new CollectionPath<FieldModel>(prefix + path)),
    ],
    publicFields: fields.filter(({ read }) => read === 'public').map((each) => each.name),
    hasReadRules: guarded,
    hasWriteRules: fields.some(({ write }) => write !== 'public'),
    readAccess: readAccess(definition),
    tenant: tenantModel(definition, field, config, reportIssue),
    variesByUser: false,
    hasIriLinks: false,
    checkedLinks: [],
    views: viewsOf(definition, fields),
    order: orderOf(definition, identifier),
    maxConditions: resolveConditionLimit(config.maxConditions, definition.maxConditions, reportIssue),
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
    store: definition.store,
    functions: new Set(listFunctions(definition)),
    source: {},
    onChange: undefined,
    shape: undefined as unknown as StoreShape,
    iri: (item, uri) => `${home.format(item, uri)}/${segment.format(item)}`,
  };
  model.shape = shapeOf(model);
  model.source = createSource(model);
  return model;
}

function listFunctions({ provide, process }: AnyDefinition): OperationName[] {
  const functions = Object.entries({ ...provide, ...process }).filter(([, own]) => own !== undefined);
  return functions.map(([name]) => name as OperationName);
}

function idOf({ id }: AnyDefinition, field: ReadonlyMap<string, FieldModel>, reportIssue: ReportIssue): FieldModel[] {
  const keys = ([] as string[]).concat((id as string | string[] | undefined) ?? []);
  if (keys.length === 0)
    reportIssue(
      'id',
      'The identifier is missing',
      "Add id: 'id', or several fields: id: ['row', 'place']",
      'ORIEL_RESOURCE_ID',
    );
  for (const key of keys)
    if (!field.has(key))
      reportIssue(
        'id',
        `The schema has no field "${key}"`,
        `Use one of ${[...field.keys()].join(', ')}`,
        'ORIEL_RESOURCE_ID',
      );
  return keys.map((key) => field.get(key)).filter((each) => each !== undefined);
}

function orderOf({ order }: AnyDefinition, { keys }: Identifier): readonly OrderKey[] {
  const declared = Object.entries((order ?? {}) as Record<string, 'asc' | 'desc'>).map(([field, direction]) => ({
    field,
    direction,
  }));
  // The identifier has the direction of the last declared field, so that one index covers the whole order.
  const direction = declared.at(-1)?.direction ?? 'asc';
  return totalOrder(
    declared,
    keys.map((field) => ({ field, direction })),
  );
}

// Views have the field order of the schema and omit unreadable fields.
function viewsOf({ views }: AnyDefinition, fields: readonly FieldModel[]): ReadonlyMap<string, readonly string[]> {
  return new Map(
    Object.entries((views ?? {}) as Record<string, readonly string[]>).map(([name, wanted]) => [
      name,
      fields.filter((field) => field.read !== 'never' && wanted.includes(field.name)).map((field) => field.name),
    ]),
  );
}

function shapeOf(model: ResourceModel): StoreShape {
  return {
    ...(model.tenant && { linkScope: (context: HttpContext) => tenantScope(model, context) }),
    resource: model.name,
    id: model.identifier.keys,
    get fields() {
      return model.fields;
    },
    mayName(field, { operation: call }) {
      if (field === model.tenant?.field) return false;
      if (call instanceof OperationCall && call.operation.resource === model)
        return canNameField(field, call as BodyRequest);
      return model.publicFields.includes(field);
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
