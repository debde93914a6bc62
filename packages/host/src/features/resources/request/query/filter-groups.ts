import { ParameterValueError } from '../../model/parameter-value.ts';
import type { ResourceModel } from '../../model/resource-model.ts';
import type { OperationCall } from '../../model/operation-call.ts';
import { GROUP_KINDS } from '../../model/filter-parameter.ts';
import type { GroupKind } from '../../model/filter-parameter.ts';
import type { QueryParameter } from './query-builder.ts';
import { isVisibleParameter } from './order-parameter.ts';
import type { QueryDialect } from '../../model/query-dialect.ts';
import { message } from 'oriel-core/messages';

const MAX_GROUPS = 20;

/**
 * Filters in groups: rows match at least one group of `or`, and no group of `not`. `or[0][price][gt]=5` is `price[gt]=5` in group 0.
 */
export class FilterGroups {
  readonly #resource: ResourceModel;
  readonly #kind: GroupKind;
  /** The prefix of parameters in groups: `or[`. */
  readonly #prefix: string;

  private constructor(resource: ResourceModel, { filter }: QueryDialect, kind: GroupKind) {
    this.#resource = resource;
    this.#kind = kind;
    this.#prefix = `${filter === undefined ? kind : `${filter}[${kind}]`}[`;
  }

  /** Returns the groups of a list; none if it has no filters. */
  static of(resource: ResourceModel, dialect: QueryDialect): readonly FilterGroups[] {
    const groupable = [...resource.filterParameters.values()].some(({ kind }) => kind !== 'order');
    return groupable ? GROUP_KINDS.map((kind) => new FilterGroups(resource, dialect, kind)) : [];
  }

  /** Returns the parameter with this name in a group; undefined if it does not exist for the user of the call. */
  find(name: string, call: OperationCall): Pick<QueryParameter, 'many' | 'meaning' | 'sortedAs' | 'apply'> | undefined {
    const [group, ungrouped] = this.#split(name);
    const parameter = this.#resource.filterParameters.get(ungrouped!);
    if (
      group === undefined ||
      parameter === undefined ||
      parameter.kind === 'order' ||
      !isVisibleParameter(parameter, call)
    )
      return undefined;
    const kind = this.#kind;
    return {
      many: parameter.many,
      meaning: 'or',
      apply(values, builder) {
        if (Number(group) >= MAX_GROUPS)
          throw new ParameterValueError(message('parameter.group-too-large', { most: MAX_GROUPS - 1 }));
        builder.addGroupFilter(kind, String(Number(group)), parameter, values);
      },
    };
  }

  /** Whether a parameter in a group has this name or begins with it, as those of `or` and `or[0][price]` do. */
  isNameOrPrefix(name: string, call: OperationCall): boolean {
    if (this.#prefix === `${name}[` || /^\d{1,2}\]$/.test(this.#rest(name))) return true;
    const [, ungrouped] = this.#split(name);
    if (ungrouped === undefined) return false;
    return [...this.#resource.filterParameters.values()].some(
      (each) =>
        each.kind !== 'order' &&
        (each.name === ungrouped || each.name.startsWith(`${ungrouped}[`)) &&
        isVisibleParameter(each, call),
    );
  }

  // `or[0][price][gt]` is the parameter `price[gt]` in group 0.
  #split(name: string): [group?: string, ungrouped?: string] {
    const [, group, base, rest] = /^(\d{1,2})\]\[([^[\]]+)\](.*)$/s.exec(this.#rest(name)) ?? [];
    return group === undefined ? [] : [group, `${base}${rest}`];
  }

  #rest(name: string): string {
    return name.startsWith(this.#prefix) ? name.slice(this.#prefix.length) : '';
  }
}
