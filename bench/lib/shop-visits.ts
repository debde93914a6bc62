import { Random } from './random.ts';

/** Creates the requests of a browser to a shop: half of them store an order, the others read one or list some. */
export function createVisits(port: number, count: number): Buffer[] {
  const random = new Random(7);
  return Array.from({ length: count }, (_, index) => {
    const kind = random.below(10);
    const id = kind < 5 ? `n${index}` : kind < 8 ? `p${random.below(2_000)}` : 'list';
    const query = id === 'list' ? `?state=${random.pick(STATES)}&page=${random.below(20)}` : `?view=${random.below(7)}`;
    const body = kind < 5 ? JSON.stringify(createOrder(index, random)) : '';
    const lines = [
      `${body === '' ? 'GET' : 'POST'} /orders/${id}${query} HTTP/1.1`,
      ...[`Host: 127.0.0.1:${port}`, 'Connection: keep-alive', `User-Agent: ${random.pick(AGENTS)}`],
      ...['Accept: application/json, text/plain, */*', 'Accept-Language: en-GB,en;q=0.9', 'Accept-Encoding: identity'],
      ...[`Referer: http://127.0.0.1:${port}/shop?page=${index}`, `Cookie: session=s${index % 5}a8f3; theme=dark`],
      ...['Sec-Fetch-Mode: cors', 'Sec-Fetch-Site: same-origin'],
      ...(body === '' ? [] : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`]),
    ];
    return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`);
  });
}

function createOrder(index: number, random: Random): object {
  return {
    customer: `Customer ${index}`,
    email: `customer-${index}@shop.example`,
    state: random.pick(STATES),
    note: random.words(WORDS, 6),
    lines: Array.from({ length: 1 + random.below(4) }, (_, line) => ({
      sku: `sku-${line}-${index}`,
      quantity: 1 + random.below(3),
      price: 9.5 + random.below(100),
    })),
  };
}

const STATES = ['open', 'paid', 'sent', 'returned'];
const WORDS = 'leave it at the garden gate please call before noon second floor'.split(' ');
const AGENTS = ['128', '131', '132'].map(
  (version) =>
    `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 Safari/537.36`,
);
