/** The queries of the shop with `node:sqlite`. The database is in memory. */
import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

const database = new DatabaseSync(':memory:');
database.exec(readFileSync(new URL('shop.sql', import.meta.url), 'utf8'));

export async function listProducts() {
  return database.prepare('select id, name, price_cents from products order by id limit 12').all();
}

// No index has `customer_id` first, so each customer reads all orders.
const CUSTOMER = `
  select customers.id, name, address, count(*) as order_count
  from customers left join orders on customer_id = customers.id
  where customers.id = ? group by customers.id`;

export async function findCustomer(id) {
  return database.prepare(CUSTOMER).get(id);
}

export async function findCustomers(ids) {
  const condition = 'customers.id in (select value from json_each(?))';
  return database.prepare(CUSTOMER.replace('customers.id = ?', condition)).all(JSON.stringify(ids));
}

export async function listOrders() {
  return database.prepare('select id, customer_id, placed_at from orders order by placed_at desc limit 20').all();
}

export async function findOrder(id) {
  return database.prepare('select id, customer_id, placed_at from orders where id = ?').get(id);
}

export async function addOrder({ id, customerId, productId, quantity }) {
  const now = Math.floor(Date.now() / 1000);
  database.prepare('insert into orders values (?, ?, ?)').run(id, customerId, now);
  database.prepare('insert into order_items values (?, ?, ?)').run(id, productId, quantity);
}

// No index has `product_id` first, so each product reads all items.
const SALES = `
  select id, name, (select sum(quantity) from order_items where product_id = products.id) as sold
  from products order by sold desc limit 10`;

export async function listSales() {
  return database.prepare(SALES).all();
}
