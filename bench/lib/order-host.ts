/**
 * The request that recording is measured with: a POST of half a kilobyte with 17 spans (3 of them database queries), the
 * calls of the listeners, 4 log records, and a response of 0.7 KB or 64 KB. Its profile has some 8 KB.
 */
import { defineHost, route, span, trace } from 'oriel-host';
import type { Host, HostConfig } from 'oriel-host';
import { currentScope } from '../../packages/core/src/trace/current.ts';

export type BodySize = 'small' | 'large';

export const ORDER = {
  book: 'The amber ocean',
  isbn: '9781000324679',
  customer: { id: 4711, name: 'Ada Harbour', city: 'Lisbon', newsletter: true },
  lines: Array.from({ length: 4 }, (_, i) => ({ article: `paper-${i}`, count: i + 1, price: 6.5 + i })),
  remark: 'quiet winter garden paper glass copper hollow violet',
};
export const ORDER_TEXT = JSON.stringify(ORDER);
/** Returns a path and a body that differ in each request by the shop and the customer. */
export function variousOrders(): { readonly path: () => string; readonly body: () => string } {
  let nth = 0;
  return {
    path: () => `/api/shops/${++nth}/orders?notify=mail-${nth}`,
    body: () => ORDER_TEXT.replace('quiet winter', `quiet ${nth} winter`),
  };
}

export const ORDER_PATH = '/api/shops/7/orders?notify=mail';

/** Returns an order with another customer, so that its body and the response are new. */
export const orderOf = (customer: number): string => ORDER_TEXT.replace('4711', String(customer));

/** Returns the body of the response. */
export function receipt(size: BodySize, order: object = ORDER): unknown {
  const one = { id: 1001, state: 'accepted', ...order, history: ['received', 'checked', 'priced', 'stored'] };
  return size === 'small' ? one : { orders: Array.from({ length: 118 }, (_, i) => ({ ...one, id: 1001 + i })) };
}

/** The database queries of an order. */
export interface Queries {
  shop(id: number): Promise<unknown>;
  articles(names: readonly string[]): Promise<unknown>;
  store(shop: number, customer: number, isbn: string, total: number): Promise<unknown>;
}

// Records what a database adapter records. Real queries would cost more than everything that is measured.
function recordQuery(sql: string, parameters: readonly unknown[], rows: number): Promise<void> {
  const { trace: recording, span: parent } = currentScope();
  if (!recording.recording) return Promise.resolve();
  const id = recording.begin('db', sql.slice(0, 40), parent, { sql, parameters });
  return Promise.resolve().then(() => recording.end(id, { rows }));
}

const RECORDED_QUERIES: Queries = {
  shop: (id) => recordQuery('select "id", "name", "city" from "shops" where "id" = ?', [id], 1),
  articles: (names) =>
    recordQuery(
      'select "article", "price", "stock" from "articles" where "article" in (?, ?, ?, ?) order by "article"',
      names,
      4,
    ),
  store: (...values) =>
    recordQuery(
      'insert into "orders" ("shop", "customer", "isbn", "total") values (?, ?, ?, ?) returning "id"',
      values,
      1,
    ),
};

const NAMES = ORDER.lines.map(({ article }) => article);

async function processOrder(response: unknown, queries: Queries): Promise<unknown> {
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
  trace.log('info', 'A mail was sent to the customer');
  return response;
}

/** Returns the configuration of the host without the profiler. */
export function orderConfig(size: BodySize, queries: Queries = RECORDED_QUERIES): HostConfig {
  const large = size === 'large' ? receipt(size) : undefined;
  const orders = route('order', 'POST /api/shops/{shop}/orders', {
    handle: async ({ payload }) => {
      const order = JSON.parse(await payload.text()) as object;
      return processOrder(large ?? receipt('small', order), queries);
    },
  });
  const others = Array.from({ length: 40 }, (_, i) =>
    route(`other_${i}`, `GET /api/things${i}/{id}`, { handle: () => ({ i }) }),
  );
  return { routes: [...others, orders], log: false, query: 'lenient' };
}

export function createOrderHost(size: BodySize, profiler: HostConfig['profiler']): Host {
  return defineHost({ ...orderConfig(size), ...(profiler === undefined ? {} : { profiler }) });
}
