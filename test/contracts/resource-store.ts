import { deepEqual, equal, notEqual, ok, rejects } from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createContext } from '../../packages/host/src/testing/index.ts';
import { HttpError } from '../../packages/core/src/http/http-errors.ts';
import type { OrderKey } from '../../packages/host/src/features/resources/declare/filters/filter-tree.ts';
import type {
  CursorValue,
  ListRequest,
  ListWindow,
  Page,
} from '../../packages/host/src/features/resources/declare/list-request.ts';
import { CONTENT } from './resource-store-fixtures.ts';
import type { ContractStores } from './resource-store-fixtures.ts';
import { FILTERS } from './resource-store-filters.ts';
import type { StoreContext } from '../../packages/host/src/features/resources/declare/resource-store.ts';

/** How the contract tests a store. */
export interface ContractSubject {
  /** Creates bound stores with the items of `CONTENT`. */
  open(): Promise<ContractStores>;
  /** Whether the store has constraints: links refer to existing rows, titles are unique, prices are at least -1. */
  readonly constraints: boolean;
  readonly skip?: string | false;
}

/** Tests that a resource store fulfills its contract. The test of each store calls it. */
export function resourceStoreContract(name: string, { open, constraints, skip = false }: ContractSubject): void {
  describe(name, { skip }, () => {
    let reading: Promise<ContractStores> | undefined;
    const readonly = (): Promise<ContractStores> => (reading ??= open());

    describe('filters', () => {
      for (const [name, where, ids] of FILTERS)
        test(name, async () => {
          const { books } = await readonly();
          const page = (await books.list(listRequest({ where, count: true }), NO_USER)) as Page<Book>;
          deepEqual(getIds(page), ids);
          equal(page.total, ids.length);
        });
    });

    describe('orders', () => {
      for (const [name, order, ids] of ORDERS)
        test(name, async () => {
          const { books } = await readonly();
          deepEqual(getIds(await books.list(listRequest({ order: toOrder(order) }), NO_USER)), ids);
        });
    });

    describe('pages by number', () => {
      for (const [name, offset, limit, ids] of OFFSETS)
        test(name, async () => {
          const { books } = await readonly();
          const window = { by: 'offset', offset, limit } as const;
          const counted = await books.list(listRequest({ window, count: true }), NO_USER);
          deepEqual([getIds(counted), counted.total], [ids, 10]);
          const uncounted = await books.list(listRequest({ window }), NO_USER);
          deepEqual([getIds(uncounted), uncounted.total], [ids, undefined]);
        });
    });

    describe('pages by cursor', () => {
      for (const order of CURSOR_ORDERS)
        for (const limit of [1, 3, 10, 11])
          test(`${order}, ${limit} at a time, forward and backward`, async () => {
            const { books } = await readonly();
            const keys = toOrder(order);
            const ids = getIds(await books.list(listRequest({ order: keys }), NO_USER));
            const walk = async (direction: 'after' | 'before'): Promise<unknown[]> => {
              const found: unknown[] = [];
              let from: readonly CursorValue[] | undefined;
              for (let more = true; more;) {
                const window: ListWindow = { by: 'cursor', from, direction, limit };
                const page = (await books.list(
                  listRequest({ order: keys, window, count: true }),
                  NO_USER,
                )) as Page<Book>;
                equal(page.total, 10);
                ok(page.items.length > 0 && page.items.length <= limit);
                const [forth, back] =
                  direction === 'after' ? [page.hasNext, page.hasPrevious] : [page.hasPrevious, page.hasNext];
                equal(back, from !== undefined);
                more = forth!;
                const next = direction === 'after' ? page.items.at(-1)! : page.items[0]!;
                from = keys.map(({ field }) => (next[field] ?? null) as CursorValue);
                if (direction === 'after') found.push(...getIds(page));
                else found.unshift(...getIds(page));
              }
              return found;
            };
            deepEqual(await walk('after'), ids);
            deepEqual(await walk('before'), ids);
          });
      test('continues at a cursor whose row was deleted', async () => {
        const { books } = await readonly();
        const window: ListWindow = { by: 'cursor', from: [150, 99], direction: 'after', limit: 2 };
        deepEqual(getIds(await books.list(listRequest({ order: toOrder('pages id'), window }), NO_USER)), [2, 3]);
      });
      test('treats a cursor with values of other types as the start', async () => {
        const { books } = await readonly();
        const window: ListWindow = { by: 'cursor', from: [`' or 1=1`, 0], direction: 'after', limit: 2 };
        deepEqual(getIds(await books.list(listRequest({ order: toOrder('pages id'), window }), NO_USER)), [4, 5]);
      });
    });

    describe('fields', () => {
      test('reads only the requested fields, the identifier and the fields of the order', async () => {
        const { books } = await readonly();
        const page = (await books.list(
          listRequest({ fields: ['title'], order: toOrder('price id') }),
          NO_USER,
        )) as Page<Book>;
        for (const item of page.items) for (const field of ['id', 'title', 'price']) ok(field in item);
      });
      for (const [index, expected] of CONTENT.books.entries())
        test(`book ${index + 1} is returned unchanged`, async () => {
          const { books } = await readonly();
          deepEqual(plain(await books.get({ id: expected['id'] }, NO_USER)), expected);
        });
      test('returns the requested fields of a single item', async () => {
        const { books } = await readonly();
        const item = (await books.get({ id: 1 }, NO_USER, ['title'])) as Book;
        deepEqual([item['id'], item['title']], [1, 'Nereid']);
      });
    });

    describe('identifiers', () => {
      test('get() returns null for a missing identifier', async () => {
        const { books, papers } = await readonly();
        equal(await books.get({ id: 99 }, NO_USER), null);
        equal(await books.get({ id: Number.MAX_SAFE_INTEGER }, NO_USER), null);
        equal(await papers.get({ id: '0a0b0c0d-0000-4000-8000-00000000000f' }, NO_USER), null);
      });
      test('get() returns null for an identifier that cannot exist', async () => {
        const { books, papers } = await readonly();
        for (const id of [`' or 1=1 --`, 'x'.repeat(10_000), '0A0B0C0D-0000-4000-8000-000000000001', '%'])
          equal(await papers.get({ id }, NO_USER), null);
        equal(await books.get({ id: 1.5 }, NO_USER), null);
      });
      test('finds items by UUID and orders them by UUID', async () => {
        const { papers } = await readonly();
        const [, two] = CONTENT.papers;
        deepEqual(plain(await papers.get({ id: two.id }, NO_USER)), two);
        const page = await papers.list(listRequest({ order: toOrder('-id') }), NO_USER);
        deepEqual(
          (page as Page<Book>).items.map(({ title }) => title),
          ['three', 'two', 'one'],
        );
      });
      test('finds items by several keys', async () => {
        const { seats } = await readonly();
        deepEqual(plain(await seats.get({ row: 1, place: 'b;c' }, NO_USER)), CONTENT.seats[1]);
        equal(await seats.get({ row: 2, place: 'b;c' }, NO_USER), null);
      });
    });

    describe('scope', () => {
      const inScope = (scope: Record<string, unknown>): StoreContext => ({ ...NO_USER, scope });
      test('items outside the scope do not exist', async () => {
        const { books } = await readonly();
        deepEqual(getIds(await books.list(listRequest({ count: true }), inScope({ author: 1 }))), [1, 4]);
        equal(await books.get({ id: 2 }, inScope({ author: 1 })), null);
        notEqual(await books.get({ id: 1 }, inScope({ author: 1 })), null);
      });
      test('converts path variables to the type of the field', async () => {
        const { books } = await readonly();
        deepEqual(getIds(await books.list(listRequest({}), inScope({ author: '1' }))), [1, 4]);
        deepEqual(getIds(await books.list(listRequest({}), inScope({ author: `1' or '1'='1` }))), []);
      });
      test('creates items in the scope and changes none outside', async () => {
        const { books } = await open();
        const scope = inScope({ author: 2 });
        const made = (await books.create({ ...NEW, author: 1 }, scope)) as Book;
        equal(made['author'], 2);
        equal(await books.patch({ id: 1 }, { title: 'taken' }, scope), null);
        equal(await books.replace({ id: 1 }, { title: 'taken' }, scope), null);
        equal(await books.delete({ id: 1 }, scope), false);
        equal(((await books.patch({ id: 2 }, { author: 1, pages: 3 }, scope)) as Book)['author'], 2);
        equal(((await books.get({ id: 1 }, NO_USER)) as Book)['title'], 'Nereid');
      });
    });

    describe('writes', () => {
      test('create() generates an identifier and returns the stored item', async () => {
        const { books } = await open();
        const made = (await books.create(NEW, NO_USER)) as Book;
        deepEqual(plain(made), { ...NEW, id: 11 });
        deepEqual(plain(await books.get({ id: 11 }, NO_USER)), plain(made));
      });
      test('create() accepts an identifier', async () => {
        const { papers, seats } = await open();
        const paper = { id: '00000000-0000-4000-8000-000000000009', title: 'nine' };
        deepEqual(plain(await papers.create(paper, NO_USER)), paper);
        const seat = { row: 2, place: 'b', taken: false };
        deepEqual(plain(await seats.create(seat, NO_USER)), seat);
      });
      test('create() rejects an existing identifier with 409', async () => {
        const { papers, seats } = await open();
        await rejects(async () => papers.create({ ...CONTENT.papers[0] }, NO_USER), isError(409));
        await rejects(async () => seats.create({ ...CONTENT.seats[0] }, NO_USER), isError(409));
        equal(((await papers.list(listRequest({ order: toOrder('id') }), NO_USER)) as Page<Book>).items.length, 3);
      });
      for (const [name, sent] of VALUES)
        test(`${name} is stored unchanged`, async () => {
          const { books } = await open();
          deepEqual(pick(await books.create({ ...NEW, ...sent }, NO_USER), sent), sent);
          deepEqual(pick(await books.get({ id: 11 }, NO_USER), sent), sent);
          deepEqual(pick(await books.patch({ id: 1 }, { ...sent }, NO_USER), sent), sent);
          deepEqual(pick(await books.get({ id: 1 }, NO_USER), sent), sent);
        });
      test('replace() keeps the identifier', async () => {
        const { books } = await open();
        const item = { ...NEW, note: null };
        deepEqual(plain(await books.replace({ id: 8 }, { ...item, id: 77 }, NO_USER)), { ...NEW, id: 8 });
        equal(await books.get({ id: 77 }, NO_USER), null);
      });
      test('replace() returns null for a missing item', async () => {
        const { books } = await open();
        equal(await books.replace({ id: 99 }, NEW, NO_USER), null);
        equal(await books.get({ id: 99 }, NO_USER), null);
      });
      test('patch() changes only the given fields', async () => {
        const { books } = await open();
        deepEqual(plain(await books.patch({ id: 1 }, { pages: 3, price: null }, NO_USER)), {
          ...CONTENT.books[0],
          pages: 3,
          price: null,
        });
        deepEqual(plain(await books.get({ id: 2 }, NO_USER)), CONTENT.books[1]);
      });
      test('patch() without changes returns the item', async () => {
        const { books } = await open();
        deepEqual(plain(await books.patch({ id: 1 }, {}, NO_USER)), CONTENT.books[0]);
        equal(await books.patch({ id: 99 }, {}, NO_USER), null);
      });
      test('patch() ignores undefined values', async () => {
        const { books } = await open();
        deepEqual(plain(await books.patch({ id: 1 }, { title: undefined, pages: 4 }, NO_USER)), {
          ...CONTENT.books[0],
          pages: 4,
        });
      });
      test('patch() removes an optional field that is set to null', async () => {
        const { books } = await open();
        const { note: _, ...rest } = CONTENT.books[7];
        deepEqual(plain(await books.patch({ id: 8 }, { note: null }, NO_USER)), rest);
      });
      test('patch() finds an item by all of its keys', async () => {
        const { seats } = await open();
        deepEqual(plain(await seats.patch({ row: 1, place: 'a' }, { taken: true }, NO_USER)), {
          row: 1,
          place: 'a',
          taken: true,
        });
        deepEqual(plain(await seats.get({ row: 2, place: 'a' }, NO_USER)), CONTENT.seats[2]);
      });
      test('delete() removes an item once', async () => {
        const { books } = await open();
        equal(await books.delete({ id: 1 }, NO_USER), true);
        equal(await books.delete({ id: 1 }, NO_USER), false);
        equal(await books.get({ id: 1 }, NO_USER), null);
        deepEqual(getIds(await books.list(listRequest({}), NO_USER)), [2, 3, 4, 5, 6, 7, 8, 9, 10]);
      });
      test('create() accepts the identifier of a deleted item', async () => {
        const { seats } = await open();
        await seats.delete({ row: 1, place: 'a' }, NO_USER);
        notEqual(await seats.create({ row: 1, place: 'a', taken: true }, NO_USER), null);
      });
    });

    describe('transactions', () => {
      test('a transaction that succeeds is stored', async () => {
        const { books } = await open();
        const made = await books.transaction(async () => {
          await books.patch({ id: 1 }, { pages: 9 }, NO_USER);
          return books.create(NEW, NO_USER);
        });
        equal((made as Book)['id'], 11);
        equal(((await books.get({ id: 1 }, NO_USER)) as Book)['pages'], 9);
      });
      test('a transaction that fails is rolled back and rethrows its error', async () => {
        const { books } = await open();
        const error = new Error('no');
        await rejects(
          books.transaction(async () => {
            await books.create(NEW, NO_USER);
            await books.delete({ id: 1 }, NO_USER);
            equal((await books.list(listRequest({ count: true }), NO_USER)).total, 10);
            throw error;
          }),
          (thrown) => thrown === error,
        );
        deepEqual(getIds(await books.list(listRequest({}), NO_USER)), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
      });
      test('a nested transaction is part of the outer one', async () => {
        const { books } = await open();
        await rejects(
          books.transaction(async () => {
            await books.transaction(async () => void (await books.delete({ id: 1 }, NO_USER)));
            throw new Error('no');
          }),
        );
        notEqual(await books.get({ id: 1 }, NO_USER), null);
      });
    });

    describe('constraints', { skip: constraints ? false : 'the store has no constraints' }, () => {
      const pointers =
        (status: number, ...expected: string[]) =>
        (error: unknown) => {
          ok(error instanceof HttpError, String(error));
          equal(error.status, status);
          const errors = (error.extensions['errors'] ?? []) as { pointer: string }[];
          deepEqual(
            errors.map(({ pointer }) => pointer),
            expected,
          );
          return true;
        };
      for (const [name, sent, status, ...expected] of CONSTRAINTS)
        test(name, async () => {
          const { books } = await open();
          await rejects(async () => books.create({ ...NEW, ...sent }, NO_USER), pointers(status, ...expected));
          await rejects(async () => books.patch({ id: 2 }, { ...sent }, NO_USER), pointers(status, ...expected));
          deepEqual(plain(await books.get({ id: 2 }, NO_USER)), CONTENT.books[1]);
          equal((await books.list(listRequest({ count: true }), NO_USER)).total, 10);
        });
      test('reports all keys of an existing composite identifier', async () => {
        const { seats } = await open();
        await rejects(async () => seats.create({ ...CONTENT.seats[0] }, NO_USER), pointers(409, '/row', '/place'));
      });
      test('does not delete an item that others refer to', async () => {
        const { authors } = await open();
        await rejects(async () => authors.delete({ id: 1 }, NO_USER), pointers(409));
        notEqual(await authors.get({ id: 1 }, NO_USER), null);
      });
      test('rolls back a transaction in which a constraint failed', async () => {
        const { books } = await open();
        await rejects(
          books.transaction(async () => {
            await books.patch({ id: 1 }, { pages: 9 }, NO_USER);
            await books.create({ ...NEW, title: 'Nereid' }, NO_USER);
          }),
          isError(409),
        );
        equal(((await books.get({ id: 1 }, NO_USER)) as Book)['pages'], 100);
      });
    });
  });
}

type Book = Readonly<Record<string, unknown>>;

const NO_USER: StoreContext = { context: createContext(), signal: new AbortController().signal, scope: {} };

const NEW = {
  title: 'New',
  subtitle: null,
  price: 1,
  pages: 10,
  available: true,
  publishedAt: null,
  day: null,
  author: 2,
  tags: null,
};

function listRequest(more: Partial<ListRequest>): ListRequest {
  return { where: undefined, order: toOrder('id'), window: { by: 'all' }, count: false, fields: undefined, ...more };
}

// For example, `price -id` orders by price, then by id descending.
function toOrder(text: string): OrderKey[] {
  return text
    .split(' ')
    .map((key) =>
      key.startsWith('-') ? { field: key.slice(1), direction: 'desc' } : { field: key, direction: 'asc' },
    );
}

const ORDERS: readonly (readonly [string, string, readonly number[]])[] = [
  ['by identifier', 'id', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
  ['by identifier backwards', '-id', [10, 9, 8, 7, 6, 5, 4, 3, 2, 1]],
  ['strings by code points', 'title', [7, 6, 1, 3, 2, 4, 5, 9, 10, 8]],
  ['text backwards', '-title', [8, 10, 9, 5, 4, 2, 3, 1, 6, 7]],
  ['nothing first', 'price id', [4, 10, 5, 6, 8, 1, 9, 2, 3, 7]],
  ['null last in descending order', '-price id', [7, 2, 3, 1, 9, 8, 6, 5, 4, 10]],
  ['both backwards', '-price -id', [7, 3, 2, 9, 1, 8, 6, 5, 10, 4]],
  ['whole numbers', 'pages id', [4, 5, 8, 10, 1, 9, 2, 3, 6, 7]],
  ['nothing, falsehood, truth', 'available id', [3, 8, 10, 2, 6, 7, 1, 4, 5, 9]],
  ['truth, falsehood, nothing', '-available id', [1, 4, 5, 9, 2, 6, 7, 3, 8, 10]],
  ['times', 'publishedAt id', [3, 7, 10, 4, 1, 9, 8, 2, 6, 5]],
  ['times backwards', '-publishedAt -id', [5, 6, 2, 8, 9, 1, 4, 10, 7, 3]],
  ['days', 'day id', [3, 6, 8, 9, 10, 4, 1, 2, 7, 5]],
  ['links', 'author -id', [9, 3, 4, 1, 10, 2, 6, 5, 8, 7]],
  ['strings, then numbers', 'subtitle -pages id', [1, 9, 8, 4, 3, 6, 2, 7, 10, 5]],
  ['arrays have no order', 'tags id', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
  ['three keys', 'available -price id', [3, 8, 10, 7, 2, 6, 1, 9, 5, 4]],
];

const OFFSETS: readonly (readonly [string, number, number, readonly number[]])[] = [
  ['the first', 0, 3, [1, 2, 3]],
  ['one between', 3, 3, [4, 5, 6]],
  ['the last, not full', 9, 3, [10]],
  ['the last, full', 5, 5, [6, 7, 8, 9, 10]],
  ['a page after the last', 10, 5, []],
  ['a page far after the last', 99_999_999_900, 100, []],
  ['all items on one page', 0, 10, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
  ['a limit greater than the number of items', 0, 100, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
  ['a limit of zero', 0, 0, []],
  ['a limit of zero with an offset', 4, 0, []],
];

const CURSOR_ORDERS = [
  'id',
  '-id',
  'title id',
  '-title -id',
  'price id',
  '-price -id',
  'price -id',
  '-price id',
  'publishedAt id',
  '-day -id',
  'available -price id',
  'pages -title id',
];

const VALUES: readonly (readonly [string, Record<string, unknown>])[] = [
  ['empty text', { subtitle: '' }],
  ['a string with quotes', { subtitle: `'"\`\\%_;--/*` }],
  ['a string beyond U+FFFF', { subtitle: '\u{1f600}\u{10ffff}é\u0301' }],
  ['a string with line breaks', { subtitle: 'a\r\nb\tc\u0001\u007f' }],
  ['long text', { subtitle: 'é'.repeat(100_000) }],
  ['truth', { available: true }],
  ['falsehood', { available: false }],
  ['no truth', { available: null }],
  ['a fraction', { price: 0.1 }],
  ['a tiny number', { price: 5e-324 }],
  ['a huge number', { price: 1.7976931348623157e308 }],
  ['a number with many digits', { price: 0.30000000000000004 }],
  ['the largest integer', { pages: Number.MAX_SAFE_INTEGER }],
  ['the smallest integer', { pages: Number.MIN_SAFE_INTEGER }],
  ['a time', { publishedAt: '2026-02-28T23:59:59.999Z' }],
  ['an early time', { publishedAt: '0001-01-01T00:00:00.000Z' }],
  ['a late time', { publishedAt: '9999-12-31T23:59:59.999Z' }],
  ['a day', { day: '2024-02-29' }],
  ['an early day', { day: '0001-01-01' }],
  ['a list', { tags: ['a', 'b"c', "d'e", '\u{1f600}', '\\u0000'] }],
  ['an empty array', { tags: [] }],
  ['no list', { tags: null }],
  ['an optional field', { note: 'here' }],
];

const CONSTRAINTS: readonly (readonly [string, Record<string, unknown>, number, ...string[]])[] = [
  ['rejects a duplicate title with 409', { title: 'Nereid' }, 409, '/title'],
  ['reports the field of a link to a missing row', { author: 99 }, 422, '/author'],
  ['reports a required field that is null', { title: null }, 422, '/title'],
  ['reports the field of a check constraint', { price: -2 }, 422, '/price'],
  ['rejects a string with U+0000', { title: 'a\0b' }, 422, '/title'],
  ['rejects half a surrogate pair', { title: 'a\ud800' }, 422, '/title'],
  ['rejects U+0000 in an array', { tags: ['a\0'] }, 422, '/tags'],
  ['rejects half a surrogate pair in an array', { tags: ['\udfff'] }, 422, '/tags'],
  ['rejects an invalid time', { publishedAt: 'tomorrow' }, 422, '/publishedAt'],
];

function getIds({ items }: { readonly items: readonly unknown[] }): unknown[] {
  return items.map((item) => (item as Book)['id']);
}

function plain(item: unknown): unknown {
  return { ...(item as object) };
}

function pick(item: unknown, like: Record<string, unknown>): unknown {
  return Object.fromEntries(Object.keys(like).map((key) => [key, (item as Book)[key]]));
}

function isError(status: number): (error: unknown) => boolean {
  return (error) => error instanceof HttpError && error.status === status;
}
