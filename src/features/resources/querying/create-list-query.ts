import type { OrderKey } from '../filters/filter-tree.ts';
import type { ListQuery } from '../paging/list-query.ts';
import type { ListWindow } from '../paging/list-request.ts';
import type { QuerySubject } from './operation-query.ts';
import { offsetWindow } from '../paging/pagination.ts';
import { ParameterValueError } from '../filters/parameter-value.ts';
import type { QueryDialect } from './query-dialect.ts';
import type { QueryBuilder } from './query-builder.ts';
import type { ResourceModel } from '../model/resource-model.ts';

/** What a query comes to once all of it was read. A cursor is read last, because it belongs to an order. */
export function createListQuery(
  reading: QueryBuilder,
  { kind, resource, view }: QuerySubject,
  dialect: QueryDialect,
  own: unknown = NOTHING,
): ListQuery {
  const { page, size, isPaged, cursor, fieldsByType, formatParameters, ignored, sent } = reading;
  const fields = fieldsOfAnswer(reading, resource, view);
  const order = reading.order.length > 0 ? totalOrder(reading.order, resource.order) : resource.order;
  return {
    request:
      kind === 'list'
        ? {
            where: reading.where,
            order,
            window: windowOf(reading, resource, order, dialect),
            // Of a whole list, the count costs nothing.
            count: reading.count || !isPaged,
            // A rule may look at any field of the item.
            fields: fields && resource.hasReadRules && reading.run.readableByItem.length > 0 ? undefined : fields,
          }
        : undefined,
    filters: reading.filterValues,
    ...{ declared: own, fields, fieldsByType, formatParameters, page, cursor, size, isPaged, ignored },
    sent: sent
      .sort(({ sortedAs: one }, { sortedAs: other }) => (one < other ? -1 : one > other ? 1 : 0))
      .map(({ pair }) => pair),
  };
}

const NOTHING = Object.freeze({});

/** Returns an order without ties: the given keys, then those of the fallback, which ends with the keys of the identifier. */
export function totalOrder(given: readonly OrderKey[], fallback: readonly OrderKey[]): readonly OrderKey[] {
  const keys = [...given, ...fallback];
  return keys.filter(({ field }, index) => keys.findIndex((each) => each.field === field) === index);
}

function windowOf(
  reading: QueryBuilder,
  { page: { by }, cursors }: ResourceModel,
  order: readonly OrderKey[],
  dialect: QueryDialect,
): ListWindow {
  const { isPaged, page, size, cursor } = reading;
  if (!isPaged) return ALL;
  if (by !== 'cursor') return offsetWindow(page, size);
  if (cursor === undefined) return { by: 'cursor', from: undefined, direction: 'after', limit: size };
  try {
    return { by: 'cursor', ...cursors.decode(cursor, order), limit: size };
  } catch (error) {
    if (!(error instanceof ParameterValueError)) throw error;
    reading.addViolation(dialect.cursor, error.message, 'invalid_cursor');
    return ALL;
  }
}

const ALL: ListWindow = Object.freeze({ by: 'all' });

// What was chosen by name counts; else the view that was asked for; else the view of the operation.
function fieldsOfAnswer(
  { fields, view, run }: QueryBuilder,
  resource: ResourceModel,
  usual: string | undefined,
): readonly string[] | undefined {
  const wanted = fields ?? view ?? (usual === undefined ? undefined : resource.views.get(usual));
  if (wanted === undefined) return undefined;
  const readable = resource.hasReadRules ? run.readableFields : resource.publicFields;
  return readable.filter((name) => wanted.includes(name));
}
