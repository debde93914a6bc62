import { setTimeout as sleep } from 'node:timers/promises';
import { EventSource } from 'eventsource';
import { startTcpProxy } from '../../lib/tcp-proxy.ts';
import type { TcpProxy } from '../../lib/tcp-proxy.ts';
import { PrivatePostgres, createUrl } from './private-postgres.ts';
import { PrivateRedis } from './private-redis.ts';
import type { AcknowledgedNote, Load } from './load.ts';
import { none, reported } from './scenario.ts';
import type { Figure, Run } from './scenario.ts';

/** PostgreSQL and Redis of a scenario, each behind a proxy. */
export interface SharedServices {
  readonly postgres: PrivatePostgres;
  readonly redis: PrivateRedis;
  readonly postgresProxy: TcpProxy;
  readonly redisProxy: TcpProxy;
  /** Variables for hosts that use them. */
  readonly env: { readonly DATABASE: string; readonly REDIS: string };
}

/** Starts PostgreSQL with an empty table of notes, and Redis. */
export async function startServices(run: Run): Promise<SharedServices> {
  const [postgres, redis] = await Promise.all([PrivatePostgres.start(run), PrivateRedis.start(run)]);
  await postgres.query('create table notes (id text primary key, text text not null)');
  const [postgresProxy, redisProxy] = await Promise.all([startTcpProxy(postgres.port), startTcpProxy(redis.port)]);
  run.onEnd(() => (postgresProxy.close(), redisProxy.close()));
  const env = { DATABASE: createUrl(postgresProxy.port), REDIS: `redis://127.0.0.1:${redisProxy.port}` };
  return { postgres, redis, postgresProxy, redisProxy, env };
}

/**
 * Returns the figures of the updates of acknowledged writes. A write whose first request had no response may be committed without an
 * update: its host could not know that it was.
 *
 * @param mayRepeat whether an update without a response of the hub may be sent again
 */
export async function updateFigures(
  subscriber: NoteSubscriber,
  notes: readonly AcknowledgedNote[],
  mayRepeat = false,
): Promise<Figure[]> {
  const first = notes.filter(({ isRepeated }) => !isRepeated);
  const repeated = notes.filter(({ isRepeated }) => isRepeated);
  return [
    none('updates of acknowledged writes lost', await subscriber.missing(first)),
    reported('updates lost of writes that succeeded when repeated', await subscriber.missing(repeated, 1_000)),
    mayRepeat
      ? reported('updates received twice', subscriber.repeated)
      : none('updates received twice', subscriber.repeated),
  ];
}

/** Returns how many acknowledged notes the database does not have. */
export async function lostNotes(postgres: PrivatePostgres, { notes }: Load): Promise<number> {
  const rows = await postgres.query<{ id: string }>('select id from notes');
  const stored = new Set(rows.map(({ id }) => id));
  return notes.filter(({ id }) => !stored.has(id)).length;
}

/** A subscriber to the updates of all notes, which connects again by itself. */
export class NoteSubscriber {
  readonly received: string[] = [];
  readonly #source: EventSource;

  constructor(run: Run, base: string) {
    const pattern = encodeURIComponent('/api/notes/:id');
    this.#source = new EventSource(`${base}/.well-known/mercure?match_urlpattern=${pattern}`);
    this.#source.addEventListener('message', ({ data }: { data: string }) =>
      this.received.push((JSON.parse(data) as { id: string }).id),
    );
    run.onEnd(() => this.#source.close());
  }

  async connected(): Promise<void> {
    while (this.#source.readyState !== EventSource.OPEN) await sleep(20);
  }

  /** Waits until all of these notes were received, or no update arrives any more. Returns the number of missing updates. */
  async missing(notes: readonly AcknowledgedNote[], quietMs = 12_000): Promise<number> {
    const count = (): number => {
      const received = new Set(this.received);
      return notes.filter(({ id }) => !received.has(id)).length;
    };
    let before = this.received.length;
    let quietSince = performance.now();
    while (count() > 0 && performance.now() - quietSince < quietMs) {
      await sleep(100);
      if (this.received.length === before) continue;
      before = this.received.length;
      quietSince = performance.now();
    }
    return count();
  }

  /** The number of updates that were received more than once. */
  get repeated(): number {
    return this.received.length - new Set(this.received).size;
  }
}
