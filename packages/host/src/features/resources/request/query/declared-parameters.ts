import { convertText, findListSchema } from '../../../../http/convert-text.ts';
import { lowerFirst } from '../../../../http/first-letter.ts';
import { parseSchema } from '../../../../http/parse-schema.ts';
import type { Language, StandardSchema, Violation } from 'oriel-core/http';
import { describeInput, getProperties } from '../../model/json-schema.ts';
import type { JsonSchema } from '../../model/json-schema.ts';
import type { QueryParameter } from './query-builder.ts';
import { message } from 'oriel-core/messages';

/** The query parameters that an operation declares with the schema `query`. */
export class DeclaredParameters {
  readonly parameters: readonly QueryParameter[];
  /** Whether the schema accepts parameters that it does not list. */
  readonly acceptsUnknown: boolean;
  readonly #schema: StandardSchema;
  readonly #described: JsonSchema;
  readonly #required: readonly string[];
  /** The names of parameters that are lists. */
  readonly #lists = new Set<string>();

  constructor(schema: StandardSchema) {
    this.#schema = schema;
    const described = describeInput(schema);
    this.#described = described ?? {};
    const members = Object.entries(getProperties(described ?? {}));
    const { additionalProperties: more } = described ?? {};
    this.acceptsUnknown = described === undefined || more === true || (typeof more === 'object' && more !== null);
    this.#required = (described?.['required'] as string[] | undefined) ?? [];
    this.parameters = members.flatMap(([name, member]) => this.#createParameters(name, member));
  }

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
  ): unknown {
    const fail = (violations: readonly Violation[]): Error =>
      createError(
        violations.map(({ pointer = '', detail, code }) => {
          const name = pointer.slice(1).split('/', 1)[0]!.replaceAll('~1', '/').replaceAll('~0', '~');
          const parameter = this.#lists.has(name) ? `${name}[]` : name || '(query)';
          if (!(name in sent) && this.#required.includes(name))
            return { parameter, detail: message('parameter.required'), code: 'required' };
          // The detail follows the name of the parameter in a sentence.
          return {
            parameter,
            detail: typeof detail === 'string' ? lowerFirst(detail) : detail,
            ...(code === undefined ? {} : { code }),
          };
        }),
      );
    return parseSchema(this.#schema, sent, fail, language);
  }

  // Lists are sent as `l[]=a&l[]=b` or, by HTML forms, as `l=a&l=b`.
  #createParameters(name: string, member: JsonSchema): QueryParameter[] {
    const list = findListSchema(member, this.#described);
    if (list) this.#lists.add(name);
    const create = (as: string): QueryParameter => ({
      name: as,
      meaning: `own ${name}`,
      schema: list?.itemAt(0) ?? member,
      many: list !== undefined,
      fieldRules: [],
      description: (member['description'] as string | undefined) ?? name,
      required: this.#required.includes(name),
      apply: (values, { declared }) => {
        const before = declared[name];
        const texts = before === undefined ? values : [before, values].flat();
        declared[name] =
          list && (list.isOnly || texts.length > 1)
            ? texts.map((text, index) => convertText(text, list.itemAt(index), this.#described))
            : convertText(texts[0], member, this.#described);
      },
    });
    return list ? [create(`${name}[]`), create(name)] : [create(name)];
  }
}
