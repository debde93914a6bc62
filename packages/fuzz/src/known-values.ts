import type { Api } from './api.ts';
import { decodeLoosely } from './steps.ts';

/** Values of replies, by the names of their members. Requests use them, such as the ids of existing items. */
export class KnownValues {
  readonly #values = new Map<string, unknown[]>();
  readonly #ids = new Map<string, string[]>();
  readonly #items: readonly { readonly collection: string; readonly pattern: RegExp }[];
  readonly #basePath: string;
  #replaced = 0;

  constructor({ operations, basePath }: Api) {
    this.#basePath = basePath;
    const paths = [...new Set(operations.map(({ path }) => path))];
    this.#items = paths
      .filter((path) => /\/\{[^/{}]+\}$/.test(path))
      .map((path) => ({ collection: getCollection(path), pattern: getPattern(path, basePath) }));
  }

  /** Learns the members of a reply to a request of this path of the document. */
  learn(path: string, value: unknown, location: string | undefined): void {
    if (location !== undefined) this.#learnPath(location);
    let visited = 0;
    const visit = (element: unknown, name: string, depth: number): void => {
      if (visited++ > MAX_VISITED || depth > MAX_DEPTH) return;
      if (Array.isArray(element)) return element.slice(0, 10).forEach((item) => visit(item, name, depth));
      if (typeof element !== 'object' || element === null) return this.#learnScalar(path, name, element);
      for (const [member, item] of Object.entries(element)) visit(item, member, depth + 1);
    };
    visit(value, '', 0);
  }

  /** Returns values of members and parameters with this name. */
  named(name: string): readonly unknown[] {
    return this.#values.get(name) ?? [];
  }

  /** Returns ids of items of a collection, such as `/books`. */
  getIds(collection: string): readonly string[] {
    return this.#ids.get(collection) ?? [];
  }

  /** Returns paths of items of the collections that a member with this name may refer to: those of `/books` for `book` and `books`. */
  referencesNamed(name: string): readonly string[] {
    const collections = this.#items.map(({ collection }) => collection).filter((text) => refersTo(name, text));
    return [...new Set(collections)].flatMap((collection) =>
      this.getIds(collection).map((id) => `${this.#basePath}${collection}/${encodeURIComponent(id)}`),
    );
  }

  #learnScalar(path: string, name: string, value: unknown): void {
    if (typeof value === 'string' && value.length > MAX_LENGTH) return;
    if (value === null || value === undefined) return;
    this.#add(this.#values, name, value);
    if (typeof value === 'string') this.#learnPath(value);
    if (name === 'id') this.#add(this.#ids, path.replace(/\/\{[^/{}]+\}$/, ''), String(value));
  }

  // Links and references contain ids as well.
  #learnPath(text: string): void {
    if (!text.includes('/') || !URL.canParse(text, 'http://localhost')) return;
    const { pathname } = new URL(text, 'http://localhost');
    for (const { collection, pattern } of this.#items) {
      const id = pattern.exec(pathname)?.[1];
      if (id !== undefined) this.#add(this.#ids, collection, decodeLoosely(id));
    }
  }

  #add<T>(lists: Map<string, T[]>, name: string, value: T): void {
    const list = lists.get(name) ?? [];
    if (list.includes(value)) return;
    if (list.length < MAX_VALUES) list.push(value);
    else list[this.#replaced++ % MAX_VALUES] = value;
    if (lists.size < MAX_NAMES) lists.set(name, list);
  }
}

const MAX_VALUES = 20;
const MAX_NAMES = 1000;
const MAX_VISITED = 500;
const MAX_DEPTH = 8;
const MAX_LENGTH = 500;

/** Returns the path before the last parameter: `/books` of `/books/{id}`. */
export function getCollection(path: string): string {
  return path.slice(0, path.lastIndexOf('/{'));
}

/** Returns the id of the item that a `Location` header or a body identifies. */
export function createdId(location: string | undefined, body: unknown): string | undefined {
  if (location !== undefined && URL.canParse(location, 'http://localhost'))
    return decodeLoosely(new URL(location, 'http://localhost').pathname.split('/').at(-1)!);
  const { id } = (typeof body === 'object' && body !== null ? body : {}) as { id?: unknown };
  return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined;
}

// The singular of most English nouns: `box` of `boxes`, `city` of `cities`, `book` of `books`.
function refersTo(name: string, collection: string): boolean {
  const plural = collection.slice(collection.lastIndexOf('/') + 1).toLowerCase();
  const given = name.toLowerCase();
  return [given, `${given}s`, `${given}es`, given.replace(/y$/, 'ies')].includes(plural);
}

function getPattern(path: string, basePath: string): RegExp {
  const literal = path.slice(0, path.lastIndexOf('{')).split(/\{[^/{}]+\}/);
  return new RegExp(
    `^${[basePath + literal[0]!, ...literal.slice(1)].map((value) => value.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)).join('[^/]+')}([^/]+)$`,
  );
}
