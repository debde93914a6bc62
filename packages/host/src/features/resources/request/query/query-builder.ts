import { NullPrototypeRecord, isObject } from 'oriel-core/http';
import type { Violation, StandardSchema } from 'oriel-core/http';
import type { FilterTree, OrderKey } from '../../declare/filters/filter-tree.ts';
import { combineFilters } from '../../declare/filters/where.ts';
import type { OperationCall } from '../../model/operation-call.ts';
import { GROUP_KINDS } from '../../model/filter-parameter.ts';
import type { FilterParameter, GroupKind, OperationParameter } from '../../model/filter-parameter.ts';
import type { ClientText } from 'oriel-core/messages';
import type { Operation } from '../../model/operation.ts';
import type { PageRules, ResourceModel } from '../../model/resource-model.ts';

const MAX_VIOLATIONS = 20;

interface FilterGroup {
  readonly trees: FilterTree[];
  readonly filters: Record<string, unknown>;
}

/** Collects the filters, order, page, fields and violations of one query while its parameters are parsed. */
export class QueryBuilder {
  readonly call: OperationCall;
  readonly strict: boolean;
  page = 1;
  size: number;
  isPaged: boolean;
  count: boolean;
  cursor: string | undefined = undefined;
  order: OrderKey[] = [];
  fields: string[] | undefined = undefined;
  view: readonly string[] | undefined = undefined;
  readonly trees: FilterTree[] = [];
  readonly filters = new NullPrototypeRecord<unknown>();
  readonly declared = new NullPrototypeRecord<unknown>();
  readonly formatParameters = new NullPrototypeRecord<string>();
  readonly fieldsByType = new Map<string, readonly string[]>();
  readonly ignored: string[] = [];
  readonly sent: { readonly pair: readonly [name: string, value: string]; readonly sortedAs: string }[] = [];
  readonly violations: Violation[] = [];
  readonly #groups: Readonly<Record<GroupKind, Map<string, FilterGroup>>> = { or: new Map(), not: new Map() };

  constructor(call: OperationCall, strict: boolean, { size, by, count }: PageRules) {
    this.call = call;
    this.strict = strict;
    this.size = size;
    this.isPaged = by !== 'none';
    this.count = count;
  }

  /** Adds the condition or order of a filter parameter. */
  addFilter(parameter: FilterParameter, values: readonly string[]): void {
    const value = this.#addTo(this, parameter, values);
    if (parameter.kind === 'order')
      this.order.push({ field: parameter.fields[0]!, direction: value as OrderKey['direction'] });
  }

  /** Adds a condition to a group. A row matches if it meets all conditions of at least one group of `or`, and of no group of `not`. */
  addGroupFilter(kind: GroupKind, group: string, parameter: FilterParameter, values: readonly string[]): void {
    const groups = this.#groups[kind];
    let found = groups.get(group);
    if (found === undefined) groups.set(group, (found = { trees: [], filters: new NullPrototypeRecord<unknown>() }));
    this.#addTo(found, parameter, values);
  }

  #addTo({ trees, filters }: FilterGroup, parameter: FilterParameter, values: readonly string[]): unknown {
    const { origin, language } = this.call.context;
    const { value, tree } = parameter.parse(values, origin, language);
    if (tree) trees.push(tree);
    merge(filters, parameter, value);
    return value;
  }

  /** All conditions as one filter; undefined without conditions. */
  get where(): FilterTree | undefined {
    const alternatives = combineFilters(this.#getTrees('or'), 'or');
    const excluded = this.#getTrees('not').map((of): FilterTree => ({ op: 'not', of }));
    return combineFilters([...this.trees, alternatives, ...excluded]);
  }

  #getTrees(kind: GroupKind): FilterTree[] {
    return [...this.#groups[kind].values()].flatMap(({ trees }) => combineFilters(trees) ?? []);
  }

  /** The value of each filter by its declared name; `or` and `not` have the values of the groups. */
  get filterValues(): Readonly<Record<string, unknown>> {
    for (const kind of GROUP_KINDS) {
      const groups = this.#groups[kind];
      if (groups.size > 0) this.filters[kind] = [...groups.values()].map(({ filters }) => filters);
    }
    return this.filters;
  }

  addViolation(parameter: string, detail: ClientText, code: string): void {
    if (this.violations.length >= MAX_VIOLATIONS) return;
    this.violations.push({ parameter: parameter.slice(0, 200).toWellFormed(), detail, code });
  }
}

/** The parts of an operation that its query depends on. */
export interface QuerySubject {
  readonly kind: Operation['kind'];
  readonly resource: ResourceModel;
  readonly view: string | undefined;
  /** The schema of the parameters that the operation declares. */
  readonly schema: StandardSchema | undefined;
}

/** A parameter that queries are parsed with. */
export interface QueryParameter extends OperationParameter {
  /** Adds the meaning of the values to a query. @throws {ParameterValueError} if a value is invalid */
  apply(values: readonly string[], builder: QueryBuilder): void;
}

// `price[gt]` and `price[lt]` are parameters of the same filter, like `order[title]` and `order[id]`.
function merge(into: Record<string, unknown>, { kind, filter, fields }: FilterParameter, value: unknown): void {
  const keyed = kind === 'order' || kind === 'exists' || kind === 'exclude' ? { [fields[0]!]: value } : value;
  const before = into[filter];
  into[filter] = isObject(keyed) && isObject(before) ? { ...before, ...keyed } : keyed;
}
