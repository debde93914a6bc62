import { suggestName, withDefaults } from 'oriel-core/configuration';
import type { MutableResourceModel } from './mutable-model.ts';
import { listFilters, validateFilter, validateFieldUse } from './validate-filters.ts';
import {
  createFilterParameters,
  parseText,
  assertWordLimit,
  createParser,
} from '../request/query/create-filter-parameters.ts';
import type { FilterFieldWithRules } from '../request/query/create-filter-parameters.ts';
import type { Filter, SqlFilterDefinition } from '../declare/filters/filter.ts';
import type { FilterScalar, FilterTree } from '../declare/filters/filter-tree.ts';
import type { FieldModel, ResourceModel } from '../model/resource-model.ts';
import { parseIri } from '../model/wire-item.ts';
import { denyAll, toFieldPredicate } from '../model/field-predicate.ts';
import type { FilterParameter } from '../model/filter-parameter.ts';
import { mapConditions } from '../declare/filters/where.ts';
import { convertText } from '../../../http/convert-text.ts';
import { lowerFirst } from '../../../http/first-letter.ts';
import type { Language } from 'oriel-core/http';
import { parseSchema } from '../../../http/parse-schema.ts';
import { isPromise } from 'oriel-core/http';
import { describeInput } from '../model/json-schema.ts';
import type { JsonSchema } from '../model/json-schema.ts';
import { ParameterValueError } from '../model/parameter-value.ts';
import type { SearchDefinition } from '../declare/list-definition.ts';
import { countWords, parseSearch } from '../declare/filters/search-query.ts';
import { SEARCH_SETTINGS } from './resource-settings.ts';
import type { FilterIssue } from './validate-filters.ts';

/** Adds the query parameters of the filters to a model whose links are resolved. */
export function addParameters(model: MutableResourceModel): void {
  const { definition, filterParameters, report } = model;
  for (const [name, filter] of listFilters(definition)) {
    const reportFilter = (reason: string, fix: string): void =>
      report(`filters.${name}`, reason, fix, 'ORIEL_RESOURCE_FILTER');
    const issue = validateFilter(name, filter, model);
    if (issue) reportFilter(...issue);
    for (const parameter of issue ? [] : createParameters(name, filter, model)) {
      if (filterParameters.has(parameter.name))
        reportFilter(`Two filters have the query parameter "${parameter.name}"`, 'Rename one of them');
      filterParameters.set(parameter.name, withLists(parameter, model));
    }
  }
}

function createParameters(name: string, { kind, fields, sql }: Filter, model: ResourceModel): FilterParameter[] {
  if (kind === 'sql') return createSqlParameters(name, sql!);
  return createFilterParameters(name, kind, fields, (path) => findField(path, model));
}

/** Returns the fields on a dotted path, of which all but the last are links. */
export function fieldsOnPath(path: string, model: ResourceModel): FieldModel[] {
  let from: ResourceModel | undefined = model;
  return path.split('.').map((name) => {
    const field: FieldModel = from!.fieldByName.get(name)!;
    from = field.link?.to;
    return field;
  });
}

/** Returns the field at a path, with the rules of the fields on the path. */
export function findField(path: string, model: ResourceModel): FilterFieldWithRules {
  const fields = fieldsOnPath(path, model);
  const fieldRules = fields.flatMap(({ read }) => (typeof read === 'function' ? [read] : []));
  const { kind, format, elements, link } = fields.at(-1)!;
  if (link === undefined) return { kind, format, fieldRules };
  const { to, many } = link;
  const toId = (text: string, origin: string): FilterScalar | undefined => {
    const isIri = text.startsWith('/') || text.includes('://');
    const id = isIri ? parseIri(to, text, origin) : Object.values(to.identifier.parse(text) ?? {})[0];
    return id as FilterScalar | undefined;
  };
  return { kind: (many ? elements : undefined) ?? kind, toId, fieldRules };
}

function withLists(parameter: FilterParameter, model: ResourceModel): FilterParameter {
  if (parameter.fields.every((path) => firstList(path, model) === undefined)) return parameter;
  return {
    ...parameter,
    parse(values, origin, language) {
      const { value, tree } = parameter.parse(values, origin, language);
      return { value, tree: tree && throughLists(tree, model) };
    },
  };
}

