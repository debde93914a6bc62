import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { assertKnownNames, atMost, getMessage, parseDuration } from 'oriel-core/http';
import type { Duration } from 'oriel-core/http';
import type { Feature, FeatureServices } from '../../../features/feature.ts';
import type { ChangeInput, SharedHooks } from '../../../features/resources/declare/hooks.ts';
import { afterCommit } from '../../../features/resources/source/after-commit.ts';
import { itemText } from './change-columns.ts';
import { createOutboxTable, outboxMigration } from './outbox-table.ts';
import type { StoredMessage } from './outbox-table.ts';
import { sendWebhook, validateSubscriber } from './webhook.ts';
import type { WebhookSubscriber } from './webhook.ts';

/** Options of `outbox`, which has either `subscribers` or `deliver`. */
export interface OutboxOptions {
  /**
   * The receivers by name. The name is stored with their messages.
   * @default {}
   */
  readonly subscribers?: Readonly<Record<string, WebhookSubscriber>>;
  /**
   * Delivers a message in another way. It must end when `signal` is aborted, because the message is then delivered again.
   * @default a POST request to each subscriber
   */
  readonly deliver?: (message: OutboxMessage, signal: AbortSignal) => Promise<unknown>;
  /**
   * Returns the `data` of the message about a change; undefined for no message.
   * @default `{ resource, id }`
   */
  readonly data?: (change: ChangeInput) => unknown;
  /**
   * The table.
   * @default 'oriel_outbox'
   */
  readonly table?: string;
  /**
   * The time limit of an attempt.
   * @default '10 s'
   */
  readonly timeout?: Duration;
}

/** A message for `deliver`: the `id`, which is the same in each attempt, and the JSON text with `type`, `timestamp` and `data`. */
export type OutboxMessage = Pick<StoredMessage, 'id' | 'body' | 'attempts'>;

/** What `outbox` returns. */
export interface Outbox {
  /** Store a message for each change, for `on` of resources. */
  readonly hooks: SharedHooks;
  /** Delivers the messages while the host runs, for `plugins` of the host. */
  readonly plugin: Feature;
  /** Creates the table, for `sqlMigrations`. */
  readonly migration: Migration;
  /** Delivers the messages that are due, without a host. */
  flush(): Promise<void>;
}

/**
 * Sends messages about the changes of resources. A message is stored in the transaction of its change. Workers deliver it at least
 * once, by POST with a signature of Standard Webhooks, and repeat failed attempts. Messages about one item are delivered in their order.
 *
 * @param database Kysely over SQLite or PostgreSQL: that of the stores of the resources
 * @throws {TypeError} if an option is invalid
 *
 * @example
 * ```ts
 * import { DatabaseSync } from 'node:sqlite';
 * import { Kysely } from 'kysely';
 * import { NodeSqliteDialect, outbox, sqlMigrations } from 'oriel-host/kysely';
 * const dialect = new NodeSqliteDialect({ database: new DatabaseSync(':memory:') });
 * const database = new Kysely<object>({ dialect });
 * const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
 * const webhooks = outbox(database, { subscribers: { billing: { url: 'https://billing.example/hooks', secret } } });
 * await sqlMigrations(database, { '2026-01-outbox': webhooks.migration }).migrate(); // => ['2026-01-outbox']
 * export const config = { plugins: [webhooks.plugin] }; // and `on: webhooks.hooks` of resources
 * ```
 */
