import { suggestName } from 'oriel-core/configuration';
import type { Filter, FilterKind } from '../declare/filters/filter.ts';
import type { FieldKind } from '../declare/resource-store.ts';
import type { AnyDefinition } from '../declare/resource.ts';
import type { ResourceModel } from '../model/resource-model.ts';
import type { MutableResourceModel } from './mutable-model.ts';

/** What is wrong and how to fix it. */
export type FilterIssue = [reason: string, fix: string];

/** Returns the declared filters by name, with the fields that they compare. A name may have several. */
export function listFilters({ filters = {} }: AnyDefinition): [name: string, filter: Filter][] {
  return Object.entries(filters as Record<string, Filter | Filter[]>).flatMap(([name, declared]) =>
    [declared]
      .flat()
      .map((filter): [string, Filter] => [
        name,
        filter.kind === 'sql' || filter.fields.length > 0 ? filter : { ...filter, fields: [name] },
      ]),
  );
}

/** Returns the first issue of a declared filter; undefined when it is valid. */
export function validateFilter(name: string, { kind, fields }: Filter, model: ResourceModel): FilterIssue | undefined {
  const nameIssue = validateName(name);
  if (nameIssue || kind === 'sql') return nameIssue;
  for (const path of fields) {
    const issue = validatePath(path, model, kind);
    if (issue) return issue;
    // A cursor contains the values of the sort fields, which must be fields of the listed resource itself.
    if (kind === 'order' && model.page.by === 'cursor' && path.includes('.'))
      return [
        `A cursor cannot contain "${path}", because it is not a field of "${model.name}" itself`,
        'Order by a field of the resource itself, or use offset pagination',
      ];
  }
  return undefined;
}

// The parameters of the plain dialect. Other dialects wrap filters, so their names cannot collide.
const RESERVED: ReadonlySet<string> = new Set(
  'page itemsPerPage cursor partial pagination fields properties view include or not'.split(' '),
);

