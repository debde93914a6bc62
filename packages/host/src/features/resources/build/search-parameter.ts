import { message } from 'oriel-core/messages';
import type { SearchDefinition } from '../declare/list-definition.ts';
import type { FilterParameter } from '../model/filter-parameter.ts';
import { ParameterValueError } from '../model/parameter-value.ts';
import { countWords, parseSearch } from '../declare/filters/search-query.ts';
import type { ResourceModel } from '../model/resource-model.ts';
import type { MutableResourceModel, ReportIssue } from './mutable-model.ts';
import type { FilterIssue } from './validate-filters.ts';

/** Adds the query parameter `search` to a model with the option `search`. */
export function addSearchParameter(model: MutableResourceModel, reportIssue: ReportIssue): void {
  const declared: SearchDefinition | readonly string[] | undefined = model.definition.search;
  if (declared === undefined) return;
  const { fields, language = 'simple', order }: SearchDefinition = isList(declared) ? { fields: declared } : declared;
  const issue = validateSearch(fields, language, model) ?? validateSearchOrder(order, model);
  if (issue) return reportIssue('search', ...issue, 'ORIEL_RESOURCE_SEARCH');
  model.filterParameters.set(NAME, createParameter(fields, language, model));
}

function isList<Value>(value: unknown): value is readonly Value[] {
  return Array.isArray(value);
}

const NAME = 'search';
const MAX_WORDS = 20;

function createParameter(fields: readonly string[], language: string, model: ResourceModel): FilterParameter {
  return {
    name: NAME,
    filter: NAME,
    kind: 'fulltext',
    fields,
    many: false,
    schema: { type: 'string' },
    description: `Words in ${fields.join(', ')}; "a phrase", -excluded, or between alternatives`,
    fieldRules: fields.flatMap((name) => {
      const { read } = model.fieldByName.get(name)!;
      return typeof read === 'function' ? [read] : [];
    }),
    parse([text = '']) {
      // PostgreSQL rejects NUL bytes in text.
      if (text.includes('\0')) throw new ParameterValueError(message('parameter.nul-character'));
      const query = parseSearch(text);
      if (countWords(query) > MAX_WORDS)
        throw new ParameterValueError(message('parameter.too-many-words', { count: MAX_WORDS }));
      return { value: text, tree: query.length === 0 ? undefined : { op: 'search', fields, text, query, language } };
    },
  };
}

function validateSearch(
  fields: unknown,
  language: unknown,
  { name, fieldByName, filterParameters }: ResourceModel,
): FilterIssue | undefined {
  if (filterParameters.has(NAME))
    return ['Two filters have the query parameter "search"', 'Rename the filter "search" in filters'];
  if (!Array.isArray(fields) || fields.length === 0)
    return ['The search has no fields', "List the fields, such as search: ['title', 'body']"];
  if (typeof language !== 'string' || !LANGUAGE.test(language))
    return [
      `The language is ${JSON.stringify(language)}; expected a text search configuration of PostgreSQL`,
      "Use a name such as language: 'english', or omit it",
    ];
  for (const path of fields as readonly string[]) {
    const field = fieldByName.get(path);
    if (field === undefined)
      return [`"${name}" has no field "${path}"`, `Use one of ${[...fieldByName.keys()].join(', ')}`];
    if (field.kind !== 'string' || field.link !== undefined)
      return [`"${path}" is not a string`, 'Search in fields with text only'];
    if (field.read === 'never')
      return [
        `No user may read "${path}", but the search would reveal its value`,
        'Remove the field from the search, or make it readable',
      ];
  }
  return undefined;
}

function validateSearchOrder(order: unknown, { page }: ResourceModel): FilterIssue | undefined {
  if (order === undefined) return undefined;
  if (order !== 'relevance')
    return [`The order of the search is ${JSON.stringify(order)}`, "Use order: 'relevance', or omit it"];
  if (page.by !== 'cursor') return undefined;
  return [
    'A cursor cannot contain the relevance of an item, because it is not a field',
    "Remove order: 'relevance' from the search, or use offset pagination",
  ];
}

// It becomes part of the SQL text.
const LANGUAGE = /^[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*)?$/;