/** Applies the rules of `access.parameters`, each by the name of a filter or of one of its query parameters. */
export function applyParameterAccess(model: MutableResourceModel): void {
  const { definition, filterParameters, report } = model;
  const all = [...filterParameters.values()];
  for (const [name, rule] of Object.entries(definition.access?.parameters ?? {})) {
    const guard = toFieldPredicate(rule);
    if (guard === 'public') continue;
    const matching = all.filter((parameter) => parameter.name === name || parameter.filter === name);
    if (matching.length === 0)
      report(
        `access.parameters.${name}`,
        `"${model.name}" has no filter or query parameter "${name}"`,
        suggestName(name, [...new Set(all.map(({ filter }) => filter))]),
        'ORIEL_ACCESS_PARAMETER',
      );
    for (const parameter of matching)
      filterParameters.set(parameter.name, {
        ...parameter,
        fieldRules: [...parameter.fieldRules, guard === 'never' ? denyAll : guard],
      });
  }
}

/** Marks the resources whose query parameters depend on the user. */
export function markVariesByUser(models: ReadonlyMap<string, MutableResourceModel>): void {
  for (const model of models.values()) model.variesByUser = variesByUser(model, new Set());
}

// JSON:API requests may include linked items at any depth.
function variesByUser(model: ResourceModel, seen: Set<ResourceModel>): boolean {
  if (seen.has(model)) return false;
  seen.add(model);
  if (model.hasReadRules || [...model.filterParameters.values()].some(({ fieldRules }) => fieldRules.length > 0))
    return true;
  return model.fields.some(({ link }) => link !== undefined && variesByUser(link.to, seen));
}

/**
 * Returns the filter with `some` for each condition on the items of a list of links, such as `labels.name`. A read rule of the
 * linked resource then applies to the same item as the condition.
 */
function throughLists(tree: FilterTree, resource: ResourceModel): FilterTree {
  return mapConditions(tree, (condition) => {
    const list = firstList(condition.field, resource);
    if (list === undefined) return condition;
    const field = condition.field.slice(list.path.length + 1);
    return { op: 'some', field: list.path, of: throughLists({ ...condition, field }, list.to) };
  });
}

/** Returns the first list of links on a path, without its last step; undefined if there is none. */
function firstList(
  path: string,
  resource: ResourceModel,
): { readonly path: string; readonly to: ResourceModel } | undefined {
  const links = fieldsOnPath(path, resource).slice(0, -1);
  const index = links.findIndex(({ link }) => link!.many);
  if (index < 0) return undefined;
  const names = links.slice(0, index + 1).map(({ name }) => name);
  return { path: names.join('.'), to: links[index]!.link!.to };
}

/**
 * Creates the query parameters of `filter.sql`. A list is sent as `near[]=a&near[]=b` or, by HTML forms, as `near=a&near=b`.
 */
function createSqlParameters(name: string, { schema, write }: SqlFilterDefinition): FilterParameter[] {
  const { $schema: _, ...described } = describeInput(schema) ?? {};
  const many = described['type'] === 'array';
  const one = many ? ((described['items'] as JsonSchema | undefined) ?? {}) : described;
  const description = (described['description'] as string | undefined) ?? `A condition of the application, ${name}`;
  const create = (as: string): FilterParameter => ({
    name: as,
    filter: name,
    kind: 'sql',
    fields: [],
    many,
    schema: one,
    description,
    fieldRules: [],
    parse(values, _origin, language) {
      const sent = values.map((text) => convertText(parseText(text), one, described));
      const value = validate(name, schema, many ? sent : sent[0], language);
      return { value, tree: { op: 'sql', filter: name, write, value } };
    },
  });
  return many ? [create(`${name}[]`), create(name)] : [create(name)];
}

function validate(name: string, schema: SqlFilterDefinition['schema'], value: unknown, language?: Language): unknown {
  const output = parseSchema(
    schema,
    value,
    // The detail follows the name of the parameter in a sentence.
    ([{ detail } = { detail: 'Is invalid' }]) =>
      new ParameterValueError(typeof detail === 'string' ? lowerFirst(detail) : detail),
    language,
  );
  if (!isPromise(output)) return output;
  Promise.resolve(output).catch(() => {});
  throw new TypeError(`The schema of the filter "${name}" is asynchronous; filter.sql needs a synchronous one`);
}

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
