import type { StandardSchema } from '../http/index.ts';
import type { ApiConfig } from './api-config.ts';
import type { Filter } from './filter.ts';
import type { FilterScalar, OrderKey } from './filter-tree.ts';
import { Identifier } from './identifier.ts';
import { jsonSchemaOf, kindOf, propertiesOf } from './json-schema.ts';
import type { JsonSchema } from './json-schema.ts';
import type { Operation } from './operation.ts';
import type { PageRules } from './pagination.ts';
import { parametersOf } from './query-parameter.ts';
import type { FilteredField, QueryParameter } from './query-parameter.ts';
import type { FieldModel, ResourceModel } from './resource-model.ts';
import type { AnyDefinition, AnyResource } from './resource.ts';
import type { StoreShape } from './resource-store.ts';
import { idOfIri } from './wire-item.ts';

/** A model while the resources of a host find each other; afterwards it is only read. */
export type GrowingModel = { -readonly [Key in keyof ResourceModel]: ResourceModel[Key] } & {
  field: Map<string, FieldModel>;
  parameters: Map<string, QueryParameter>;
  operations: Operation[];
};

/** Says what is wrong with a place of a definition. */
export type Complain = (place: string, reason: string, fix: string, code: string) => void;

/** Everything about a resource that needs no other one. */
export function createResourceModel(
  { name, schema, definition }: AnyResource,
  config: ApiConfig,
  prefix: string,
  complain: Complain,
): GrowingModel {
  const described = describe(schema, config, complain);
  const required = new Set((described['required'] as string[] | undefined) ?? []);
  const fields = Object.entries(propertiesOf(described)).map(([field, each]) =>
    toField(field, each, required.has(field), definition),
  );
  const field = new Map(fields.map((each) => [each.name, each]));
  const keys = ([] as string[]).concat((definition.id as string | string[] | undefined) ?? []);
  for (const key of keys)
    if (!field.has(key))
      complain(
        'id',
        `"${key}" is no field of the schema`,
        `Name one of ${fields.map((each) => each.name).join(', ')}`,
        'ORIEL_RESOURCE_ID',
      );
  if (keys.length === 0)
    complain(
      'id',
      'It does not say which field identifies an item',
      "Add id: 'id', or several: id: ['row', 'place']",
      'ORIEL_RESOURCE_ID',
    );
  const path = prefix + ((definition.path as string | undefined) ?? `/${name}`);
  const identifier = new Identifier(keys.map((key) => field.get(key)).filter((each) => each !== undefined));
  const model: GrowingModel = {
    name,
    type: definition.type ?? typeName(name),
    description: definition.description,
    types: definition.types ?? [],
    definition,
    schema,
    prefix,
    path,
    identifier,
    fields,
    field,
    visible: fields.filter(({ read }) => read === 'everybody').map((each) => each.name),
    guarded: fields.some(({ read }) => typeof read === 'function'),
    order: orderOf(definition, identifier),
    page: pageRules(definition, config),
    parameters: new Map(),
    operations: [],
    store: definition.store,
    shape: undefined as unknown as StoreShape,
    iri: iriMaker(path, identifier),
  };
  model.shape = shapeOf(model);
  return model;
}

/** Gives every field with a link its other end. */
export function linkFields(model: GrowingModel, models: ReadonlyMap<string, ResourceModel>, complain: Complain): void {
  for (const [name, declared] of Object.entries(
    (model.definition.links ?? {}) as Record<string, string | { to: string; as?: 'iri' | 'id' }>,
  )) {
    const { to, as = 'iri' } = typeof declared === 'string' ? { to: declared } : declared;
    const field = model.field.get(name);
    const target = models.get(to);
    if (field === undefined)
      complain(
        `links.${name}`,
        `"${name}" is no field of the schema`,
        'Name a field that holds an identifier',
        'ORIEL_RESOURCE_LINK',
      );
    else if (target === undefined)
      complain(
        `links.${name}`,
        `There is no resource "${to}"`,
        `Name one of ${[...models.keys()].join(', ')}`,
        'ORIEL_RESOURCE_LINK',
      );
    else {
      const linked = { ...field, link: { to: target, as } };
      model.field.set(name, linked);
      model.fields = model.fields.map((each) => (each.name === name ? linked : each));
    }
  }
}

