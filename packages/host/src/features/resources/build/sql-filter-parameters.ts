import { convertText } from '../../../http/convert-text.ts';
import { lowerFirst } from '../../../http/first-letter.ts';
import type { Language } from 'oriel-core/http';
import { parseSchema } from '../../../http/parse-schema.ts';
import { isPromise } from 'oriel-core/http';
import { describeInput } from '../model/json-schema.ts';
import type { JsonSchema } from '../model/json-schema.ts';
import type { FilterParameter } from '../model/filter-parameter.ts';
import { ParameterValueError } from '../model/parameter-value.ts';
import { parseText } from '../request/query/create-filter-parameters.ts';
import type { SqlFilterDefinition } from '../declare/filters/filter.ts';

/**
 * Creates the query parameters of `filter.sql`. A list is sent as `near[]=a&near[]=b` or, by HTML forms, as `near=a&near=b`.
 */
export function createSqlParameters(name: string, { schema, write }: SqlFilterDefinition): FilterParameter[] {
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
