import type { ReportIssue } from './mutable-model.ts';
import type { Filter, FilterKind } from '../declare/filters/filter.ts';
import type { ResourceModel } from '../model/resource-model.ts';
import type { FieldKind } from '../declare/resource-store.ts';

/** What is wrong and how to fix it. */
export type FilterIssue = [reason: string, fix: string];

/** Returns the first issue of a declared filter; undefined when it is valid. */
export function validateFilter(
  name: string,
  paths: readonly string[],
  filter: Filter,
  model: ResourceModel,
): FilterIssue | undefined {
  const nameIssue = validateName(name);
  if (nameIssue || filter.kind === 'sql') return nameIssue;
  for (const path of paths) {
    const issue = validatePath(path, model, filter) ?? validateCursorOrder(path, model, filter);
    if (issue) return issue;
  }
  return undefined;
}

// The parameters of the plain dialect. Other dialects wrap filters, so their names cannot collide.
const RESERVED = [
  'page',
  'itemsPerPage',
  'cursor',
  'partial',
  'pagination',
  'fields',
  'properties',
  'view',
  'include',
  'or',
  'not',
];

function validateName(name: string): FilterIssue | undefined {
  if (RESERVED.includes(name))
    return [`The query parameter "${name}" is reserved`, "Rename the filter and pass its field: filter.exact('field')"];
  if (/[[\]&=#]/.test(name))
    return [`The name "${name}" has characters with a meaning in query strings`, 'Use letters and digits'];
  return undefined;
}

// A cursor contains the values of the sort fields, which must be fields of the listed resource itself.
function validateCursorOrder(path: string, { name, page }: ResourceModel, { kind }: Filter): FilterIssue | undefined {
  if (kind !== 'order' || page.by !== 'cursor' || !path.includes('.')) return undefined;
  return [
    `A cursor cannot contain "${path}", because it is not a field of "${name}" itself`,
    'Order by a field of the resource itself, or use offset pagination',
  ];
}

// Repeated requests with a filter on an unreadable field would reveal its value.
function validatePath(path: string, model: ResourceModel, { kind }: Filter): FilterIssue | undefined {
  const [first, ...rest] = path.split('.');
  const field = model.fieldByName.get(first!);
  if (field === undefined)
    return [`"${model.name}" has no field "${path}"`, `Use one of ${[...model.fieldByName.keys()].join(', ')}`];
  if (field.read === 'never')
    return [
      `No user may read "${path}", but the filter would reveal its value`,
      'Remove the filter, or make the field readable',
    ];
  if (kind === 'order' && field.link?.many)
    return [
      `"${first}" has several links, so lists have no order by "${path}"`,
      'Order by a field with a single value',
    ];
  if (rest.length > 0)
    return field.link
      ? validatePath(rest.join('.'), field.link.to, { kind, fields: [] })
      : [`"${first}" is not a link, so "${path}" cannot be resolved`, `Add links: { ${first}: '<resource>' }`];
  if (field.link && (kind === 'exact' || kind === 'exclude') && field.link.to.identifier.keys.length > 1)
    return [`"${field.link.to.name}" has a composite identifier`, 'Filter by a link to a resource with a single key'];
  const kinds = KINDS[kind];
  if (field.link?.many && (kind === 'exact' || kind === 'exclude' || kind === 'exists')) return undefined;
  return kinds === undefined || kinds.includes(field.kind)
    ? undefined
    : [`filter.${kind} cannot be used with "${path}", which is ${NAMES[field.kind]}`, FIXES[field.kind]];
}

const SCALARS: readonly FieldKind[] = ['integer', 'number', 'decimal', 'boolean', 'string', 'date'];

const KINDS: Readonly<Partial<Record<FilterKind, readonly FieldKind[]>>> = {
  exact: SCALARS,
  exclude: SCALARS,
  order: SCALARS,
  range: SCALARS,
  numeric: ['integer', 'number'],
  boolean: ['boolean'],
  date: ['date'],
  partial: ['string'],
  start: ['string'],
  end: ['string'],
  word: ['string'],
  search: ['string'],
};

const NAMES: Readonly<Record<FieldKind, string>> = {
  integer: 'an integer',
  number: 'a number',
  decimal: 'a decimal number',
  boolean: 'a boolean',
  string: 'a string',
  date: 'a date',
  json: 'a list or an object',
};

const FIXES: Readonly<Record<FieldKind, string>> = {
  integer: 'Use filter.exact() or filter.range()',
  number: 'Use filter.exact() or filter.range()',
  decimal: 'Use filter.exact() or filter.range()',
  boolean: 'Use filter.boolean()',
  string: 'Use filter.exact(), filter.partial() or filter.start()',
  date: 'Use filter.date()',
  json: 'Filter by a field with a single value',
};

/** Validates the default order of lists. The order reveals values of its fields, and clients can read those in cursors. */
export function validateOrder({ order, fieldByName, page, definition }: ResourceModel, reportIssue: ReportIssue): void {
  for (const key of order.filter((each) => Object.hasOwn(definition.order ?? {}, each.field))) {
    const found = fieldByName.get(key.field);
    const [reason, fix] =
      found === undefined
        ? [`The schema has no field "${key.field}"`, `Use one of ${[...fieldByName.keys()].join(', ')}`]
        : found.read === 'never'
          ? [`No user may read "${key.field}", but the order would reveal its values`, 'Order by a readable field']
          : found.read !== 'public' && page.by === 'cursor'
            ? [
                `Reading "${key.field}" is restricted, but cursors would contain its values`,
                'Order by a field that all users may read, or use offset pagination',
              ]
            : [];
    if (reason !== undefined) reportIssue(`order.${key.field}`, reason, fix!, 'ORIEL_RESOURCE_ORDER');
  }
}

/**
 * Validates filters and orders through links: the store must support them. Lists from a function are not checked, because
 * the host loads the linked items for them.
 */
export function validateLinkedFilters(
  { store, functions, filterParameters, fieldByName }: ResourceModel,
  reportIssue: ReportIssue,
): void {
  if (store?.refuses === undefined || functions.has('list')) return;
  const reported = new Set<string>();
  for (const { filter, kind, fields } of filterParameters.values())
    for (const path of fields) {
      const use = kind === 'order' ? 'order' : 'filter';
      const isLinked = path.includes('.') || fieldByName.get(path)?.link?.many;
      const reason = isLinked ? store.refuses(path, use) : undefined;
      if (reason === undefined || reported.has(`${filter} ${path}`)) continue;
      reported.add(`${filter} ${path}`);
      reportIssue(
        `filters.${filter}`,
        `The store cannot ${use} by "${path}": ${reason}`,
        `Remove "${path}", or declare your own function: provide: { list }`,
        'ORIEL_RESOURCE_FILTER',
      );
    }
}