function validateName(name: string): FilterIssue | undefined {
  if (RESERVED.has(name))
    return [`The query parameter "${name}" is reserved`, "Rename the filter and pass its field: filter.exact('field')"];
  if (/[[\]&=#]/.test(name))
    return [`The name "${name}" has characters with a meaning in query strings`, 'Use letters and digits'];
  return undefined;
}

function validatePath(path: string, model: ResourceModel, kind: Exclude<FilterKind, 'sql'>): FilterIssue | undefined {
  const [first, ...rest] = path.split('.');
  const issue = validateFieldUse(first!, model, 'filter');
  if (issue !== undefined) return issue;
  const { link, kind: fieldKind } = model.fieldByName.get(first!)!;
  if (kind === 'order' && link?.many)
    return [
      `"${first}" has several links, so lists have no order by "${path}"`,
      'Order by a field with a single value',
    ];
  if (rest.length > 0)
    return link
      ? validatePath(rest.join('.'), link.to, kind)
      : [`"${first}" is not a link, so "${path}" cannot be resolved`, `Add links: { ${first}: '<resource>' }`];
  if (link && (kind === 'exact' || kind === 'exclude') && link.to.identifier.keys.length > 1)
    return [`"${link.to.name}" has a composite identifier`, 'Filter by a link to a resource with a single key'];
  if (link?.many && (kind === 'exact' || kind === 'exclude' || kind === 'exists')) return undefined;
  if (KINDS[kind]?.includes(fieldKind) !== false) return undefined;
  const { noun, fix } = FIELD_KINDS[fieldKind];
  return [`filter.${kind} cannot be used with "${path}", which is ${noun}`, fix];
}

/** Returns why lists cannot be filtered, sorted or searched by a field, which would reveal its value; undefined if they can. */
export function validateFieldUse(
  path: string,
  { name, fieldByName }: ResourceModel,
  use: 'filter' | 'order' | 'search',
): FilterIssue | undefined {
  const field = fieldByName.get(path);
  if (field === undefined) return [`"${name}" has no field "${path}"`, suggestName(path, [...fieldByName.keys()])];
  if (field.read === 'never')
    return [
      `No user may read "${path}", but the ${use} would reveal its value`,
      `Remove the field from the ${use}, or make it readable`,
    ];
  if (field.compute === undefined) return undefined;
  return [
    `A function computes "${path}" after items are read, so lists cannot be ${USES[use]} it`,
    `Use an SQL expression of the store: computed: { ${path}: sql\`…\` }, or remove it here`,
  ];
}

const USES = { filter: 'filtered or sorted by', order: 'sorted by', search: 'searched in' } as const;

const SCALARS: readonly FieldKind[] = ['integer', 'number', 'decimal', 'boolean', 'string', 'date'];

const KINDS: Readonly<Partial<Record<FilterKind, readonly FieldKind[]>>> = {
  exact: SCALARS,
  exclude: SCALARS,
  order: SCALARS,
  range: SCALARS,
  boolean: ['boolean'],
  date: ['date'],
  partial: ['string'],
  start: ['string'],
  end: ['string'],
  word: ['string'],
  search: ['string'],
};

const FIELD_KINDS: Readonly<Record<FieldKind, { readonly noun: string; readonly fix: string }>> = {
  integer: { noun: 'an integer', fix: 'Use filter.exact() or filter.range()' },
  number: { noun: 'a number', fix: 'Use filter.exact() or filter.range()' },
  decimal: { noun: 'a decimal number', fix: 'Use filter.exact() or filter.range()' },
  boolean: { noun: 'a boolean', fix: 'Use filter.boolean()' },
  string: { noun: 'a string', fix: 'Use filter.exact(), filter.partial() or filter.start()' },
  date: { noun: 'a date', fix: 'Use filter.date()' },
  json: { noun: 'a list or an object', fix: 'Filter by a field with a single value' },
};

/** Validates the default order of lists. The order reveals values of its fields, and clients can read those in cursors. */
export function validateOrder(model: MutableResourceModel): void {
  const { fieldByName, page, definition, report } = model;
  for (const name of Object.keys(definition.order ?? {})) {
    const issue = validateFieldUse(name, model, 'order');
    if (issue !== undefined) report(`order.${name}`, ...issue, 'ORIEL_RESOURCE_ORDER');
    else if (page.by === 'cursor' && fieldByName.get(name)!.read !== 'public')
      report(
        `order.${name}`,
        `Reading "${name}" is restricted, but cursors would contain its values`,
        'Order by a field that all users may read, or use offset pagination',
        'ORIEL_RESOURCE_ORDER',
      );
  }
}

/**
 * Validates that the store of a resource evaluates its filters, its search and its orders, also through links. Lists from a function
 * are not checked: the host loads the linked items for them.
 */
export function validateStoreFilters(model: MutableResourceModel): void {
  const { definition, store, functions, fieldByName, report } = model;
  for (const [name, { kind, fields }] of listFilters(definition)) {
    for (const path of functions.has('list') ? [] : fields) {
      const use = kind === 'order' ? 'order' : 'filter';
      const isLinked = path.includes('.') || fieldByName.get(path)?.link?.many;
      const reason = isLinked ? store?.refuses?.(path, use) : undefined;
      if (reason !== undefined)
        report(
          `filters.${name}`,
          `The store cannot ${use} by "${path}": ${reason}`,
          `Remove "${path}", or declare your own function: provide: { list }`,
          'ORIEL_RESOURCE_FILTER',
        );
    }
    if (kind === 'sql' && store?.supports?.includes('sql') !== true)
      report(
        `filters.${name}`,
        `Only a store in an SQL database evaluates filter.sql, but ${describeStore(store)}`,
        'Use sqlStore of oriel-host/kysely, drizzleStore of oriel-host/drizzle or prismaStore of oriel-host/prisma, or another kind of filter',
        'ORIEL_RESOURCE_FILTER',
      );
  }
  // The host searches in the array of a function, and a function that returns a page searches itself.
  if (definition.search === undefined || functions.has('list') || store === undefined) return;
  if (store.supports?.includes('search') === true) return;
  report(
    'search',
    `The resource has a search, but ${describeStore(store)}`,
    "Use a store with supports: ['search'], such as sqlStore, or declare your own function: provide: { list }",
    'ORIEL_RESOURCE_SEARCH',
  );
}

function describeStore(store: ResourceModel['store']): string {
  if (store === undefined) return 'the resource has no store';
  const { name } = store.constructor;
  return name === 'Object' || name === '' ? 'the store of the resource does not support it' : `the store is a ${name}`;
}
