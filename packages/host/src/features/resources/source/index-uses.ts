import type { AnyResource } from '../declare/resource.ts';
import type { ApiConfig } from '../model/api-config.ts';
import { DEFAULT_TENANT_FIELD } from '../declare/tenant-definition.ts';
import type { Filter, FilterKind } from '../declare/filters/filter.ts';
import type { OrderKey } from '../declare/filters/filter-tree.ts';

/** An order or a filter that a list offers, for which a database needs an index. */
export interface IndexUse {
  /** The query that clients send: `order[population]=desc`; `the default order` without one. */
  readonly use: string;
  /** The fields that are compared for equality in each request, such as the tenant. */
  readonly equal: readonly string[];
  /** The sort keys, with the identifier at the end; empty for a filter. */
  readonly order: readonly OrderKey[];
  /** The field that the filter compares. */
  readonly filtered?: string;
  /** Whether the filter compares the beginning of the text, ignoring case. */
  readonly isPrefix?: boolean;
  /** Whether the filter compares more than equality. */
  readonly isRange?: boolean;
}

/** Returns the orders and filters of a resource that an index makes fast. Those through links are those of another table. */
export function indexUses({ definition }: AnyResource, api: ApiConfig = {}): IndexUse[] {
  const {
    order,
    filters = {},
    id,
    tenant,
    global,
  } = definition as {
    readonly order?: Readonly<Record<string, 'asc' | 'desc'>>;
    readonly filters?: Readonly<Record<string, Filter>>;
    readonly id: string | readonly string[];
    readonly tenant?: string;
    readonly global?: boolean;
  };
  const { field = DEFAULT_TENANT_FIELD } = typeof api.tenant === 'object' ? api.tenant : {};
  const equal = api.tenant === undefined || global === true ? [] : [tenant ?? field];
  const declared = Object.entries(order ?? {}).map(([name, direction]): OrderKey => ({ field: name, direction }));
  const keys = [id].flat().map((key): OrderKey => ({ field: key, direction: declared.at(-1)?.direction ?? 'asc' }));
  const byDefault = [...declared, ...keys];
  const uses: IndexUse[] = [{ use: 'the default order', equal, order: withoutRepeated(byDefault) }];
  for (const [name, { kind, fields }] of Object.entries(filters)) {
    const compared = (fields.length > 0 ? fields : [name]).filter((path) => !path.includes('.'));
    if (kind === 'order')
      for (const path of compared)
        for (const direction of ['asc', 'desc'] as const)
          uses.push({
            use: `${name}[${path}]=${direction}`,
            equal,
            order: withoutRepeated([{ field: path, direction }, ...byDefault]),
          });
    else if (INDEXED.has(kind) && compared.length === 1)
      uses.push({
        use: name,
        equal,
        order: [],
        filtered: compared[0]!,
        isPrefix: kind === 'start',
        isRange: RANGES.has(kind),
      });
  }
  return uses;
}

// Other kinds read every row, or most rows have the value.
const INDEXED: ReadonlySet<FilterKind> = new Set<FilterKind>(['exact', 'numeric', 'range', 'date', 'start']);

const RANGES: ReadonlySet<FilterKind> = new Set<FilterKind>(['range', 'date', 'start']);

function withoutRepeated(keys: readonly OrderKey[]): OrderKey[] {
  return keys.filter(({ field }, index) => keys.findIndex((each) => each.field === field) === index);
}