export function outbox<Tables>(database: Kysely<Tables>, options: OutboxOptions): Outbox {
  assertKnownNames(Object.keys(options), OPTIONS, 'option of outbox');
  const { subscribers, deliver, data: describe = describeItem, table: name = 'oriel_outbox' } = options;
  if ((deliver === undefined) === (subscribers === undefined))
    throw new TypeError('outbox needs either subscribers or deliver');
  for (const [key, subscriber] of Object.entries(subscribers ?? {})) validateSubscriber(key, subscriber);
  const timeoutMs = parseDuration(options.timeout ?? '10 s', 'timeout of outbox', { minimum: 1, maximum: 3_600_000 });
  const table = createOutboxTable(database as unknown as Kysely<never>, name);
  let pause = Promise.withResolvers<void>();
  let isRunning = false;
  let running: Promise<void> | undefined = undefined;

  async function store(change: ChangeInput): Promise<void> {
    const { resource, id, operation } = change;
    const isReceiver = ([, { operations }]: [string, WebhookSubscriber]): boolean =>
      operations?.includes(operation) ?? true;
    const receivers = subscribers
      ? Object.entries(subscribers)
          .filter(isReceiver)
          .map(([key]) => key)
      : [''];
    const data = receivers.length === 0 ? undefined : describe(change);
    if (data === undefined) return;
    const now = Date.now();
    const body = JSON.stringify({ type: operation, timestamp: new Date(now).toISOString(), data });
    if (body.length > MAX_LENGTH)
      throw new RangeError(`The message of ${operation} has ${body.length} characters; at most ${MAX_LENGTH} are sent`);
    const message = { id: `msg_${randomUUID()}`, subject: `${resource} ${itemText(id) ?? ''}`, body };
    for (const subscriber of receivers) await table.add({ ...message, subscriber }, now);
    await afterCommit(() => pause.resolve());
  }

  async function send(message: StoredMessage, signal: AbortSignal): Promise<void> {
    if (deliver !== undefined) return void (await deliver(message, signal));
    if (!Object.hasOwn(subscribers!, message.subscriber)) throw new Error('The subscriber is not configured');
    const status = await sendWebhook(subscribers![message.subscriber]!, message, signal);
    if (status < 200 || status > 299) throw new Error(`The response was ${status}`, { cause: status });
  }

  async function attempt(message: StoredMessage): Promise<void> {
    const { attempts } = message;
    try {
      // Otherwise the process of the last attempt has ended before it could store the result.
      if (attempts > MAX_ATTEMPTS) throw new Error('The last attempt did not end');
      const signal = AbortSignal.timeout(timeoutMs);
      const aborted = new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => reject(new Error(`No response within ${timeoutMs} ms`)));
      });
      await Promise.race([send(message, signal), aborted]);
      await table.remove(message);
    } catch (error) {
      const isGivenUp = attempts >= MAX_ATTEMPTS || (error as Error).cause === GONE;
      await table.postpone(message, isGivenUp ? null : Date.now() + delay(attempts), getMessage(error));
    }
  }

  /** Delivers the messages that are due. @returns how many */
  async function deliverDue(): Promise<number> {
    const messages = await table.claim(Date.now(), Date.now() + timeoutMs + CLAIM_MARGIN_MS);
    const results = await Promise.allSettled(messages.map(attempt));
    for (const result of results) if (result.status === 'rejected') throw result.reason;
    if (messages.length === 0) await table.removeGivenUp(Date.now() - KEEP_MS);
    return messages.length;
  }

  // Messages of other processes, and those to be repeated, are found when a pause ends.
  async function run(report: (error: unknown) => void): Promise<void> {
    while (isRunning) {
      pause = Promise.withResolvers();
      const count = await deliverDue().catch((error: unknown) => (report(error), 0));
      if (count === 0 && isRunning) await atMost(pause.promise, PAUSE_MS);
    }
  }

  async function stop(): Promise<void> {
    isRunning = false;
    pause.resolve();
    await running;
  }

  const create = (_: unknown, { logger }: FeatureServices): ReturnType<NonNullable<Feature['create']>> => ({
    onStart() {
      isRunning = true;
      running = run((exception) =>
        logger.log('error', 'outbox', `Messages are not delivered: ${getMessage(exception)}`, { exception }),
      );
    },
    onDrain: stop,
    onClose: stop,
  });
  const flush = async (): Promise<void> => {
    while ((await deliverDue()) > 0);
  };
  return {
    hooks: { '*': { after: store } },
    plugin: { name: `outbox ${name}`, create },
    migration: outboxMigration(name),
    flush,
  };
}

const OPTIONS = ['subscribers', 'deliver', 'data', 'table', 'timeout'];
/** The status with which a subscriber refuses all messages. */
const GONE = 410;
const MAX_LENGTH = 256 * 1024;
const MAX_ATTEMPTS = 10;
const PAUSE_MS = 5_000;
/** Messages that were given up are removed so long after their change. */
const KEEP_MS = 30 * 24 * 60 * 60_000;
/** A claim ends so long after the time limit of its delivery. */
const CLAIM_MARGIN_MS = 30_000;

const describeItem = ({ resource, id }: ChangeInput): unknown => ({ resource, id });

// 5 s, 20 s, 80 s, up to 6 h, times half to one and a half, so that failed messages are not repeated at the same time.
const delay = (attempt: number): number =>
  Math.round(Math.min(5_000 * 4 ** (attempt - 1), 6 * 60 * 60_000) * (0.5 + Math.random()));
