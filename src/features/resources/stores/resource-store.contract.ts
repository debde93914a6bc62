import { deepEqual, equal, notEqual, ok, rejects } from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createContext } from '../../../testing/index.ts';
import { HttpError } from '../../../core/http/errors.ts';
import type { OrderKey } from '../filters/filter-tree.ts';
import type { CursorValue, ListRequest, ListWindow, Page } from '../paging/list-request.ts';
import { CONTENT } from './resource-store-fixtures.contract.ts';
import type { ContractStores } from './resource-store-fixtures.contract.ts';
import { FILTERS } from './resource-store-filters.contract.ts';
import type { StoreContext } from './resource-store.ts';

/** What a store's own test tells the contract. */
export interface ContractSubject {
  /** Bound stores that hold `CONTENT`, afresh. */
  open(): Promise<ContractStores>;
  /** Does the store know constraints: links lead somewhere, titles are unique, prices are -1 at least? */
  readonly constraints: boolean;
  readonly skip?: string | false;
}

/** What every store of resources must do; the test of each calls this. */
export function resourceStoreContract(name: string, { open, constraints, skip = false }: ContractSubject): void {
  describe(name, { skip }, () => {
    let reading: Promise<ContractStores> | undefined;
    const readonly = (): Promise<ContractStores> => (reading ??= open());

    describe('filters', () => {
      for (const [told, where, ids] of FILTERS)
        test(told, async () => {
          const { books } = await readonly();
          const page = (await books.list(asking({ where, count: true }), NOBODY)) as Page<Book>;
          deepEqual(idsOf(page), ids);
          equal(page.total, ids.length);
        });
    });

    describe('orders', () => {
      for (const [told, order, ids] of ORDERS)
        test(told, async () => {
          const { books } = await readonly();
          deepEqual(idsOf(await books.list(asking({ order: toOrder(order) }), NOBODY)), ids);
        });
    });

    describe('pages by number', () => {
      for (const [told, offset, limit, ids] of OFFSETS)
        test(told, async () => {
          const { books } = await readonly();
          const window = { by: 'offset', offset, limit } as const;
          const counted = await books.list(asking({ window, count: true }), NOBODY);
          deepEqual([idsOf(counted), counted.total], [ids, 10]);
          const uncounted = await books.list(asking({ window }), NOBODY);
          deepEqual([idsOf(uncounted), uncounted.total], [ids, undefined]);
        });
    });

    describe('pages by cursor', () => {
      for (const order of CURSOR_ORDERS)
        for (const limit of [1, 3, 10, 11])
          test(`${order}, ${limit} at a time, there and back`, async () => {
            const { books } = await readonly();
            const keys = toOrder(order);
            const whole = idsOf(await books.list(asking({ order: keys }), NOBODY));
            const walk = async (direction: 'after' | 'before'): Promise<unknown[]> => {
              const found: unknown[] = [];
              let from: readonly CursorValue[] | undefined;
              for (let more = true; more;) {
                const window: ListWindow = { by: 'cursor', from, direction, limit };
                const page = (await books.list(asking({ order: keys, window, count: true }), NOBODY)) as Page<Book>;
                equal(page.total, 10);
                ok(page.items.length > 0 && page.items.length <= limit);
                const [forth, back] =
                  direction === 'after' ? [page.hasNext, page.hasPrevious] : [page.hasPrevious, page.hasNext];
                equal(back, from !== undefined);
                more = forth!;
                const next = direction === 'after' ? page.items.at(-1)! : page.items[0]!;
                from = keys.map(({ field }) => (next[field] ?? null) as CursorValue);
                if (direction === 'after') found.push(...idsOf(page));
                else found.unshift(...idsOf(page));
              }
              return found;
            };
            deepEqual(await walk('after'), whole);
            deepEqual(await walk('before'), whole);
          });
      test('a place whose row is gone is a place still', async () => {
        const { books } = await readonly();
        const window: ListWindow = { by: 'cursor', from: [150, 99], direction: 'after', limit: 2 };
        deepEqual(idsOf(await books.list(asking({ order: toOrder('pages id'), window }), NOBODY)), [2, 3]);
      });
      test('a place with values of other kinds is one before everything', async () => {
        const { books } = await readonly();
        const window: ListWindow = { by: 'cursor', from: [`' or 1=1`, 0], direction: 'after', limit: 2 };
        deepEqual(idsOf(await books.list(asking({ order: toOrder('pages id'), window }), NOBODY)), [4, 5]);
      });
    });

    describe('fields', () => {
      test('only what is shown is read, with what identifies and orders it', async () => {
        const { books } = await readonly();
        const page = (await books.list(
          asking({ fields: ['title'], order: toOrder('price id') }),
          NOBODY,
        )) as Page<Book>;
        for (const item of page.items) for (const field of ['id', 'title', 'price']) ok(field in item);
      });
      for (const [index, expected] of CONTENT.books.entries())
        test(`book ${index + 1} comes back as it is`, async () => {
          const { books } = await readonly();
          deepEqual(plain(await books.get({ id: expected['id'] }, NOBODY)), expected);
        });
      test('an item of which few fields are wanted has them', async () => {
        const { books } = await readonly();
        const item = (await books.get({ id: 1 }, NOBODY, ['title'])) as Book;
        deepEqual([item['id'], item['title']], [1, 'Nereid']);
      });
    });

    describe('identifiers', () => {
      test('one that is not there is null', async () => {
        const { books, papers } = await readonly();
        equal(await books.get({ id: 99 }, NOBODY), null);
        equal(await books.get({ id: Number.MAX_SAFE_INTEGER }, NOBODY), null);
        equal(await papers.get({ id: '0a0b0c0d-0000-4000-8000-00000000000f' }, NOBODY), null);
      });
      test('one that cannot be is null, whatever stands in it', async () => {
        const { books, papers } = await readonly();
        for (const id of [`' or 1=1 --`, 'x'.repeat(10_000), '0A0B0C0D-0000-4000-8000-000000000001', '%'])
          equal(await papers.get({ id }, NOBODY), null);
        equal(await books.get({ id: 1.5 }, NOBODY), null);
      });
      test('a UUID is found, and in its order', async () => {
        const { papers } = await readonly();
        const [, two] = CONTENT.papers;
        deepEqual(plain(await papers.get({ id: two.id }, NOBODY)), two);
        const page = await papers.list(asking({ order: toOrder('-id') }), NOBODY);
        deepEqual(
          (page as Page<Book>).items.map(({ title }) => title),
          ['three', 'two', 'one'],
        );
      });
      test('several keys identify together', async () => {
        const { seats } = await readonly();
        deepEqual(plain(await seats.get({ row: 1, place: 'b;c' }, NOBODY)), CONTENT.seats[1]);
        equal(await seats.get({ row: 2, place: 'b;c' }, NOBODY), null);
      });
    });

    describe('scope', () => {
      const within = (scope: Record<string, unknown>): StoreContext => ({ ...NOBODY, scope });
      test('rows outside are not there', async () => {
        const { books } = await readonly();
        deepEqual(idsOf(await books.list(asking({ count: true }), within({ author: 1 }))), [1, 4]);
        equal(await books.get({ id: 2 }, within({ author: 1 })), null);
        notEqual(await books.get({ id: 1 }, within({ author: 1 })), null);
      });
      test('the text of a path means what the field holds', async () => {
        const { books } = await readonly();
        deepEqual(idsOf(await books.list(asking({}), within({ author: '1' }))), [1, 4]);
        deepEqual(idsOf(await books.list(asking({}), within({ author: `1' or '1'='1` }))), []);
      });
      test('what is made inside stays inside, and nothing outside changes', async () => {
        const { books } = await open();
        const scope = within({ author: 2 });
        const made = (await books.create({ ...NEW, author: 1 }, scope)) as Book;
        equal(made['author'], 2);
        equal(await books.patch({ id: 1 }, { title: 'taken' }, scope), null);
        equal(await books.replace({ id: 1 }, { title: 'taken' }, scope), null);
        equal(await books.delete({ id: 1 }, scope), false);
        equal(((await books.patch({ id: 2 }, { author: 1, pages: 3 }, scope)) as Book)['author'], 2);
        equal(((await books.get({ id: 1 }, NOBODY)) as Book)['title'], 'Nereid');
      });
    });

    describe('writes', () => {
      test('what is created gets an identifier, and can be read', async () => {
        const { books } = await open();
        const made = (await books.create(NEW, NOBODY)) as Book;
        deepEqual(plain(made), { ...NEW, id: 11 });
        deepEqual(plain(await books.get({ id: 11 }, NOBODY)), plain(made));
      });
      test('an identifier that is sent is taken', async () => {
        const { papers, seats } = await open();
        const paper = { id: '00000000-0000-4000-8000-000000000009', title: 'nine' };
        deepEqual(plain(await papers.create(paper, NOBODY)), paper);
        const seat = { row: 2, place: 'b', taken: false };
        deepEqual(plain(await seats.create(seat, NOBODY)), seat);
      });
      test('an identifier that is taken is a conflict', async () => {
        const { papers, seats } = await open();
        await rejects(async () => papers.create({ ...CONTENT.papers[0] }, NOBODY), isError(409));
        await rejects(async () => seats.create({ ...CONTENT.seats[0] }, NOBODY), isError(409));
        equal(((await papers.list(asking({ order: toOrder('id') }), NOBODY)) as Page<Book>).items.length, 3);
      });
      for (const [told, sent] of VALUES)
        test(`${told} comes back as it was written`, async () => {
          const { books } = await open();
          deepEqual(pick(await books.create({ ...NEW, ...sent }, NOBODY), sent), sent);
          deepEqual(pick(await books.get({ id: 11 }, NOBODY), sent), sent);
          deepEqual(pick(await books.patch({ id: 1 }, { ...sent }, NOBODY), sent), sent);
          deepEqual(pick(await books.get({ id: 1 }, NOBODY), sent), sent);
        });
      test('what is replaced keeps its identifier', async () => {
        const { books } = await open();
        const item = { ...NEW, note: null };
        deepEqual(plain(await books.replace({ id: 8 }, { ...item, id: 77 }, NOBODY)), { ...NEW, id: 8 });
        equal(await books.get({ id: 77 }, NOBODY), null);
      });
      test('what is not there is not replaced', async () => {
        const { books } = await open();
        equal(await books.replace({ id: 99 }, NEW, NOBODY), null);
        equal(await books.get({ id: 99 }, NOBODY), null);
      });
      test('a patch changes what it names', async () => {
        const { books } = await open();
        deepEqual(plain(await books.patch({ id: 1 }, { pages: 3, price: null }, NOBODY)), {
          ...CONTENT.books[0],
          pages: 3,
          price: null,
        });
        deepEqual(plain(await books.get({ id: 2 }, NOBODY)), CONTENT.books[1]);
      });
      test('a patch of nothing gives the item', async () => {
        const { books } = await open();
        deepEqual(plain(await books.patch({ id: 1 }, {}, NOBODY)), CONTENT.books[0]);
        equal(await books.patch({ id: 99 }, {}, NOBODY), null);
      });
      test('what is undefined is not written', async () => {
        const { books } = await open();
        deepEqual(plain(await books.patch({ id: 1 }, { title: undefined, pages: 4 }, NOBODY)), {
          ...CONTENT.books[0],
          pages: 4,
        });
      });
      test('what may be left out is gone when it is null', async () => {
        const { books } = await open();
        const { note: _, ...rest } = CONTENT.books[7];
        deepEqual(plain(await books.patch({ id: 8 }, { note: null }, NOBODY)), rest);
      });
      test('one of several keys is changed by all of them', async () => {
        const { seats } = await open();
        deepEqual(plain(await seats.patch({ row: 1, place: 'a' }, { taken: true }, NOBODY)), {
          row: 1,
          place: 'a',
          taken: true,
        });
        deepEqual(plain(await seats.get({ row: 2, place: 'a' }, NOBODY)), CONTENT.seats[2]);
      });
      test('what is deleted is gone, once', async () => {
        const { books } = await open();
        equal(await books.delete({ id: 1 }, NOBODY), true);
        equal(await books.delete({ id: 1 }, NOBODY), false);
        equal(await books.get({ id: 1 }, NOBODY), null);
        deepEqual(idsOf(await books.list(asking({}), NOBODY)), [2, 3, 4, 5, 6, 7, 8, 9, 10]);
      });
      test('an identifier of a deleted item may be taken again by hand', async () => {
        const { seats } = await open();
        await seats.delete({ row: 1, place: 'a' }, NOBODY);
        notEqual(await seats.create({ row: 1, place: 'a', taken: true }, NOBODY), null);
      });
    });

    describe('transactions', () => {
      test('what ends well stays', async () => {
        const { books } = await open();
        const made = await books.transaction(async () => {
          await books.patch({ id: 1 }, { pages: 9 }, NOBODY);
          return books.create(NEW, NOBODY);
        });
        equal((made as Book)['id'], 11);
        equal(((await books.get({ id: 1 }, NOBODY)) as Book)['pages'], 9);
      });
      test('what fails leaves nothing behind, and the error arrives as it was', async () => {
        const { books } = await open();
        const error = new Error('no');
        await rejects(
          books.transaction(async () => {
            await books.create(NEW, NOBODY);
            await books.delete({ id: 1 }, NOBODY);
            equal((await books.list(asking({ count: true }), NOBODY)).total, 10);
            throw error;
          }),
          (thrown) => thrown === error,
        );
        deepEqual(idsOf(await books.list(asking({}), NOBODY)), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
      });
      test('one inside another is part of it', async () => {
        const { books } = await open();
        await rejects(
          books.transaction(async () => {
            await books.transaction(async () => void (await books.delete({ id: 1 }, NOBODY)));
            throw new Error('no');
          }),
        );
        notEqual(await books.get({ id: 1 }, NOBODY), null);
      });
    });

    describe('constraints', { skip: constraints ? false : 'it has none' }, () => {
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
      for (const [told, sent, status, ...expected] of CONSTRAINTS)
        test(told, async () => {
          const { books } = await open();
          await rejects(async () => books.create({ ...NEW, ...sent }, NOBODY), pointers(status, ...expected));
          await rejects(async () => books.patch({ id: 2 }, { ...sent }, NOBODY), pointers(status, ...expected));
          deepEqual(plain(await books.get({ id: 2 }, NOBODY)), CONTENT.books[1]);
          equal((await books.list(asking({ count: true }), NOBODY)).total, 10);
        });
      test('several keys that are taken are told together', async () => {
        const { seats } = await open();
        await rejects(async () => seats.create({ ...CONTENT.seats[0] }, NOBODY), pointers(409, '/row', '/place'));
      });
      test('what others refer to stays', async () => {
        const { authors } = await open();
        await rejects(async () => authors.delete({ id: 1 }, NOBODY), pointers(409));
        notEqual(await authors.get({ id: 1 }, NOBODY), null);
      });
      test('after a refusal inside a transaction the rest is taken back', async () => {
        const { books } = await open();
        await rejects(
          books.transaction(async () => {
            await books.patch({ id: 1 }, { pages: 9 }, NOBODY);
            await books.create({ ...NEW, title: 'Nereid' }, NOBODY);
          }),
          isError(409),
        );
        equal(((await books.get({ id: 1 }, NOBODY)) as Book)['pages'], 100);
      });
    });
  });
}

type Book = Readonly<Record<string, unknown>>;

const NOBODY: StoreContext = { context: createContext(), signal: new AbortController().signal, scope: {} };

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

function asking(more: Partial<ListRequest>): ListRequest {
  return { where: undefined, order: toOrder('id'), window: { by: 'all' }, count: false, fields: undefined, ...more };
}

// `price -id` orders by price, then by id descending.
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
  ['text by code points', 'title', [7, 6, 1, 3, 2, 4, 5, 9, 10, 8]],
  ['text backwards', '-title', [8, 10, 9, 5, 4, 2, 3, 1, 6, 7]],
  ['nothing first', 'price id', [4, 10, 5, 6, 8, 1, 9, 2, 3, 7]],
  ['nothing last backwards', '-price id', [7, 2, 3, 1, 9, 8, 6, 5, 4, 10]],
  ['both backwards', '-price -id', [7, 3, 2, 9, 1, 8, 6, 5, 10, 4]],
  ['whole numbers', 'pages id', [4, 5, 8, 10, 1, 9, 2, 3, 6, 7]],
  ['nothing, falsehood, truth', 'available id', [3, 8, 10, 2, 6, 7, 1, 4, 5, 9]],
  ['truth, falsehood, nothing', '-available id', [1, 4, 5, 9, 2, 6, 7, 3, 8, 10]],
  ['times', 'publishedAt id', [3, 7, 10, 4, 1, 9, 8, 2, 6, 5]],
  ['times backwards', '-publishedAt -id', [5, 6, 2, 8, 9, 1, 4, 10, 7, 3]],
  ['days', 'day id', [3, 6, 8, 9, 10, 4, 1, 2, 7, 5]],
  ['links', 'author -id', [9, 3, 4, 1, 10, 2, 6, 5, 8, 7]],
  ['text, then numbers', 'subtitle -pages id', [1, 9, 8, 4, 3, 6, 2, 7, 10, 5]],
  ['lists have no order', 'tags id', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
  ['three keys', 'available -price id', [3, 8, 10, 7, 2, 6, 1, 9, 5, 4]],
];

const OFFSETS: readonly (readonly [string, number, number, readonly number[]])[] = [
  ['the first', 0, 3, [1, 2, 3]],
  ['one between', 3, 3, [4, 5, 6]],
  ['the last, not full', 9, 3, [10]],
  ['the last, full', 5, 5, [6, 7, 8, 9, 10]],
  ['one behind the last', 10, 5, []],
  ['one far behind the last', 99_999_999_900, 100, []],
  ['all on one', 0, 10, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
  ['more than there are', 0, 100, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
  ['none on a page', 0, 0, []],
  ['none on a page between', 4, 0, []],
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
  ['text with quotes', { subtitle: `'"\`\\%_;--/*` }],
  ['text beyond U+FFFF', { subtitle: '\u{1f600}\u{10ffff}é\u0301' }],
  ['text with line ends', { subtitle: 'a\r\nb\tc\u0001\u007f' }],
  ['long text', { subtitle: 'é'.repeat(100_000) }],
  ['truth', { available: true }],
  ['falsehood', { available: false }],
  ['no truth', { available: null }],
  ['a fraction', { price: 0.1 }],
  ['a tiny number', { price: 5e-324 }],
  ['a huge number', { price: 1.7976931348623157e308 }],
  ['a number with many digits', { price: 0.30000000000000004 }],
  ['the largest whole number', { pages: Number.MAX_SAFE_INTEGER }],
  ['the smallest whole number', { pages: Number.MIN_SAFE_INTEGER }],
  ['a time', { publishedAt: '2026-02-28T23:59:59.999Z' }],
  ['an early time', { publishedAt: '0001-01-01T00:00:00.000Z' }],
  ['a late time', { publishedAt: '9999-12-31T23:59:59.999Z' }],
  ['a day', { day: '2024-02-29' }],
  ['an early day', { day: '0001-01-01' }],
  ['a list', { tags: ['a', 'b"c', "d'e", '\u{1f600}', '\\u0000'] }],
  ['an empty list', { tags: [] }],
  ['no list', { tags: null }],
  ['what may be left out', { note: 'here' }],
];

const CONSTRAINTS: readonly (readonly [string, Record<string, unknown>, number, ...string[]])[] = [
  ['a title that is taken is a conflict', { title: 'Nereid' }, 409, '/title'],
  ['a link that leads nowhere is told by its field', { author: 99 }, 422, '/author'],
  ['what must be there is', { title: null }, 422, '/title'],
  ['what is checked is told by its field', { price: -2 }, 422, '/price'],
  ['text with U+0000 is refused', { title: 'a\0b' }, 422, '/title'],
  ['half a surrogate pair is refused', { title: 'a\ud800' }, 422, '/title'],
  ['U+0000 inside a list is refused', { tags: ['a\0'] }, 422, '/tags'],
  ['half a surrogate pair inside a list is refused', { tags: ['\udfff'] }, 422, '/tags'],
  ['what is no time is refused', { publishedAt: 'tomorrow' }, 422, '/publishedAt'],
];

function idsOf({ items }: { readonly items: readonly unknown[] }): unknown[] {
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
