import { suggestName } from 'oriel-core/configuration';
import type { CustomOperation } from '../declare/custom-operation.ts';
import type { CacheDefinition, OperationOptions } from '../declare/operation-definition.ts';
import type { ApiConfig } from '../model/api-config.ts';
import type { ResourceModel, FieldModel } from '../model/resource-model.ts';
import { createDeclaredParameters } from '../request/query/declared-parameters.ts';
import { requireField } from './mutable-model.ts';
import type { MutableResourceModel } from './mutable-model.ts';
import type { AnyDefinition } from '../declare/resource.ts';
import type { FilterIssue } from './validate-filters.ts';

/** Validates the settings of a resource and its operations that name fields, views and query parameters, or need a store. */
export function validateNames(model: MutableResourceModel, config: ApiConfig): void {
  const { definition, views, store, report } = model;
  for (const [view, names] of Object.entries((definition.views ?? {}) as Record<string, readonly string[]>))
    for (const name of names) requireField(name, `views.${view}`, 'ORIEL_RESOURCE_VIEW', model);
  for (const name of Object.keys(definition.defaults ?? {}))
    requireField(name, `defaults.${name}`, 'ORIEL_RESOURCE_DEFAULT', model);
  if (definition.bulk !== undefined && definition.bulk.atomic !== false && store?.transaction === undefined)
    report(
      'bulk',
      'Atomic bulk operations need a store with transactions',
      'Add store: sqlStore(db, table), or bulk: { atomic: false }',
      'ORIEL_RESOURCE_BULK',
    );
  validateCustom(model);
  validateCache('', { ...config.cache, ...definition.cache }, model);
  for (const [path, { view, query, cache = {} }] of listOperations(definition)) {
    validateCache(`${path}.`, cache, model);
    if (view !== undefined && !views.has(view))
      report(`${path}.view`, `Unknown view "${view}"`, suggestName(view, [...views.keys()]), 'ORIEL_RESOURCE_VIEW');
    if (query === undefined) continue;
    const reserved = reservedNames(model, path === 'operations.list');
    for (const { name } of createDeclaredParameters(query).parameters)
      if (reserved.has(name))
        report(
          `${path}.query`,
          `The query parameter "${name}" is already used by the host or a filter`,
          'Rename the parameter',
          'ORIEL_RESOURCE_QUERY',
        );
  }
}

/**
 * Reports custom operations with the name of a method of the typed client, and those that read a body which requests of their method do
 * not have (RFC 9110 §9.3.1).
 */
function validateCustom({ definition, report }: MutableResourceModel): void {
  for (const [name, operation] of Object.entries((definition.custom ?? {}) as Record<string, CustomOperation>)) {
    if (CLIENT_METHODS.has(name))
      report(
        `custom.${name}`,
        `"${name}" is a method of the typed client, which has the custom operations as methods, too`,
        'Rename the custom operation',
        'ORIEL_RESOURCE_OPERATION',
      );
    for (const setting of ['input', 'uploads'] as const)
      if (operation[setting] && /^(?:GET|HEAD)\b/.test(operation.line))
        report(
          `custom.${name}.${setting}`,
          `Requests of "${operation.line}" have no body`,
          'Use query for parameters, or the method QUERY or POST',
          'ORIEL_RESOURCE_OPERATION',
        );
  }
}

// Names of standard operations are reported as such. A client with `then` would be a promise.
const CLIENT_METHODS: ReadonlySet<string> = new Set('in each refresh createAll patchAll custom then'.split(' '));

/** Reports operations of a resource that have the same name. A custom operation would replace the standard one. */
export function validateOperationNames({ name, operations, report }: MutableResourceModel): void {
  for (const [fullName, { length }] of Map.groupBy(operations, (operation) => operation.name)) {
    const short = fullName.slice(name.length + 1);
    if (length > 1)
      report(
        `custom.${short}`,
        `"${short}" is also the name of another operation of the resource`,
        'Rename the custom operation. To replace a standard operation, set its function in provide or process',
        'ORIEL_RESOURCE_OPERATION',
      );
  }
}

/** Returns the options of the operations of a resource, with their places. */
export function listOperations({ operations, custom }: ResourceModel['definition']): [string, OperationOptions][] {
  const groups = { operations, custom } as Record<string, Record<string, OperationOptions | undefined> | undefined>;
  return Object.entries(groups).flatMap(([group, all = {}]) =>
    Object.entries(all).map(([name, options = {}]): [string, OperationOptions] => [`${group}.${name}`, options]),
  );
}

