import { lowerFirst } from '../../../core/http/first-letter.ts';
import { parseSchema } from '../../../core/http/parse-schema.ts';
import type { Language } from '../../../core/http/language.ts';
import type { StandardSchema } from '../../../core/http/standard-schema.ts';
import type { Violation } from '../../../core/http/errors.ts';
import { inputSchemaOf, kindOf, propertiesOf } from '../model/json-schema.ts';
import type { JsonSchema } from '../model/json-schema.ts';
import type { QueryParameter } from './query-builder.ts';
import { coerceText } from '../filters/parameter-value.ts';
import { message } from '../../../core/messages/message.ts';

/** The query parameters that an operation declares with the schema `query`. */
export class DeclaredParameters {
  readonly parameters: readonly QueryParameter[];
  /** Whether the schema accepts parameters that it does not list. */
  readonly acceptsUnknown: boolean;
  readonly #schema: StandardSchema;
  readonly #required: readonly string[];
  readonly #lists: ReadonlySet<string>;

  constructor(schema: StandardSchema) {
    this.#schema = schema;
    const described = inputSchemaOf(schema);
    const members = Object.entries(propertiesOf(described ?? {}));
    const isList = ([, each]: [string, JsonSchema]): boolean => each['type'] === 'array';
    const { additionalProperties: more } = described ?? {};
    this.acceptsUnknown = described === undefined || more === true || (typeof more === 'object' && more !== null);
    this.#required = (described?.['required'] as string[] | undefined) ?? [];
    this.#lists = new Set(members.filter(isList).map(([name]) => name));
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
    const many = this.#lists.has(name);
    const schema = many ? ((member['items'] as JsonSchema | undefined) ?? {}) : member;
    const { kind } = kindOf(schema);
    const create = (as: string): QueryParameter => ({
      name: as,
      meaning: `own ${name}`,
      schema,
      many,
      fieldRules: [],
      description: (member['description'] as string | undefined) ?? name,
      required: this.#required.includes(name),
      apply(values, { declared }) {
        const coerced = values.map((text) => coerceText(text, kind));
        if (!many) declared[name] = coerced[0];
        else declared[name] = [...((declared[name] as unknown[] | undefined) ?? []), ...coerced];
      },
    });
    return many ? [create(`${name}[]`), create(name)] : [create(name)];
  }
}
