import type { AnyResource } from '../declare/resource.ts';
import type { ApiConfig } from '../model/api-config.ts';
import { DEFAULT_TENANT_FIELD } from '../declare/tenant-definition.ts';
import type { Filter, FilterKind } from '../declare/filters/filter.ts';
import type { OrderKey } from '../declare/filters/filter-tree.ts';

/** An order or a filter that a list offers, for which a database needs an index. */
export interface IndexUse {
  /** The query that clients send: `order[population]=desc`, `continent&order[population]=desc`; `the default order` without one. */
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
  /** Whether the filter compares linked rows, and the link is the last of the equal fields. */
  readonly isLinked?: boolean;
}

/** Returns the orders and filters of a resource that need an index, and the orders through links, which no index makes fast. */
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
  const links = new Map<string, string>();
  for (const [name, { kind, fields }] of Object.entries(filters)) {
    const paths = fields.length > 0 ? fields : [name];
    const compared = paths.filter((path) => !path.includes('.'));
    if (kind === 'order')
      for (const path of paths)
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
    else if (INDEXED.has(kind) && paths.length === 1) links.set(name, paths[0]!.split('.', 1)[0]!);
  }
  // The first rows of each linked row are read in the order of the page.
  const orders = uses.filter(({ order: keys }) => keys.length > 0 && !keys.some(isThroughLink));
  const linked = [...links].flatMap(([name, link]) =>
    orders.map(({ use, order: keys }, index): IndexUse => {
      const withOrder = index === 0 ? name : `${name}&${use}`;
      return { use: withOrder, equal: [...equal, link], order: keys, isLinked: true };
    }),
  );
  return [...uses, ...linked];
}

// Other kinds read every row, or most rows have the value.
const INDEXED: ReadonlySet<FilterKind> = new Set<FilterKind>(['exact', 'range', 'date', 'start']);

const RANGES: ReadonlySet<FilterKind> = new Set<FilterKind>(['range', 'date', 'start']);

/** Returns whether a sort key is a field of linked rows. */
export function isThroughLink({ field }: OrderKey): boolean {
  return field.includes('.');
}

function withoutRepeated(keys: readonly OrderKey[]): OrderKey[] {
  return keys.filter(({ field }, index) => keys.findIndex((key) => key.field === field) === index);
}