function validateCache(prefix: string, cache: CacheDefinition, model: MutableResourceModel): void {
  const { hasReadRules, fieldByName, report } = model;
  for (const [name, header] of [
    ['etag', 'the ETag'],
    ['lastModified', 'Last-Modified'],
  ] as const) {
    const field = cache[name];
    if (typeof field !== 'string') continue;
    const isKnown = requireField(field, `${prefix}cache.${name}`, 'ORIEL_RESOURCE_CACHE', model);
    if (isKnown && fieldByName.get(field)!.read !== 'public')
      report(
        `${prefix}cache.${name}`,
        `Reading "${field}" is restricted, but ${header} would reveal it`,
        'Use a field that all users may read, or omit it',
        'ORIEL_RESOURCE_CACHE',
      );
  }
  const member = findSharedSetting(cache);
  if (hasReadRules && member !== undefined)
    report(
      `${prefix}cache.${member}`,
      'Reading some fields is restricted, but a shared cache would serve the same response to all users',
      'Remove the option, or make all fields public',
      'ORIEL_RESOURCE_CACHE',
    );
}

/** Returns the setting by which shared caches may store responses; undefined if they may not. */
export function findSharedSetting(cache: CacheDefinition): 'public' | 'sharedMaxAge' | undefined {
  if (cache.public === true) return 'public';
  return cache.sharedMaxAge === undefined ? undefined : 'sharedMaxAge';
}

function reservedNames({ filterParameters, page }: ResourceModel, isList: boolean): ReadonlySet<string> {
  const always = ['fields', 'properties[]', 'view', 'include'];
  if (!isList) return new Set(always);
  const byPage = page.by === 'none' ? [] : [page.by === 'cursor' ? 'cursor' : 'page'];
  return new Set([...always, ...byPage, 'itemsPerPage', 'partial', 'pagination', ...filterParameters.keys()]);
}

/** Validates the computed fields of a resource, whose operations and links must exist. */
export function validateComputedFields(model: MutableResourceModel): void {
  for (const [name, computed] of Object.entries((model.definition.computed ?? {}) as Record<string, unknown>)) {
    if (!requireField(name, `computed.${name}`, 'ORIEL_RESOURCE_COMPUTED', model)) continue;
    const issue = validateComputedField(model.fieldByName.get(name)!, computed, model);
    if (issue) model.report(`computed.${name}`, ...issue, 'ORIEL_RESOURCE_COMPUTED');
  }
}

function validateComputedField(field: FieldModel, computed: unknown, model: ResourceModel): FilterIssue | undefined {
  const { name } = field;
  const stored = findStoredUse(field, model);
  if (stored !== undefined) return [`"${name}" is ${stored}, which is stored`, 'Compute another field'];
  const { operations, store } = model;
  const writing = operations.find(({ kind, inputMembers }) => kind !== 'custom' && inputMembers?.includes(name));
  if (writing !== undefined)
    return [
      `The body of ${writing.name} has "${name}", which cannot be written`,
      `Leave it out of bodies; with zod: input: { create: Schema.omit({ ${name}: true }) }`,
    ];
  if (typeof computed === 'function' || store?.supports?.includes('sql') === true) return undefined;
  return [
    `Only a store in an SQL database evaluates the expression of "${name}"`,
    `Use sqlStore, drizzleStore or prismaStore, or a function: computed: { ${name}: (items) => items.map((item) => …) }`,
  ];
}

// What the value of a field is used for before items are read, or when they are written.
function findStoredUse({ name, link }: FieldModel, model: ResourceModel): string | undefined {
  const { definition, identifier, tenant, collectionPaths } = model;
  if (identifier.keys.includes(name)) return 'the identifier';
  if (link !== undefined) return 'a link';
  if (tenant?.field === name) return 'the tenant';
  if (collectionPaths.some(({ fieldVariables }) => fieldVariables.some(({ field }) => field.name === name)))
    return 'a variable of a path';
  const { defaults = {} } = definition as AnyDefinition & { readonly defaults?: object };
  return Object.hasOwn(defaults, name) ? 'a default value' : undefined;
}
