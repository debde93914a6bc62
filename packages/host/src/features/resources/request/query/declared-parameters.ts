import { convertText, findListSchema } from '../../../../http/convert-text.ts';
import { lowerFirst } from '../../../../http/first-letter.ts';
import { parseSchema } from '../../../../http/parse-schema.ts';
import type { Language, StandardSchema, Violation } from 'oriel-core/http';
import { describeInput, getProperties } from '../../model/json-schema.ts';
import type { JsonSchema } from '../../model/json-schema.ts';
import type { QueryParameter } from './query-builder.ts';
import { message } from 'oriel-core/messages';

/** The query parameters that an operation declares with the schema `query`. */
export interface DeclaredParameters {
  readonly parameters: readonly QueryParameter[];
  /** Whether the schema accepts parameters that it does not list. */
  readonly acceptsUnknown: boolean;
  /**
   * Validates the values of the declared parameters.
   *
   * @param createError creates the error for violations
   * @returns the output of the schema, or a promise of it
   */
  parse(
    sent: Readonly<Record<string, unknown>>,
    createError: (violations: readonly Violation[]) => Error,
    language?: Language,
  ): unknown;
}

/** Returns the query parameters that a schema declares. */
export function createDeclaredParameters(schema: StandardSchema): DeclaredParameters {
  const input = describeInput(schema);
  const described = input ?? {};
  const { additionalProperties: more } = described;
  const required = (described['required'] as string[] | undefined) ?? [];
  const lists = new Set<string>();
  // Lists are sent as `l[]=a&l[]=b` or, by HTML forms, as `l=a&l=b`.
  const createParameters = ([name, member]: [string, JsonSchema]): QueryParameter[] => {
    const list = findListSchema(member, described);
    if (list) lists.add(name);
    const create = (as: string): QueryParameter => ({
      name: as,
      meaning: `own ${name}`,
      schema: list?.itemAt(0) ?? member,
      many: list !== undefined,
      fieldRules: [],
      description: (member['description'] as string | undefined) ?? name,
      required: required.includes(name),
      apply: (values, { declared }) => {
        const before = declared[name];
        const texts = before === undefined ? values : [before, values].flat();
        declared[name] =
          list && (list.isOnly || texts.length > 1)
            ? texts.map((text, index) => convertText(text, list.itemAt(index), described))
            : convertText(texts[0], member, described);
      },
    });
    return list ? [create(`${name}[]`), create(name)] : [create(name)];
  };
  const describeViolation = (sent: object, { pointer = '', detail, code }: Violation): Violation => {
    const name = pointer.slice(1).split('/', 1)[0]!.replaceAll('~1', '/').replaceAll('~0', '~');
    const parameter = lists.has(name) ? `${name}[]` : name || '(query)';
    if (!(name in sent) && required.includes(name))
      return { parameter, detail: message('parameter.required'), code: 'required' };
    // The detail follows the name of the parameter in a sentence.
    const text = typeof detail === 'string' ? lowerFirst(detail) : detail;
    return { parameter, detail: text, ...(code === undefined ? {} : { code }) };
  };
  return {
    parameters: Object.entries(getProperties(described)).flatMap(createParameters),
    acceptsUnknown: input === undefined || more === true || (typeof more === 'object' && more !== null),
    parse: (sent, createError, language) =>
      parseSchema(
        schema,
        sent,
        (violations) => createError(violations.map((violation) => describeViolation(sent, violation))),
        language,
      ),
  };
}
