import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { assertKnownNames, messageOf } from 'oriel-core/http';
import type { Feature, FeatureServices } from '../../../features/feature.ts';
import type { ChangeInput, SharedHooks } from '../../../features/resources/declare/hooks.ts';
import { afterCommit } from '../../../features/resources/source/after-commit.ts';
import { itemText } from './change-columns.ts';
import { OutboxTable } from './outbox-table.ts';
import { OutboxWorker } from './outbox-worker.ts';
import type { DeliverMessage } from './outbox-worker.ts';
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
   * How often a message is sent before it is given up.
   * @default 10
   * @unit attempts
   */
  readonly attempts?: number;
  /**
   * The delay after the first failed attempt. It becomes four times as long with each one, up to 6 h, and is multiplied by a random
   * number between 0.5 and 1.5.
   * @default 5000
   * @unit milliseconds
   */
  readonly retryMs?: number;
  /**
   * The time limit of an attempt.
   * @default 10000
   * @unit milliseconds
   */
  readonly timeoutMs?: number;
  /**
   * How often a worker looks for messages of other processes, and for those to be repeated.
   * @default 5000
   * @unit milliseconds
   */
  readonly pollMs?: number;
  /**
   * Returns the time in milliseconds since 1970, for tests.
   * @default Date.now
   */
  readonly now?: () => number;
}

/** A message for `deliver`. */
export interface OutboxMessage {
  /** The identifier, which is the same in each attempt. */
  readonly id: string;
  /** The JSON text with `type`, `timestamp` and `data`. */
  readonly body: string;
  /** The number of the attempt; the first is 1. */
  readonly attempt: number;
}

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
 * import { defineHost, resource } from 'oriel-host';
 * import { NodeSqliteDialect, outbox, sqlMigrations, sqlStore } from 'oriel-host/kysely';
 * import { z } from 'zod';
 * const database = new Kysely<{ boats: object }>({
 *   dialect: new NodeSqliteDialect({ database: new DatabaseSync(':memory:') }),
 * });
 * const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
 * const webhooks = outbox(database, { subscribers: { billing: { url: 'https://billing.example/hooks', secret } } });
 * const Boat = z.object({ id: z.int(), name: z.string() });
 * const boats = resource('boats', Boat, { id: 'id', store: sqlStore(database, 'boats'), on: webhooks.hooks });
 * await sqlMigrations(database, { '2026-01-outbox': webhooks.migration }).migrate(); // => ['2026-01-outbox']
 * export const config = { resources: [boats], plugins: [webhooks.plugin] };
 * ```
 */
export function outbox<Tables>(database: Kysely<Tables>, options: OutboxOptions): Outbox {
  assertKnownNames(Object.keys(options), OPTIONS, 'option of outbox');
  const { table: name = 'oriel_outbox', now = Date.now, subscribers = {}, deliver } = options;
  if ((deliver === undefined) === (options.subscribers === undefined))
    throw new TypeError('outbox needs either subscribers or deliver');
  for (const [key, subscriber] of Object.entries(subscribers)) validateSubscriber(key, subscriber);
  const { attempts = 10, retryMs = 5_000, timeoutMs = 10_000, pollMs = 5_000 } = options;
  for (const [key, value] of Object.entries({ attempts, retryMs, timeoutMs, pollMs }))
    if (!Number.isInteger(value) || value < 1 || value > MAX_NUMBER)
      throw new TypeError(`The option ${key} of outbox is ${String(value)}; use an integer from 1 to ${MAX_NUMBER}`);
  const table = new OutboxTable(database as unknown as Kysely<never>, name);
  const send = deliver === undefined ? deliverTo(subscribers, now) : deliverBy(deliver);
  const worker = new OutboxWorker(table, send, { attempts, retryMs, timeoutMs, pollMs, now });
  const store = async (change: ChangeInput): Promise<void> => {
    const receivers = deliver === undefined ? listReceivers(subscribers, change.operation) : [''];
    const { resource, id, operation } = change;
    const data = receivers.length === 0 ? undefined : (options.data ?? describeItem)(change);
    if (data === undefined) return;
    const due = now();
    const body = JSON.stringify({ type: operation, timestamp: new Date(due).toISOString(), data });
    if (body.length > MAX_BODY_LENGTH)
      throw new RangeError(
        `The message of ${operation} has ${body.length} characters; at most ${MAX_BODY_LENGTH} are sent`,
      );
    const message = { id: `msg_${randomUUID()}`, subject: `${resource} ${itemText(id) ?? ''}`, body, due };
    for (const subscriber of receivers) await table.add({ ...message, subscriber });
    await afterCommit(() => worker.wake());
  };
  return {
    hooks: { '*': { after: store } },
    plugin: createPlugin(name, worker),
    migration: table.migration,
    flush: () => worker.flush(),
  };
}

const OPTIONS = ['subscribers', 'deliver', 'data', 'table', 'attempts', 'retryMs', 'timeoutMs', 'pollMs', 'now'];
const MAX_NUMBER = 1_000_000;
const MAX_BODY_LENGTH = 256 * 1024;

function describeItem({ resource, id }: ChangeInput): unknown {
  return { resource, id };
}

function listReceivers(subscribers: NonNullable<OutboxOptions['subscribers']>, operation: string): string[] {
  const all = Object.entries(subscribers);
  return all.filter(([, { operations }]) => operations?.includes(operation) ?? true).map(([name]) => name);
}

function deliverTo(subscribers: NonNullable<OutboxOptions['subscribers']>, now: () => number): DeliverMessage {
  return async (message, signal) => {
    if (!Object.hasOwn(subscribers, message.subscriber)) throw new Error('The subscriber is not configured');
    await sendWebhook(subscribers[message.subscriber]!, message, Math.floor(now() / 1_000), signal);
  };
}

function deliverBy(deliver: NonNullable<OutboxOptions['deliver']>): DeliverMessage {
  return async ({ id, body, attempts: attempt }, signal) => void (await deliver({ id, body, attempt }, signal));
}

function createPlugin(table: string, worker: OutboxWorker): Feature {
  return {
    name: `outbox ${table}`,
    create: (_config: unknown, { logger }: FeatureServices) => ({
      onStart: () =>
        worker.start((error) =>
          logger.log('error', 'outbox', `Messages are not delivered: ${messageOf(error)}`, { exception: error }),
        ),
      onDrain: () => worker.stop(),
      onClose: () => worker.stop(),
    }),
  };
}
