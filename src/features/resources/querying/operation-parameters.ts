import type { FilterParameter } from '../filters/filter-parameter.ts';
import { linkedFieldParameters, pageParameters, fieldParameters } from './standard-parameters.ts';
import type { OperationParameter } from './operation-parameter.ts';
import type { QuerySubject } from './operation-query.ts';
import { sortParameter } from './order-parameter.ts';
import type { QueryDialect } from './query-dialect.ts';

/**
 * Returns all parameters of an operation in one dialect, by name: filters, declared parameters, pages and fields.
 *
 * @param declared the parameters that the schema of the operation declares
 */
export function operationParameters(
  { resource, kind }: QuerySubject,
  dialect: QueryDialect,
  declared: readonly OperationParameter[],
): ReadonlyMap<string, OperationParameter> {
  const isList = kind === 'list';
  const filters = isList ? [...resource.filterParameters.values()] : [];
  const sorts = dialect.order === 'sort' ? filters.filter((each) => each.kind === 'order') : [];
  const parameters = [
    ...filters.filter((each) => !sorts.includes(each)).map((each) => filterParameter(each, dialect)),
    ...(sorts.length > 0 ? [sortParameter(sorts)] : []),
    ...declared,
    ...(isList ? pageParameters(resource, dialect) : []),
    ...fieldParameters(resource, dialect),
    ...(dialect.fields === 'typed' ? linkedFieldParameters(resource) : []),
  ];
  return new Map(parameters.map((each) => [each.name, each]));
}

function filterParameter(parameter: FilterParameter, { filter }: QueryDialect): OperationParameter {
  const { name, schema, description, many, fieldRules } = parameter;
  return {
    ...{ schema, description, many, fieldRules },
    name: filter === undefined ? name : name.replace(/^([^[]+)(.*)$/s, `${filter}[$1]$2`),
    meaning: `filter ${name}`,
    sortedAs: parameter.kind === 'order' ? `${parameter.filter}[` : undefined,
    apply: (values, builder) => builder.addFilter(parameter, values),
  };
}
