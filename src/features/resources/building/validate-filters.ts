import type { ReportIssue } from './create-resource-model.ts';
import type { Filter, FilterKind } from '../filters/filter.ts';
import type { ResourceModel } from '../model/resource-model.ts';
import type { FieldKind } from '../stores/resource-store.ts';

/** What is wrong, and what mends it. */
export type FilterIssue = [reason: string, fix: string];

/** What keeps a filter from doing its work, if anything does; the first of it. */
export function validateFilter(
  name: string,
  paths: readonly string[],
  filter: Filter,
  model: ResourceModel,
): FilterIssue | undefined {
  const flaw = flawOfName(name);
  if (flaw) return flaw;
  for (const path of paths) {
    const found = flawOf(path, model, filter) ?? flawOfCursor(path, model, filter);
    if (found) return found;
  }
  return undefined;
}

// The names of the plain dialect. In others filters are wrapped, so that they clash with nothing.
const TAKEN = ['page', 'itemsPerPage', 'cursor', 'partial', 'pagination', 'fields', 'properties', 'view', 'or'];

function flawOfName(name: string): FilterIssue | undefined {
  if (TAKEN.includes(name))
    return [
      `"${name}" is a parameter of the host`,
      "Give the filter another name, and the field to it: filter.exact('field')",
    ];
  if (/[[\]&=#]/.test(name))
    return [`"${name}" has characters that mean something in a query`, 'Use letters and digits'];
  return undefined;
}

// Cursors are of the list that is asked for, whatever those of the resources are that it leads through.
function flawOfCursor(path: string, { name, page }: ResourceModel, { kind }: Filter): FilterIssue | undefined {
  if (kind !== 'order' || page.by !== 'cursor' || !path.includes('.')) return undefined;
  return [
    `A cursor cannot tell "${path}", which is no field of "${name}" itself`,
    'Order by a field of its own, or page by offset',
  ];
}

// A filter on a field that nobody may read would tell its value bit by bit.
function flawOf(path: string, model: ResourceModel, { kind }: Filter): FilterIssue | undefined {
  const [first, ...rest] = path.split('.');
  const field = model.field.get(first!);
  if (field === undefined)
    return [`"${path}" is no field of "${model.name}"`, `Name one of ${[...model.field.keys()].join(', ')}`];
  if (field.read === 'never')
    return [
      `Nobody may read "${path}", but the filter would tell what it holds`,
      'Take the filter away, or let somebody read the field',
    ];
  if (rest.length > 0)
    return field.link
      ? flawOf(rest.join('.'), field.link.to, { kind, fields: [] })
      : [`"${first}" links to no resource, so "${path}" leads nowhere`, `Add links: { ${first}: '<resource>' }`];
  if (field.link && kind === 'exact' && field.link.to.identifier.keys.length > 1)
    return [`An item of "${field.link.to.name}" has an identifier of several keys`, 'Filter by a field that holds one'];
  const kinds = KINDS[kind];
  return kinds === undefined || kinds.includes(field.kind)
    ? undefined
    : [`"${path}" holds ${NAMES[field.kind]}, with which filter.${kind} can do nothing`, FIXES[field.kind]];
}

const SCALARS: readonly FieldKind[] = ['integer', 'number', 'boolean', 'string', 'date'];

const KINDS: Readonly<Partial<Record<FilterKind, readonly FieldKind[]>>> = {
  exact: SCALARS,
  order: SCALARS,
  range: SCALARS,
  numeric: ['integer', 'number'],
  boolean: ['boolean'],
  date: ['date'],
  ...{ partial: ['string'], start: ['string'], end: ['string'], word: ['string'], search: ['string'] },
};

const NAMES: Readonly<Record<FieldKind, string>> = {
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  string: 'text',
  date: 'a date',
  json: 'a list or an object',
};

const FIXES: Readonly<Record<FieldKind, string>> = {
  integer: 'Use filter.exact() or filter.range()',
  number: 'Use filter.exact() or filter.range()',
  boolean: 'Use filter.boolean()',
  string: 'Use filter.exact(), filter.partial() or filter.start()',
  date: 'Use filter.date()',
  json: 'Filter by a field that holds a single value',
};

/** The usual order shows in which sequence items come, and in cursors, which anybody can read. */
export function validateOrder({ order, field, page, definition }: ResourceModel, reportIssue: ReportIssue): void {
  for (const key of order.filter((each) => Object.hasOwn(definition.order ?? {}, each.field))) {
    const found = field.get(key.field);
    const [reason, fix] =
      found === undefined
        ? [`"${key.field}" is no field of the schema`, `Name one of ${[...field.keys()].join(', ')}`]
        : found.read === 'never'
          ? [
              `Nobody may read "${key.field}", but the order would tell of it`,
              'Order by a field that somebody may read',
            ]
          : found.read !== 'public' && page.by === 'cursor'
            ? [
                `Not everybody may read "${key.field}", but cursors would tell what it holds`,
                'Order by a field that everybody may read, or page by offset',
              ]
            : [];
    if (reason !== undefined) reportIssue(`order.${key.field}`, reason, fix!, 'ORIEL_RESOURCE_ORDER');
  }
}

/** Refuses filters and orders through links that the store of a resource cannot follow; functions are given what they lead to. */
export function validateLinkedFilters({ store, definition, parameters }: ResourceModel, reportIssue: ReportIssue): void {
  if (store?.refuses === undefined || definition.provide?.list !== undefined) return;
  const told = new Set<string>();
  for (const { filter, kind, fields } of parameters.values())
    for (const path of fields) {
      const use = kind === 'order' ? 'order' : 'filter';
      const reason = path.includes('.') ? store.refuses(path, use) : undefined;
      if (reason === undefined || told.has(`${filter} ${path}`)) continue;
      told.add(`${filter} ${path}`);
      reportIssue(
        `filters.${filter}`,
        `The store cannot ${use} by "${path}": ${reason}`,
        `Take "${path}" out, or give provide: { list } a function of your own`,
        'ORIEL_RESOURCE_FILTER',
      );
    }
}
