/** Returns the response to an order: with `SHOP`, orders are stored in SQLite. Otherwise its length is always the same. */
export const answer = process.env.SHOP === undefined ? echo : (await import('./drop-in-shop.mjs')).answer;

function echo(url, { customer = '', lines = [] }) {
  const total = String(lines.reduce((sum, { price }) => sum + price, 0)).padStart(8, '0');
  return JSON.stringify({ path: url, customer, total, lines, note: 'The order was received and will be sent.' });
}
