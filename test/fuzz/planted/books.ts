import { createHash } from 'node:crypto';
import { Rejection } from './exchange.ts';
import type { Call, Reply } from './exchange.ts';
import { readBody, readInteger, readParameter } from './read-input.ts';

interface NewBook {
  readonly title: string;
  readonly description?: string;
  readonly published: string;
  readonly price?: number;
  readonly currency?: string;
  readonly tags?: readonly string[];
}

interface Book extends NewBook {
  readonly id: number;
}

const TITLES = ['A first book', 'A second book', 'The third & last', 'More of the same'];
// Bounds the memory of a long run.
const MAX_BOOKS = 1000;

/** The books of the planted API. */
export class Books {
  readonly #books = new Map<number, Book>();
  readonly #cache = new Map<number, Book>();
  readonly #deleted = new Set<number>();
  #nextId = 1;

  constructor() {
    for (const title of TITLES) this.#add({ title, published: '2020-01-31', price: 10, tags: ['paper'] });
  }

  list(call: Call): Reply {
    const page = readInteger(call, 'page', 1);
    const perPage = readInteger(call, 'perPage', 20, 100);
    const title = readParameter(call, 'title');
    const order = readParameter(call, 'order') ?? 'asc';
    const tags = call.query.getAll('tag');
    if (order !== 'asc' && order !== 'desc') throw new Rejection(400, 'The order is invalid');
    if (tags.some((tag) => [...tag].length > 30)) throw new Rejection(400, 'The tag is too long');
    if (call.has(1) && title === '') throw new Error('Cannot search for nothing');
    if (call.has(2) && page > 2 ** 31) throw new RangeError('OFFSET is out of range');
    if (call.has(17) && new Set(tags).size < tags.length) return { status: 0, hangs: true };
    const found = [...this.#books.values()].filter(
      (book) => (!title || book.title.includes(title)) && tags.every((tag) => book.tags?.includes(tag)),
    );
    if (order === 'desc') found.reverse();
    const items = found.slice((page - 1) * perPage, page * perPage);
    const total = call.has(10) && page === 2 && order === 'desc' ? String(found.length) : found.length;
    const next = page * perPage < found.length ? this.#linkTo(page + 1, call) : undefined;
    return { status: 200, ...(next && { headers: { Link: next } }), body: { items, total } };
  }

  #linkTo(page: number, { query, has }: Call): string {
    const next = new URLSearchParams(query);
    next.set('page', String(page));
    const text = has(21) ? [...next].map(([name, value]) => `${name}=${value}`).join('&') : next.toString();
    // A header contains bytes, which Node.js receives as ISO 8859-1.
    return `</books?${Buffer.from(text)
      .toString('latin1')
      .replaceAll(/\p{Cc}/gu, '')}>; rel="next"`;
  }

  create(call: Call): Reply {
    const book = this.#add(this.#read(call, 'NewBook'));
    const { Location, ...headers } = { ...this.#getHeaders(book), Location: `/books/${book.id}` };
    const isLost = call.has(12) && (book.tags?.length ?? 0) > 0;
    return { status: 201, headers: isLost ? headers : { ...headers, Location }, body: book };
  }

  read(call: Call, id: number): Reply {
    const cached = call.has(16) ? this.#cache.get(id) : undefined;
    if (call.has(23) && call.method === 'HEAD' && !this.#books.has(id))
      return { status: 200, headers: { ETag: '"0"' } };
    const book = cached ?? this.#find(id);
    this.#cache.set(id, book);
    const headers = this.#getHeaders(book);
    const condition = call.headers['if-none-match'];
    if (matches(condition, headers.ETag)) return { status: 304, headers };
    return { status: 200, headers, body: book };
  }

  replace(call: Call, id: number): Reply {
    const old = this.#findMatching(call, id);
    const book = this.#read<NewBook>(call, 'NewBook');
    if (call.has(8) && (book.description?.length ?? 0) > 5000) throw new Error('Data too long for column');
    return this.#save({ id: old.id, ...book }, call);
  }

  change(call: Call, id: number): Reply {
    const old = this.#findMatching(call, id);
    return this.#save({ ...old, ...this.#read(call, 'BookPatch', 'application/merge-patch+json') }, call, old);
  }

  remove(call: Call, id: number): Reply {
    if (call.has(11) && this.#deleted.has(id)) throw new Rejection(410, 'The book was deleted');
    this.#findMatching(call, id);
    this.#books.delete(id);
    this.#deleted.add(id);
    return { status: 204 };
  }

  #read<T extends Partial<NewBook>>(call: Call, schema: string, type?: string): T {
    const book = readBody<T>(call, schema, type);
    // Fault 4: the database accepts only well-formed text.
    if (call.has(4) && book.title && !book.title.isWellFormed()) throw new URIError('URI malformed');
    return book;
  }

  #add(book: NewBook): Book {
    const created = { id: this.#nextId++, ...book };
    this.#books.set(created.id, created);
    if (this.#books.size > MAX_BOOKS) this.#books.delete([...this.#books.keys()][TITLES.length]!);
    return created;
  }

  #save(book: Book, call: Call, old?: Book): Reply {
    this.#books.set(book.id, book);
    this.#cache.delete(book.id);
    const isStale = call.has(19) && old !== undefined && old.price !== book.price;
    return { status: 200, headers: this.#getHeaders(isStale ? old : book), body: book };
  }

  #find(id: number): Book {
    const book = this.#books.get(id);
    if (!book) throw new Rejection(404, `There is no book ${id}`);
    return book;
  }

  #findMatching({ headers }: Call, id: number): Book {
    const book = this.#find(id);
    const condition = headers['if-match'];
    if (condition !== undefined && !matches(condition, this.#getHeaders(book).ETag))
      throw new Rejection(412, 'The book has changed');
    return book;
  }

  #getHeaders(book: Book): { ETag: string } {
    return { ETag: `"${createHash('sha1').update(JSON.stringify(book)).digest('base64url')}"` };
  }
}

function matches(condition: string | string[] | undefined, tag: string): boolean {
  if (condition === undefined) return false;
  return String(condition)
    .split(',')
    .some((part) => part.trim() === '*' || part.trim() === tag || part.trim() === `W/${tag}`);
}
