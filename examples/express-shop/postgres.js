/** The queries of the shop with `pg`, in the database that `DATABASE_URL` names. */
import { readFileSync } from 'node:fs';
import pg from 'pg';

const database = new pg.Pool({ connectionString: process.env.DATABASE_URL });
await database.query(readFileSync(new URL('shop.sql', import.meta.url), 'utf8'));

export async function listProducts() {
  return (await database.query('select id, name, price_cents from products order by id limit 12')).rows;
}

// No index has `customer_id` first, so each customer reads all orders.
const CUSTOMER = `
  select customers.id, name, address, count(*) as order_count
  from customers left join orders on customer_id = customers.id
  where customers.id = $1 group by customers.id`;

export async function findCustomer(id) {
  return (await database.query(CUSTOMER, [id])).rows[0];
}

export async function findCustomers(ids) {
  return (await database.query(CUSTOMER.replace('= $1', '= any($1)'), [ids])).rows;
}

export async function listOrders() {
  return (await database.query('select id, customer_id, placed_at from orders order by placed_at desc limit 20')).rows;
}

export async function findOrder(id) {
  return (await database.query('select id, customer_id, placed_at from orders where id = $1', [id])).rows[0];
}

export async function addOrder({ id, customerId, productId, quantity }) {
  const now = Math.floor(Date.now() / 1000);
  await database.query('insert into orders values ($1, $2, $3)', [id, customerId, now]);
  await database.query('insert into order_items values ($1, $2, $3)', [id, productId, quantity]);
}

// No index has `product_id` first, so each product reads all items.
const SALES = `
  select id, name, (select sum(quantity) from order_items where product_id = products.id) as sold
  from products order by sold desc limit 10`;

export async function listSales() {
  return (await database.query(SALES)).rows;
}
