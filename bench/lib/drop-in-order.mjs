/** Returns the response to an order. Its length is always the same. */
export function answer(url, { customer = '', lines = [] }) {
  const total = String(lines.reduce((sum, { price }) => sum + price, 0)).padStart(8, '0');
  return JSON.stringify({ path: url, customer, total, lines, note: 'The order was received and will be sent.' });
}
