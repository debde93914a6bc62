/**
 * Sends requests at a steady rate over a few connections, and measures each response time from the moment when the request
 * was due: a server that pauses cannot hide it by receiving fewer requests. No request is sent early. All bodies of a
 * server have the same length, so that responses are counted by their bytes and not parsed.
 */
import { PacedClient } from './paced-client.ts';
import type { LoadTarget } from './paced-client.ts';

export interface Paced {
  readonly responses: number;
  /** Response times in milliseconds, ascending. */
  readonly times: Float64Array;
}

/**
 * @param perSecond requests per second; Infinity sends the next request after each response
 * @throws {Error} if the server stops or responds with an error
 */
export async function paced(
  asked: LoadTarget,
  connections: number,
  perSecond: number,
  seconds: number,
): Promise<Paced> {
  const clients = await Promise.all(Array.from({ length: connections }, () => PacedClient.open(asked)));
  try {
    await (perSecond === Infinity ? unpaced(clients, seconds) : steadily(clients, perSecond, seconds));
  } finally {
    for (const client of clients) client.close();
  }
  const times = Float64Array.from(clients.flatMap(({ times }) => times)).sort();
  return { responses: times.length, times };
}

async function unpaced(clients: readonly PacedClient[], seconds: number): Promise<void> {
  const end = performance.now() + seconds * 1000;
  await Promise.all(
    clients.map(async (client) => {
      while (performance.now() < end) await client.request(performance.now());
    }),
  );
}

// Connections alternate. A timer may fire a millisecond late, so that the clock is polled.
async function steadily(clients: readonly PacedClient[], perSecond: number, seconds: number): Promise<void> {
  const started = performance.now();
  let sent = 0;
  const last = clients.map(() => Promise.resolve());
  while (sent < perSecond * seconds)
    for (const [i, client] of clients.entries()) {
      const due = started + (sent++ * 1000) / perSecond;
      while (performance.now() < due) await new Promise(setImmediate);
      // A connection that waits for a response sends its next request immediately after it.
      last[i] = Promise.resolve(last[i]).then(() => client.request(due));
    }
  await Promise.all(last);
}

/** Returns the time in milliseconds within which this share of the responses was received. */
export function quantile({ times }: Paced, part: number): number {
  return times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? NaN;
}
