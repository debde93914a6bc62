/** A stand-in for the HTTP service of a carrier, on a free port. `SHIPPING_URL` names another one. */
import { createServer } from 'node:http';

const server = createServer((request, response) => {
  const cents = 490 + Number(new URL(request.url, 'http://carrier').searchParams.get('quantity')) * 100;
  setTimeout(() => response.setHeader('Content-Type', 'application/json').end(JSON.stringify({ cents })), 30);
});
if (!process.env.SHIPPING_URL) await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const SHIPPING_URL = process.env.SHIPPING_URL || `http://127.0.0.1:${server.address().port}`;

/** Returns what the carrier charges, in cents. */
export async function quoteShipping(quantity) {
  const response = await fetch(`${SHIPPING_URL}/quote?quantity=${quantity}`);
  if (!response.ok) throw new Error(`The carrier responded with ${response.status}`);
  return (await response.json()).cents;
}
