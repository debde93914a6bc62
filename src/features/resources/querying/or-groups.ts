import { ParameterValueError } from '../filters/parameter-value.ts';
import type { ResourceModel } from '../model/resource-model.ts';
import type { OperationRun } from '../running/operation-run.ts';
import type { OperationParameter } from './operation-parameter.ts';
import { isVisibleParameter } from './order-parameter.ts';
import type { QueryDialect } from './query-dialect.ts';

const MOST_GROUPS = 20;

/** What filters are asked in groups, of which one has to hold: `or[0][price][gt]=5` is `price[gt]=5` in group 0. */
export class OrGroups {
  readonly #resource: ResourceModel;
  /** What the names of parameters in groups begin with: `or[`. */
  readonly #prefix: string;

  private constructor(resource: ResourceModel, { filter }: QueryDialect) {
    this.#resource = resource;
    this.#prefix = `${filter === undefined ? 'or' : `${filter}[or]`}[`;
  }

  /** The groups of a list; undefined when nothing can be asked in any. */
  static of(resource: ResourceModel, dialect: QueryDialect): OrGroups | undefined {
    const groupable = [...resource.filterParameters.values()].some(({ kind }) => kind !== 'order');
    return groupable ? new OrGroups(resource, dialect) : undefined;
  }

  /** The parameter with this name in a group; undefined when there is none, or none that this reader may know. */
  find(
    name: string,
    run: OperationRun,
  ): Pick<OperationParameter, 'many' | 'meaning' | 'sortedAs' | 'apply'> | undefined {
    if (!name.startsWith(this.#prefix)) return undefined;
    const [, group, base, rest] = /^(\d{1,2})\]\[([^[\]]+)\](.*)$/s.exec(name.slice(this.#prefix.length)) ?? [];
    const parameter = this.#resource.filterParameters.get(`${base}${rest}`);
    if (
      group === undefined ||
      parameter === undefined ||
      parameter.kind === 'order' ||
      !isVisibleParameter(parameter, run)
    )
      return undefined;
    return {
      many: parameter.many,
      meaning: 'or',
      apply(values, reading) {
        if (Number(group) >= MOST_GROUPS) throw new ParameterValueError(`is in a group above ${MOST_GROUPS - 1}`);
        reading.addGroupFilter(String(Number(group)), parameter, values);
      },
    };
  }
}