/** Works out the query parameters of the filters, once the links are known. */
export function addParameters(model: GrowingModel, complain: Complain): void {
  for (const [name, declared] of Object.entries(
    (model.definition.filters ?? {}) as Record<string, Filter | Filter[]>,
  )) {
    for (const filter of ([] as Filter[]).concat(declared)) {
      const paths = filter.fields.length > 0 ? filter.fields : [name];
      const wrong = paths.map((path) => flawOf(path, model)).find((flaw) => flaw !== undefined);
      if (wrong) complain(`filters.${name}`, ...wrong, 'ORIEL_RESOURCE_FILTER');
      else
        for (const parameter of parametersOf(name, filter, (path) => filteredField(path, model)))
          model.parameters.set(parameter.name, parameter);
    }
  }
}

// A filter on a field that nobody may read would tell its value bit by bit.
function flawOf(path: string, model: ResourceModel): [reason: string, fix: string] | undefined {
  const [first, ...rest] = path.split('.');
  const field = model.field.get(first!);
  if (field === undefined)
    return [`"${path}" is no field of "${model.name}"`, `Name one of ${[...model.field.keys()].join(', ')}`];
  if (field.read === 'nobody')
    return [
      `Nobody may read "${path}", but the filter would tell what it holds`,
      'Take the filter away, or let somebody read the field',
    ];
  if (rest.length === 0) return undefined;
  return field.link
    ? flawOf(rest.join('.'), field.link.to)
    : [`"${first}" links to no resource, so "${path}" leads nowhere`, `Add links: { ${first}: '<resource>' }`];
}

function filteredField(path: string, model: ResourceModel): FilteredField {
  const [first, ...rest] = path.split('.');
  const { kind, link } = model.field.get(first!)!;
  if (link === undefined) return { kind };
  if (rest.length > 0) return filteredField(rest.join('.'), link.to);
  const { to } = link;
  const toId = (text: string): FilterScalar | undefined => {
    const id = text.startsWith('/') || text.includes('://') ? idOfIri(to, text, '') : to.identifier.parse(text);
    return typeof id === 'object' ? (Object.values(id!)[0] as FilterScalar) : (id as FilterScalar | undefined);
  };
  return { kind, toId };
}

function describe(schema: StandardSchema, config: ApiConfig, complain: Complain): JsonSchema {
  try {
    return jsonSchemaOf(schema, 'output', config.jsonSchema);
  } catch (error) {
    complain(
      'schema',
      (error as Error).message,
      'Give it types that JSON Schema can say (z.iso.datetime() instead of z.date()), or pass api.jsonSchema',
      'ORIEL_RESOURCE_SCHEMA',
    );
    return {};
  }
}

function toField(name: string, jsonSchema: JsonSchema, required: boolean, definition: AnyDefinition): FieldModel {
  const access = (
    definition.fields as Record<string, FieldModel['read'] | { read?: FieldModel['read'] }> | undefined
  )?.[name];
  const read = typeof access === 'object' ? access.read : access;
  const description = jsonSchema['description'] as string | undefined;
  return { name, ...kindOf(jsonSchema), required, description, jsonSchema, link: undefined, read: read ?? 'everybody' };
}

function orderOf({ order }: AnyDefinition, { keys }: Identifier): OrderKey[] {
  const declared = Object.entries((order ?? {}) as Record<string, 'asc' | 'desc'>).map(([field, direction]) => ({
    field,
    direction,
  }));
  return declared.length > 0 ? declared : keys.map((field) => ({ field, direction: 'asc' as const }));
}

function pageRules({ page: own = {} }: AnyDefinition, { page: general = {} }: ApiConfig): PageRules {
  const { size = 30, max = 100, by = 'offset', off = false, count = by === 'offset' } = { ...general, ...own };
  return { size: Math.min(size, max), max, by, off, count };
}

function shapeOf(model: ResourceModel): StoreShape {
  return {
    resource: model.name,
    id: model.identifier.keys,
    get fields() {
      return model.fields;
    },
    link(field) {
      const to = model.field.get(field)?.link?.to;
      return to && { shape: to.shape, store: to.store as never };
    },
  };
}

function iriMaker(path: string, identifier: Identifier): ResourceModel['iri'] {
  if (!path.includes('{')) return (item) => `${path}/${identifier.format(item)}`;
  return (item, uri = {}) => {
    const base = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(uri[name] ?? item[name])));
    return `${base}/${identifier.format(item)}`;
  };
}

// books → Book, countries → Country, secret-notes → SecretNote
function typeName(name: string): string {
  const singular = name.endsWith('ies') ? `${name.slice(0, -3)}y` : /[^s]s$/.test(name) ? name.slice(0, -1) : name;
  return singular.replace(/(?:^|[-_])(\w)/g, (_, letter: string) => letter.toUpperCase());
}
