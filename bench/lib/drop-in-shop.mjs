/** Orders in SQLite: the requests of a developer's application, for servers with and without a recorder. */
import { DatabaseSync } from 'node:sqlite';

const STATES = ['open', 'paid', 'sent', 'returned'];
const database = new DatabaseSync(':memory:');
database.exec(`
  create table orders (id text primary key, customer text, email text, state text, created_at text);
  create table lines (order_id text, sku text, quantity integer, price real);
  create index lines_of_order on lines (order_id);
  begin;
`);
for (let index = 0; index < 2_000; index++) {
  const lines = Array.from({ length: 1 + (index % 4) }, (_, line) => ({ sku: `sku-${line}`, quantity: 1, price: 9.5 }));
  const email = `customer-${index}@shop.example`;
  insert(`p${index}`, { customer: `Customer ${index}`, email, state: STATES[index % 4], lines });
}
database.exec('commit');

/** Responds to a request: with a list, with the order of a body after it was stored, or with a stored order. */
export function answer(url, body) {
  const { pathname, searchParams } = new URL(url, 'http://shop.example');
  const id = pathname.slice(pathname.lastIndexOf('/') + 1);
  if (id === 'list') return JSON.stringify(list(searchParams.get('state'), Number(searchParams.get('page'))));
  if (body.lines !== undefined) insert(id, body);
  return JSON.stringify(read(id) ?? { id });
}

function insert(id, { customer, email, state, lines }) {
  const time = new Date().toISOString();
  database
    .prepare('insert into orders (id, customer, email, state, created_at) values (?, ?, ?, ?, ?)')
    .run(id, customer, email, state, time);
  const statement = database.prepare('insert into lines (order_id, sku, quantity, price) values (?, ?, ?, ?)');
  for (const { sku, quantity, price } of lines) statement.run(id, sku, quantity, price);
}

function read(id) {
  const order = database.prepare('select id, customer, email, state, created_at from orders where id = ?').get(id);
  const lines = database.prepare('select sku, quantity, price from lines where order_id = ?').all(id);
  return order && { ...order, lines };
}

function list(state, page) {
  const { total } = database.prepare('select count(*) as total from orders where state = ?').get(state);
  const rows = database
    .prepare('select id, customer, email, created_at from orders where state = ? order by id limit 20 offset ?')
    .all(state, page * 20);
  return { total, page, rows };
}
