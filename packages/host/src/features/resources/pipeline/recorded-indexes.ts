import type { RecordedIndex } from 'oriel/recorder';
import type { Filter } from '../declare/filters/filter.ts';
import type { OperationCall } from '../model/operation-call.ts';
import type { Reach } from '../model/reach.ts';
import type { FindMissingIndexes } from '../source/index-reader.ts';

/** Returns the indexes that the order or the filters of a recorded list need and its table does not have. */
export function missingIndexes(call: OperationCall, reach: Reach, find: FindMissingIndexes): RecordedIndex[] {
  const uses = findUses(call, reach);
  if (uses.length === 0) return [];
  const found = find(call.operation.resource.name);
  const missing = uses.flatMap((use) => {
    const index = found.find((listedIndex) => listedIndex.uses.includes(use));
    return index === undefined ? [] : [{ use, ...index }];
  });
  // One filter with an index is enough to find few rows.
  if (missing.length < uses.length) return [];
  return missing.map(({ use, table, columns, isImpossible }) => ({
    use,
    table,
    columns,
    ...(isImpossible ? {} : { statement: writeStatement(table, columns) }),
  }));
}

// The filters of a request, or its order without any. An index for both of them is not known.
function findUses({ operation: { kind, resource }, query }: OperationCall, reach: Reach): string[] {
  if (kind !== 'list' || query?.request === undefined || resource.functions.has('list')) return [];
  const declared = (resource.definition.filters ?? {}) as Readonly<Record<string, Filter | undefined>>;
  const names = Object.keys(query.filters);
  const filters = names.filter((name) => declared[name]?.kind !== 'order');
  const orders = names
    .filter((name) => !filters.includes(name))
    .flatMap((name) =>
      Object.entries(query.filters[name] as object).map(([path, direction]) => `${name}[${path}]=${direction}`),
    );
  const isThroughLink = declared[filters[0] ?? '']?.fields.some((path) => path.includes('.'));
  if (filters.length === 1 && orders.length === 1 && isThroughLink) return [`${filters[0]}&${orders[0]}`];
  if (filters.length > 0) return filters;
  const { where, relevance } = query.request;
  if (orders.length > 1 || where !== undefined || relevance !== undefined || reach.rows !== undefined) return [];
  return orders.length === 1 ? orders : ['the default order'];
}

function writeStatement(table: string, columns: string): string {
  const names = columns.split(', ').map((column) => column.split(' ', 1)[0]!);
  const name = [table.split('.').at(-1)!, ...names].join('_').slice(0, MAX_NAME_LENGTH);
  return `create index ${name} on ${table} (${columns})`;
}

// Names of PostgreSQL have 63 bytes.
const MAX_NAME_LENGTH = 60;
