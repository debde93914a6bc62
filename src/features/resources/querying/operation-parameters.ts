import type { FilterParameter } from '../filters/filter-parameter.ts';
import { linkedFieldParameters, pageParameters, fieldParameters } from './standard-parameters.ts';
import type { OperationParameter } from './operation-parameter.ts';
import type { QuerySubject } from './operation-query.ts';
import { sortParameter } from './order-parameter.ts';
import type { QueryDialect } from './query-dialect.ts';

/**
 * Every parameter that an operation understands in one dialect, by name: filters, its own, pages, and what an answer shows.
 * @param own those of its own schema
 */
export function operationParameters(
  { resource, kind }: QuerySubject,
  dialect: QueryDialect,
  own: readonly OperationParameter[],
): ReadonlyMap<string, OperationParameter> {
  const isList = kind === 'list';
  const filters = isList ? [...resource.filterParameters.values()] : [];
  const sorts = dialect.order === 'sort' ? filters.filter((each) => each.kind === 'order') : [];
  const parameters = [
    ...filters.filter((each) => !sorts.includes(each)).map((each) => filterParameter(each, dialect)),
    ...(sorts.length > 0 ? [sortParameter(sorts)] : []),
    ...own,
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
    apply: (values, reading) => reading.addFilter(parameter, values),
  };
}
