import type { QueryParameter } from '../filters/query-parameter.ts';
import { linkedFieldParameters, pageParameters, shapeParameters } from './host-parameters.ts';
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
  const filters = isList ? [...resource.parameters.values()] : [];
  const sorts = dialect.order === 'sort' ? filters.filter((each) => each.kind === 'order') : [];
  const parameters = [
    ...filters.filter((each) => !sorts.includes(each)).map((each) => filterParameter(each, dialect)),
    ...(sorts.length > 0 ? [sortParameter(sorts)] : []),
    ...own,
    ...(isList ? pageParameters(resource, dialect) : []),
    ...shapeParameters(resource, dialect),
    ...(dialect.fields === 'typed' ? linkedFieldParameters(resource) : []),
  ];
  return new Map(parameters.map((each) => [each.name, each]));
}

function filterParameter(parameter: QueryParameter, { filter }: QueryDialect): OperationParameter {
  const { name, schema, description, many, guards } = parameter;
  return {
    ...{ schema, description, many, guards },
    name: filter === undefined ? name : name.replace(/^([^[]+)(.*)$/s, `${filter}[$1]$2`),
    meaning: `filter ${name}`,
    sortedAs: parameter.kind === 'order' ? `${parameter.filter}[` : undefined,
    take: (values, reading) => reading.takeFilter(parameter, values),
  };
}
