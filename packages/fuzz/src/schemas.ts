import type { Ajv2020 as Ajv, ValidateFunction } from 'ajv/dist/2020.js';
import { PEERS } from './peer-packages.ts';
import type { Json } from './api.ts';

/** Validates values against the schemas of a document. */
export class Schemas {
  readonly #ajv: Ajv;
  readonly #compiled = new Map<Json, ValidateFunction | undefined>();
  /** Why schemas cannot be validated, such as an invalid pattern. */
  readonly warnings = new Set<string>();

  private constructor(ajv: Ajv, { components = {}, paths = {} }: Json) {
    this.#ajv = ajv;
    // Schemas refer to each other within the document.
    ajv.addSchema({ $id: 'api:', components, paths });
  }

  /** @throws {Error} if ajv or ajv-formats is not installed */
  static async load(document: Json): Promise<Schemas> {
    for (const name of ['ajv', 'ajv-formats']) PEERS.load(name, 'oriel-fuzz');
    const [{ Ajv2020 }, formats] = await Promise.all([import('ajv/dist/2020.js'), import('ajv-formats')]);
    const ajv = new Ajv2020({ strict: false, logger: false, validateSchema: false });
    const addFormats = formats.default.default;
    addFormats(ajv);
    // Validators of APIs use either RFC 3986 or the URL parser of browsers, which accepts more.
    const isUri = addFormats.get('uri') as (text: string) => boolean;
    ajv.addFormat('uri', (text: string) => isUri(text) || URL.canParse(text));
    return new Schemas(ajv, document);
  }

  /** Returns what is wrong with a value, or undefined if it is valid or cannot be validated. */
  errorOf(value: unknown, schema: Json): string | undefined {
    if (!this.#compiled.has(schema)) this.#compiled.set(schema, this.#compile(schema));
    const validate = this.#compiled.get(schema);
    if (!validate || validate(value)) return undefined;
    const [{ instancePath, message, params } = { instancePath: '', message: 'is invalid', params: {} }] =
      validate.errors ?? [];
    const details = JSON.stringify(params) === '{}' ? '' : ` ${JSON.stringify(params)}`;
    return `${instancePath || 'the value'} ${message}${details}`;
  }

  #compile(schema: Json): ValidateFunction | undefined {
    try {
      return this.#ajv.compile(withReferences(schema) as Json);
    } catch (error) {
      this.warnings.add(`A schema of the document cannot be validated: ${(error as Error).message}`);
      return undefined;
    }
  }
}

function withReferences(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withReferences);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) =>
      name === '$ref' && typeof member === 'string' && member.startsWith('#')
        ? [name, `api:${member}`]
        : [name, withReferences(member)],
    ),
  );
}
