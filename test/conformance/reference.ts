/** Compares recorded responses of the reference with those of a host that has the same resources. */
import type { Failure, Suite, Outcome } from './run.ts';
import { normalize, differences } from './reference/compare.ts';
import { NEWER_ROWS } from './reference/newer-rows.ts';
import { EVERY_RESPONSE, NEWER_RULES } from './reference/newer-rules.ts';
import { PENDING } from './reference/pending.ts';
import { ROWS } from './reference/rows.ts';
import { RULES } from './reference/rules.ts';
import { sendExchange, getExchanges } from './reference/exchange.ts';
import type { RecordedResponse, Exchange, Recording } from './reference/exchange.ts';
import { referenceHost } from './reference/host.ts';
import { newerHost } from './reference/newer-host.ts';

export const suite: Suite = {
  file: new URL('./reference/exchanges.json', import.meta.url),
  run: (recording) => runReference(getExchanges(recording as Recording)),
};

// The newer rules come first, because the rules about lists need their result.
const ALL_RULES = { ...NEWER_RULES, ...RULES };

/** Runs every exchange. A difference passes if it is listed, and a listed difference fails if it does not occur. */
async function runReference(exchanges: readonly Exchange[]): Promise<Outcome> {
  await using host = referenceHost();
  const { port } = await host.listen(LISTEN_OPTIONS);
  const failures: Failure[] = [];
  const counts = { 'as recorded': 0, 'as listed': 0, pending: 0 };
  const used = new Set<string>();
  for (const exchange of exchanges) {
    if (PENDING[exchange.id] !== undefined) {
      counts.pending++;
      continue;
    }
    const response = await (
      exchange.server === 'newer' ? sendToNewHost(exchange) : sendExchange(host, port, exchange)
    ).catch((error: unknown) => error as Error);
    if (response instanceof Error) {
      failures.push(failure(exchange, 'an exchange that matches the document of the host', response.message));
      continue;
    }
    const actual = normalize(response);
    const expected = normalize(exchange.answer);
    const asRecorded = differences(expected, actual) === undefined;
    for (const [name, { change }] of Object.entries(ALL_RULES)) {
      const before = JSON.stringify(expected);
      change(expected, actual, exchange);
      if (JSON.stringify(expected) !== before) used.add(name);
    }
    EVERY_RESPONSE.change(expected, actual, exchange);
    const listed = ROWS[exchange.id] ?? NEWER_ROWS[exchange.id];
    if (listed !== undefined && differences(expected, actual) === undefined)
      failures.push(failure(exchange, 'the listed difference', 'no difference; remove the entry'));
    listed?.change(expected, actual, exchange);
    // Rows may replace all headers.
    EVERY_RESPONSE.change(expected, actual, exchange);
    const left = differences(expected, actual);
    if (left !== undefined) failures.push(failure(exchange, left.expected, left.actual));
    else counts[asRecorded ? 'as recorded' : 'as listed']++;
  }
  for (const name of Object.keys(ALL_RULES))
    if (!used.has(name))
      failures.push({ id: name, request: 'rule', expected: 'a response that it changes', actual: 'none' });
  return { passed: counts['as recorded'] + counts['as listed'], failures, counts };
}

// The newer release started every exchange with its initial rows.
async function sendToNewHost(exchange: Exchange): Promise<RecordedResponse> {
  await using host = newerHost();
  const { port } = await host.listen(LISTEN_OPTIONS);
  return await sendExchange(host, port, exchange);
}

const LISTEN_OPTIONS = { host: '127.0.0.1', port: 0, mode: 'production' } as const;

function failure({ id, line }: Exchange, expected: unknown, actual: unknown): Failure {
  return { id, request: line, expected, actual };
}
