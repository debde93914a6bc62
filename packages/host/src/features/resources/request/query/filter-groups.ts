import { ParameterValueError } from '../../model/parameter-value.ts';
import type { ResourceModel } from '../../model/resource-model.ts';
import type { OperationCall } from '../../model/operation-call.ts';
import type { FilterParameter, GroupKind } from '../../model/filter-parameter.ts';
import type { QueryParameter } from './query-builder.ts';
import { hasNameOrPrefix, isVisibleParameter } from './order-parameter.ts';
import type { QueryDialect } from '../../model/query-dialect.ts';
import { message } from 'oriel-core/messages';

const MAX_GROUPS = 20;

/** The parts of the name of a parameter in a group. Rows match at least one group of `or`, and no group of `not`. */
interface GroupedName {
  readonly kind: GroupKind;
  /** The number of the group; undefined for `or`. */
  readonly group: string | undefined;
  /** The name of the parameter of the filter; undefined for `or[0]`. */
  readonly name: string | undefined;
}

/** Returns the parts of a name such as `or[0][price][gt]`, which is `price[gt]` in group 0; undefined for other names. */
export function splitGroupedName(name: string, { filter }: QueryDialect): GroupedName | undefined {
  if (filter !== undefined && !name.startsWith(`${filter}[`)) return undefined;
  const plain = filter === undefined ? name : name.slice(filter.length + 1).replace(']', '');
  const [, kind, group, base, rest] = /^(or|not)(?:\[(\d{1,2})\](?:\[([^[\]]+)\](.*))?)?$/s.exec(plain) ?? [];
  return kind === undefined ? undefined : { kind: kind as GroupKind, group, name: base && `${base}${rest}` };
}

/** Returns the parameter with this name in a group; undefined if it does not exist for the user of the call. */
export function findGroupedParameter(
  grouped: string,
  { filterParameters }: ResourceModel,
  dialect: QueryDialect,
  call: OperationCall,
): Pick<QueryParameter, 'many' | 'meaning' | 'sortedAs' | 'apply'> | undefined {
  const { kind, group, name = '' } = splitGroupedName(grouped, dialect) ?? {};
  const parameter = filterParameters.get(name);
  if (parameter === undefined || parameter.kind === 'order' || !isVisibleParameter(parameter, call)) return undefined;
  return {
    many: parameter.many,
    meaning: 'or',
    apply(values, builder) {
      if (Number(group) >= MAX_GROUPS)
        throw new ParameterValueError(message('parameter.group-too-large', { most: MAX_GROUPS - 1 }));
      builder.addGroupFilter(kind!, String(Number(group)), parameter, values);
    },
  };
}

/** Whether a parameter in a group has this name or begins with it, as those of `or` and `or[0][price]` do. */
export function isGroupedNameOrPrefix(
  grouped: string,
  resource: ResourceModel,
  dialect: QueryDialect,
  call: OperationCall,
): boolean {
  const parts = splitGroupedName(grouped, dialect);
  const parameters = parts ? listGroupable(resource) : [];
  return parts?.name === undefined ? parameters.length > 0 : hasNameOrPrefix(parameters, parts.name, call);
}

/** Returns the parameters of filters that groups can contain. */
export function listGroupable({ filterParameters }: ResourceModel): FilterParameter[] {
  return [...filterParameters.values()].filter(({ kind }) => kind !== 'order');
}
