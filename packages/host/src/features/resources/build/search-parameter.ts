import { withDefaults } from 'oriel-core/configuration';
import type { SearchDefinition } from '../declare/list-definition.ts';
import type { FilterParameter } from '../model/filter-parameter.ts';
import { countWords, parseSearch } from '../declare/filters/search-query.ts';
import { assertWordLimit, createParser, parseText } from '../request/query/create-filter-parameters.ts';
import type { ResourceModel } from '../model/resource-model.ts';
import type { MutableResourceModel } from './mutable-model.ts';
import { findField } from './resource-parameters.ts';
import { SEARCH_SETTINGS } from './resource-settings.ts';
import { validateFieldUse } from './validate-filters.ts';
import type { FilterIssue } from './validate-filters.ts';

/** Adds the query parameter `search` to a model with the option `search`. */
export function addSearchParameter(model: MutableResourceModel): void {
  const declared: SearchDefinition | readonly string[] | undefined = model.definition.search;
  if (declared === undefined) return;
  const definition = 'fields' in declared ? declared : { fields: declared };
  const { fields, language, order } = withDefaults(SEARCH_SETTINGS, definition);
  const issue = validateSearch(fields, order, model);
  if (issue) model.report('search', ...issue, 'ORIEL_RESOURCE_SEARCH');
  else model.filterParameters.set(NAME, createParameter(fields, language, model));
}

const NAME = 'search';

function createParameter(fields: readonly string[], language: string, model: ResourceModel): FilterParameter {
  return {
    name: NAME,
    filter: NAME,
    kind: 'fulltext',
    fields,
    many: false,
    schema: { type: 'string' },
    description: `Words in ${fields.join(', ')}; "a phrase", -excluded, or between alternatives`,
    fieldRules: fields.flatMap((name) => findField(name, model).fieldRules),
    parse: createParser(parseText, ([text]) => {
      const query = parseSearch(text!);
      assertWordLimit(countWords(query));
      return query.length === 0 ? undefined : { op: 'search', fields, text: text!, query, language };
    }),
  };
}

function validateSearch(
  fields: readonly string[],
  order: SearchDefinition['order'],
  model: ResourceModel,
): FilterIssue | undefined {
  if (model.filterParameters.has(NAME))
    return ['Two filters have the query parameter "search"', 'Rename the filter "search" in filters'];
  for (const path of fields) {
    const issue = validateFieldUse(path, model, 'search');
    if (issue !== undefined) return issue;
    const { kind, link } = model.fieldByName.get(path)!;
    if (kind !== 'string' || link !== undefined)
      return [`"${path}" is not a string`, 'Search in fields with text only'];
  }
  if (order === undefined || model.page.by !== 'cursor') return undefined;
  return [
    'A cursor cannot contain the relevance of an item, because it is not a field',
    "Remove order: 'relevance' from the search, or use offset pagination",
  ];
}
