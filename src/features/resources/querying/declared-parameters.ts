import { lowerFirst } from '../../../core/http/first-letter.ts';
import { parseSchema } from '../../../core/http/parse-schema.ts';
import type { Language } from '../../../core/http/language.ts';
import type { StandardSchema } from '../../../core/http/standard-schema.ts';
import type { Violation } from '../../../core/http/errors.ts';
import { kindOf, propertiesOf } from '../model/json-schema.ts';
import type { JsonSchema } from '../model/json-schema.ts';
import type { OperationParameter } from './operation-parameter.ts';
import { ParameterValueError, parseBoolean, parseNumber } from '../filters/parameter-value.ts';
import type { FieldKind } from '../stores/resource-store.ts';

/** The query parameters an operation declares with a schema of its own, beside those of the host. */
export class DeclaredParameters {
  readonly parameters: readonly OperationParameter[];
  /** Does the schema take names that it does not tell? Then nobody is a stranger. */
  readonly acceptsUnknown: boolean;
  readonly #schema: StandardSchema;
  readonly #required: readonly string[];
  readonly #lists: ReadonlySet<string>;

  constructor(schema: StandardSchema) {
    this.#schema = schema;
    const described = describe(schema);
    const members = Object.entries(propertiesOf(described ?? {}));
    const isList = ([, each]: [string, JsonSchema]): boolean => each['type'] === 'array';
    const { additionalProperties: more } = described ?? {};
    this.acceptsUnknown = described === undefined || more === true || (typeof more === 'object' && more !== null);
    this.#required = (described?.['required'] as string[] | undefined) ?? [];
    this.#lists = new Set(members.filter(isList).map(([name]) => name));
    this.parameters = members.flatMap(([name, member]) => this.#parametersOf(name, member));
  }

  /**
   * What the schema makes of what was sent.
   * @param wrong makes an error of what is wrong with it
   */
  parse(
    sent: Readonly<Record<string, unknown>>,
    wrong: (violations: readonly Violation[]) => Error,
    language?: Language,
  ): unknown {
    const fail = (violations: readonly Violation[]): Error =>
      wrong(
        violations.map(({ pointer = '', detail, code }) => {
          const name = pointer.slice(1).split('/', 1)[0]!.replaceAll('~1', '/').replaceAll('~0', '~');
          const parameter = this.#lists.has(name) ? `${name}[]` : name || '(query)';
          if (!(name in sent) && this.#required.includes(name))
            return { parameter, detail: 'is required', code: 'required' };
          // "Too small: …" goes on after the name of the parameter.
          return { parameter, detail: lowerFirst(detail), ...(code === undefined ? {} : { code }) };
        }),
      );
    return parseSchema(this.#schema, sent, fail, language);
  }

  // A list is sent as `l[]=a&l[]=b`, or, as browsers send forms, as `l=a&l=b`.
  #parametersOf(name: string, member: JsonSchema): OperationParameter[] {
    const many = this.#lists.has(name);
    const schema = many ? ((member['items'] as JsonSchema | undefined) ?? {}) : member;
    const { kind } = kindOf(schema);
    const made = (as: string): OperationParameter => ({
      ...{ name: as, meaning: `own ${name}`, schema, many, fieldRules: [] },
      description: (member['description'] as string | undefined) ?? name,
      required: this.#required.includes(name),
      apply(values, { declared }) {
        const read = values.map((text) => coerce(text, kind));
        if (!many) declared[name] = read[0];
        else declared[name] = [...((declared[name] as unknown[] | undefined) ?? []), ...read];
      },
    });
    return many ? [made(`${name}[]`), made(name)] : [made(name)];
  }
}

// What is no number stays text: the schema says what it thinks of it.
function coerce(text: string, kind: FieldKind): unknown {
  try {
    if (kind === 'integer' || kind === 'number') return parseNumber(text, 'number');
    if (kind === 'boolean') return parseBoolean(text);
  } catch (error) {
    if (!(error instanceof ParameterValueError)) throw error;
  }
  return text;
}

function describe(schema: StandardSchema): JsonSchema | undefined {
  try {
    return schema['~standard'].jsonSchema?.input({ target: 'draft-2020-12' });
  } catch {
    return undefined; // It has parts that JSON Schema cannot say; then it has the only word on what is known.
  }
}
