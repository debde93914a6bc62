import type { FieldModel } from './resource-model.ts';
import type { Item } from '../running/operation-run.ts';

/** A variable of a path that gives a field its value: `{country}` in `/countries/{country}/cities`. */
export interface PathVariable {
  readonly variable: string;
  readonly field: FieldModel;
}

/** A path under which a resource has its collection, and what the variables in it mean. */
export class CollectionPath {
  /** With the prefix and its variables: `/api/countries/{country}/cities`. */
  readonly path: string;
  readonly variables: readonly string[];
  /** Filled in once the resources know each other. */
  fieldVariables: readonly PathVariable[] = [];
  readonly #parts: readonly string[];
  readonly #pattern: RegExp;

  constructor(path: string) {
    this.path = path;
    // Every second part is the name of a variable.
    this.#parts = path.split(/\{(\w+)\}/);
    this.variables = this.#parts.filter((_, index) => index % 2 === 1);
    const source = this.#parts.map((part, index) => (index % 2 === 1 ? '([^/]+)' : part.replace(/[^\w/]/g, '\\$&')));
    this.#pattern = new RegExp(`^${source.join('')}/([^/]+)$`);
  }

  /**
   * The path of the collection that an item is in.
   * @param uri variables of a path that no field tells
   */
  format(item: Item, uri: Item = NONE): string {
    if (this.variables.length === 0) return this.path;
    return this.#parts.map((part, index) => (index % 2 === 1 ? this.#text(part, item, uri) : part)).join('');
  }

  /** The variables in the path of an item, decoded, and the text of its identifier; undefined for another path. */
  match(path: string): { readonly uri: Record<string, string>; readonly id: string } | undefined {
    const found = this.#pattern.exec(path);
    if (found === null) return undefined;
    try {
      const [id, ...values] = [found.at(-1)!, ...found.slice(1, -1)].map(decodeURIComponent);
      return { uri: Object.fromEntries(this.variables.map((name, index) => [name, values[index]!])), id: id! };
    } catch {
      return undefined; // It is no valid percent-encoding.
    }
  }

  #text(variable: string, item: Item, uri: Item): string {
    const given = this.fieldVariables.find((each) => each.variable === variable);
    const value = given === undefined ? (uri[variable] ?? item[variable]) : item[given.field.name];
    if (value === null || value === undefined)
      throw new TypeError(`An item does not tell the {${variable}} of ${this.path}; its provider must always give it`);
    const { link } = given?.field ?? {};
    if (link === undefined) return encodeURIComponent(String(value));
    const { identifier } = link.to;
    return identifier.format({ [identifier.keys[0]!]: value });
  }
}

const NONE: Item = Object.freeze({});
