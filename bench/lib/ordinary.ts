/**
 * The ordinary request that recording is measured with: a POST of half a kilobyte, 17 spans (3 of them database queries)
 * beside the calls of the host's own listeners, 4 log records, an answer of 0.7 KB or of 64 KB; some 8 KB of profile.
 */
import { defineHost, route, span, trace } from 'oriel';
import type { Host, HostConfig } from 'oriel';
import { currentScope } from '../../src/core/trace/current.ts';

export type BodySize = 'small' | 'large';

export const ORDER = {
  book: 'The amber ocean',
  isbn: '9781000324679',
  customer: { id: 4711, name: 'Ada Harbour', city: 'Lisbon', newsletter: true },
  lines: Array.from({ length: 4 }, (_, i) => ({ article: `paper-${i}`, count: i + 1, price: 6.5 + i })),
  remark: 'quiet winter garden paper glass copper hollow violet',
};
export const ORDER_TEXT = JSON.stringify(ORDER);
/** The same order again and again, by a shop and a customer that are others each time. */
export function variousOrders(): { readonly path: () => string; readonly body: () => string } {
  let nth = 0;
  return {
    path: () => `/api/shops/${++nth}/orders?notify=mail-${nth}`,
    body: () => ORDER_TEXT.replace('quiet winter', `quiet ${nth} winter`),
  };
}

export const ORDER_PATH = '/api/shops/7/orders?notify=mail';

/** An order like it, of a customer of its own, so that neither its body nor the answer was ever seen before. */
export const orderOf = (customer: number): string => ORDER_TEXT.replace('4711', String(customer));

/** What is answered. */
export function receipt(size: BodySize, asked: object = ORDER): unknown {
  const one = { id: 1001, state: 'accepted', ...asked, history: ['received', 'checked', 'priced', 'stored'] };
  return size === 'small' ? one : { orders: Array.from({ length: 118 }, (_, i) => ({ ...one, id: 1001 + i })) };
}

/** What an order asks of a database. */
export interface Queries {
  shop(id: number): Promise<unknown>;
  articles(names: readonly string[]): Promise<unknown>;
  store(shop: number, customer: number, isbn: string, total: number): Promise<unknown>;
}

// What a database adapter notes; the database itself would cost more than everything that is measured here.
function noted(sql: string, parameters: readonly unknown[], rows: number): Promise<void> {
  const { trace: recording, span: parent } = currentScope();
  if (!recording.recording) return Promise.resolve();
  const id = recording.begin('db', sql.slice(0, 40), parent, { sql, parameters });
  return Promise.resolve().then(() => recording.end(id, { rows }));
}

const NOTED: Queries = {
  shop: (id) => noted('select "id", "name", "city" from "shops" where "id" = ?', [id], 1),
  articles: (names) =>
    noted(
      'select "article", "price", "stock" from "articles" where "article" in (?, ?, ?, ?) order by "article"',
      names,
      4,
    ),
  store: (...values) =>
    noted('insert into "orders" ("shop", "customer", "isbn", "total") values (?, ?, ?, ?) returning "id"', values, 1),
};

const NAMES = ORDER.lines.map(({ article }) => article);

async function order(answer: unknown, queries: Queries): Promise<unknown> {
  trace.log('info', 'An order came in', { shop: 7, lines: 4 });
  await span('find shop', () => queries.shop(7));
  await span('check order', async () => {
    span('check customer', () => 1);
    span('check lines', () => {
      for (let i = 0; i < 4; i++) span(`check line ${i}`, () => i);
    });
    await span('find articles', () => queries.articles(NAMES));
  });
  trace.log('debug', 'Every article is in stock', { articles: ['paper-0', 'paper-1', 'paper-2', 'paper-3'] });
  const total = span('price', () => ORDER.lines.reduce((sum, { count, price }) => sum + count * price, 0));
  span('discount', () => 0);
  await span('store order', () => queries.store(7, 4711, ORDER.isbn, total));
  trace.log('notice', 'The order was stored', { total, currency: 'EUR', shop: { id: 7, city: 'Lisbon' } });
  span('render', () => span('write receipt', () => 1));
  trace.log('info', 'A mail is on its way to the customer');
  return answer;
}

/** What a host that answers it is made of, but for the profiler. */
export function ordinaryConfig(size: BodySize, queries: Queries = NOTED): HostConfig {
  const large = size === 'large' ? receipt(size) : undefined;
  const orders = route('order', 'POST /api/shops/{shop}/orders', {
    handle: async ({ payload }) => {
      const asked = JSON.parse(await payload.text()) as object;
      return order(large ?? receipt('small', asked), queries);
    },
  });
  const others = Array.from({ length: 40 }, (_, i) =>
    route(`other_${i}`, `GET /api/things${i}/{id}`, { handle: () => ({ i }) }),
  );
  return { routes: [...others, orders], log: false, query: 'lenient' };
}

export function ordinaryHost(size: BodySize, profiler: HostConfig['profiler']): Host {
  return defineHost({ ...ordinaryConfig(size), ...(profiler === undefined ? {} : { profiler }) });
}
