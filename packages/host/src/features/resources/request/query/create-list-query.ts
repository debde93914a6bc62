import type { OrderKey } from '../../declare/filters/filter-tree.ts';
import type { ListQuery, ListRequest, ListWindow } from '../../declare/list-request.ts';
import type { QuerySubject, QueryBuilder } from './query-builder.ts';
import { ParameterValueError } from '../../model/parameter-value.ts';
import type { QueryDialect } from '../../model/query-dialect.ts';
import type { ResourceModel } from '../../model/resource-model.ts';

/** Creates the query of an operation from its parameters. The cursor is decoded last, because it depends on the order. */
export function createListQuery(
  builder: QueryBuilder,
  { kind, resource, view }: QuerySubject,
  dialect: QueryDialect,
  declared: unknown = NOTHING,
): ListQuery {
  const { page, size, isPaged, cursor, fieldsByType, formatParameters, ignored, sent } = builder;
  const fields = selectedFields(builder, resource, view);
  const order = builder.order.length > 0 ? totalOrder(builder.order, resource.order) : resource.order;
  return {
    request:
      kind === 'list'
        ? {
            where: builder.where,
            order,
            relevance: getRelevance(builder, resource),
            window: getWindow(builder, resource, order, dialect),
            // A store that returns all items can count them at no cost.
            count: builder.count || !isPaged,
            // Rules that depend on the item may read any of its fields.
            fields: fields && resource.hasReadRules && builder.call.readableByItem.length > 0 ? undefined : fields,
          }
        : undefined,
    filters: builder.filterValues,
    declared,
    fields,
    fieldsByType,
    formatParameters,
    page,
    cursor,
    size,
    isPaged,
    ignored,
    sent: sent
      .sort(({ sortedAs: one }, { sortedAs: other }) => (one < other ? -1 : one > other ? 1 : 0))
      .map(({ pair }) => pair),
  };
}

// A search in one of several alternatives ranks only some of the rows.
function getRelevance({ order, trees }: QueryBuilder, { definition }: ResourceModel): ListRequest['relevance'] {
  const { search } = definition;
  if (order.length > 0 || search === undefined || !('order' in search)) return undefined;
  return trees.find((tree) => tree.op === 'search');
}

const NOTHING = Object.freeze({});

/** Returns an order without ties: the given keys, then those of the fallback, which ends with the keys of the identifier. */
export function totalOrder(given: readonly OrderKey[], fallback: readonly OrderKey[]): readonly OrderKey[] {
  const keys = [...given, ...fallback];
  return keys.filter(({ field }, index) => keys.findIndex((key) => key.field === field) === index);
}

function getWindow(
  builder: QueryBuilder,
  { page: { by }, cursors }: ResourceModel,
  order: readonly OrderKey[],
  dialect: QueryDialect,
): ListWindow {
  const { isPaged, page, size, cursor } = builder;
  if (!isPaged) return ALL;
  if (by !== 'cursor') return { by: 'offset', offset: (page - 1) * size, limit: size };
  if (cursor === undefined) return { by: 'cursor', from: undefined, direction: 'after', limit: size };
  try {
    return { by: 'cursor', ...cursors.decode(cursor, order), limit: size };
  } catch (error) {
    if (!(error instanceof ParameterValueError)) throw error;
    builder.addViolation(dialect.cursor, error.detail, 'invalid_cursor');
    return ALL;
  }
}

const ALL: ListWindow = Object.freeze({ by: 'all' });

// Selected fields override the requested view, which overrides the view of the operation.
function selectedFields(
  { fields, view, call }: QueryBuilder,
  resource: ResourceModel,
  defaultView: string | undefined,
): readonly string[] | undefined {
  const wanted = fields ?? view ?? (defaultView === undefined ? undefined : resource.views.get(defaultView));
  if (wanted === undefined) return undefined;
  const readable = resource.hasReadRules ? call.readableFields : resource.publicFields;
  return readable.filter((name) => wanted.includes(name));
}
