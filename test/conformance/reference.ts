/** What the reference answered to requests for its resources, and what the same resources answer here. */
import type { Failure, Kind, Outcome } from './run.ts';
import { compared, differences } from './reference/compare.ts';
import { NEWER_ROWS } from './reference/newer-rows.ts';
import { EVERY_ANSWER, NEWER_RULES } from './reference/newer-rules.ts';
import { PENDING } from './reference/pending.ts';
import { ROWS } from './reference/rows.ts';
import { RULES } from './reference/rules.ts';
import { ask, exchangesOf } from './reference/exchange.ts';
import type { Answer, Exchange, Recording } from './reference/exchange.ts';
import { referenceHost } from './reference/host.ts';
import { newerHost } from './reference/newer-host.ts';

export const kind: Kind = {
  file: new URL('./reference/exchanges.json', import.meta.url),
  run: (recording) => runReference(exchangesOf(recording as Recording)),
};

// What a list is comes first: the rules about lists look at it.
const ALL_RULES = { ...NEWER_RULES, ...RULES };

/** Every exchange in turn; a difference passes only when it is listed, and a listed one only while there is one. */
async function runReference(exchanges: readonly Exchange[]): Promise<Outcome> {
  await using host = referenceHost();
  const { port } = await host.listen(ANYWHERE);
  const failures: Failure[] = [];
  const counts = { 'as recorded': 0, 'as listed': 0, pending: 0 };
  const used = new Set<string>();
  for (const each of exchanges) {
    if (PENDING[each.id] !== undefined) {
      counts.pending++;
      continue;
    }
    const answer = await (each.server === 'newer' ? askAfresh(each) : ask(host, port, each)).catch(
      (error: unknown) => error as Error,
    );
    if (answer instanceof Error) {
      failures.push(failure(each, 'what the document of the host tells', answer.message));
      continue;
    }
    const got = compared(answer);
    const expected = compared(each.answer);
    const asRecorded = differences(expected, got) === undefined;
    for (const [name, { change }] of Object.entries(ALL_RULES)) {
      const before = JSON.stringify(expected);
      change(expected, got, each);
      if (JSON.stringify(expected) !== before) used.add(name);
    }
    EVERY_ANSWER.change(expected, got, each);
    const listed = ROWS[each.id] ?? NEWER_ROWS[each.id];
    if (listed !== undefined && differences(expected, got) === undefined)
      failures.push(failure(each, 'the difference that is listed for it', 'none; take it off the list'));
    listed?.change(expected, got, each);
    // Rows put whole headers in place.
    EVERY_ANSWER.change(expected, got, each);
    const left = differences(expected, got);
    if (left !== undefined) failures.push(failure(each, left.expected, left.got));
    else counts[asRecorded ? 'as recorded' : 'as listed']++;
  }
  for (const name of Object.keys(ALL_RULES))
    if (!used.has(name)) failures.push({ id: name, asked: 'rule', expected: 'an answer it changes', got: 'none' });
  return { passed: counts['as recorded'] + counts['as listed'], failures, counts };
}

// The newer release began every exchange with the rows it had at first.
async function askAfresh(exchange: Exchange): Promise<Answer> {
  await using host = newerHost();
  const { port } = await host.listen(ANYWHERE);
  return await ask(host, port, exchange);
}

const ANYWHERE = { host: '127.0.0.1', port: 0, mode: 'production' } as const;

function failure({ id, line }: Exchange, expected: unknown, got: unknown): Failure {
  return { id, asked: line, expected, got };
}
