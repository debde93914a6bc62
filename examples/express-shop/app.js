import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import express from 'express';
import { pino } from 'pino';
import { quoteShipping } from './shipping.js';

const shop = await import(process.env.DATABASE_URL ? './postgres.js' : './sqlite.js');
const log = pino();
const app = express();

app.use(express.static(join(import.meta.dirname, 'public')));
// All examples have the same style.
app.use('/style', express.static(join(import.meta.dirname, '../style')));
app.use(express.json());

app.get('/api/products', async (request, response) => {
  response.json(await shop.listProducts());
});

// The mistake: one query per order, where one query with a join is enough.
app.get('/api/orders', async (request, response) => {
  const orders = await shop.listOrders();
  for (const order of orders) order.customer = await shop.findCustomer(order.customer_id);
  response.json(orders);
});

app.post('/api/orders', async (request, response) => {
  const { customerId, productId, quantity } = request.body ?? {};
  if (![customerId, productId, quantity].every((each) => Number.isInteger(each) && each > 0))
    return response.status(422).json({ error: 'customerId, productId and quantity must be positive integers' });
  const order = { id: randomUUID(), customerId, productId, quantity };
  const shipping = await quoteShipping(quantity);
  await shop.addOrder(order);
  log.info({ order: order.id, shipping }, 'order placed');
  response
    .status(201)
    .location(`/api/orders/${order.id}/label`)
    .json({ ...order, shipping });
});

// The mistake: some customers have no address.
app.get('/api/orders/:id/label', async (request, response) => {
  const order = await shop.findOrder(request.params.id);
  if (!order) return response.status(404).json({ error: 'There is no such order' });
  const { name, address } = await shop.findCustomer(order.customer_id);
  const label = `${name}\n${address.toUpperCase()}\n`;
  response.type('text').send(label);
});

// The mistake: a query that reads 3,000,000 rows.
app.get('/api/sales', async (request, response) => {
  response.json(await shop.listSales());
});

app.use((error, request, response, next) => {
  log.error(error);
  if (response.headersSent) return next(error);
  response.status(error.status ?? 500).json({ error: 'Something went wrong' });
});

const server = app.listen(process.env.PORT ?? 3000, '127.0.0.1', (error) => {
  if (error) throw error;
  console.log(`The shop listens on http://127.0.0.1:${server.address().port}`);
});
