import type { Item } from './reach.ts';
import type { FieldModel } from './resource-model.ts';
import { ParameterValueError, parseScalar } from './parameter-value.ts';
import { EMPTY_SCOPE } from './reach.ts';

/** A path of the collection of a resource, with the fields that its variables set. */
export class CollectionPath {
  /** The path with prefix and variables: `/api/countries/{country}/cities`. */
  readonly path: string;
  readonly variables: readonly string[];
  /** The variables that set fields. Assigned when the links of all resources are resolved. */
  fieldVariables: readonly { readonly variable: string; readonly field: FieldModel }[] = [];
  readonly #parts: readonly string[];
  readonly #pattern: RegExp;

  constructor(path: string) {
    this.path = path;
    // Parts with an odd index are names of variables.
    this.#parts = path.split(/\{(\w+)\}/);
    this.variables = this.#parts.filter((_, index) => index % 2 === 1);
    const source = this.#parts.map((part, index) => (index % 2 === 1 ? '([^/]+)' : part.replace(/[^\w/]/g, '\\$&')));
    this.#pattern = new RegExp(`^${source.join('')}/([^/]+)$`);
  }

  /** Returns the path of the collection of an item; `uri` has variables that set no field. @throws {TypeError} without a value */
  format(item: Item, uri: Item = NONE): string {
    if (this.variables.length === 0) return this.path;
    return this.#parts.map((part, index) => (index % 2 === 1 ? this.#text(part, item, uri) : part)).join('');
  }

  /** Parses the path of an item: its decoded variables and identifier; undefined for other paths. */
  match(path: string): { readonly uri: Record<string, string>; readonly id: string } | undefined {
    const found = this.#pattern.exec(path);
    if (found === null) return undefined;
    try {
      const [id, ...values] = [found.at(-1)!, ...found.slice(1, -1)].map(decodeURIComponent);
      return { uri: Object.fromEntries(this.variables.map((name, index) => [name, values[index]!])), id: id! };
    } catch {
      return undefined; // Invalid percent-encoding.
    }
  }

  #text(variable: string, item: Item, uri: Item): string {
    const field = this.fieldVariables.find((fieldVariable) => fieldVariable.variable === variable)?.field;
    const value = field === undefined ? (uri[variable] ?? item[variable]) : item[field.name];
    if (value === null || value === undefined)
      throw new TypeError(
        `An item has no value for {${variable}} in ${this.path}; the store or function must always return it`,
      );
    const { link } = field ?? {};
    if (link === undefined) return encodeURIComponent(String(value));
    const { identifier } = link.to;
    return identifier.format(identifier.toKeys(value));
  }
}

const NONE: Item = Object.freeze({});

/** Parses the values of fields in a path; undefined if a value is not valid, so that no item can have it. */
export function parsePathScope({ fieldVariables }: CollectionPath, uri: Item): Item | undefined {
  if (fieldVariables.length === 0) return EMPTY_SCOPE;
  const scope: Record<string, unknown> = {};
  for (const { variable, field } of fieldVariables) {
    const text = String(uri[variable]);
    const value = field.link ? Object.values(field.link.to.identifier.parse(text) ?? {})[0] : getValue(text, field);
    if (value === undefined) return undefined;
    scope[field.name] = value;
  }
  return scope;
}

function getValue(text: string, field: FieldModel): unknown {
  try {
    return parseScalar(text, field);
  } catch (error) {
    if (error instanceof ParameterValueError) return undefined;
    throw error;
  }
}
