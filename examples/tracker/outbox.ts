import { createHmac, randomUUID } from 'node:crypto';
import { afterCommit } from 'oriel-host';
import { connectionOf } from 'oriel-host/kysely';
import type { TrackerDatabase } from './tables.ts';

/** The function that sends requests to webhooks; `fetch`, or another one in tests. */
export type SendWebhook = (request: Request) => Promise<Response>;

/** The maximum number of attempts to send a delivery. */
const MAX_ATTEMPTS = 8;
const TIMEOUT_MS = 5_000;
/** A delivery of a process that ended is sent again after this time. */
const CLAIM_MS = 60_000;

/** Stores the requests to webhooks in the transaction of a change, and sends them after its commit. */
export class Outbox {
  readonly #database: TrackerDatabase;
  readonly #send: SendWebhook;
  #sending: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;

  constructor(database: TrackerDatabase, send: SendWebhook) {
    this.#database = database;
    this.#send = send;
  }

  /** Adds an event for each webhook of the organisation of `data`. Call it in the transaction of the change. */
  async add(event: string, data: { readonly organisation: string }): Promise<void> {
    const connection = connectionOf(this.#database);
    const webhooks = await connection
      .selectFrom('webhooks')
      .select('id')
      .where('organisation', '=', data.organisation)
      .execute();
    if (webhooks.length === 0) return;
    const deliveries = webhooks.map(({ id: webhook }) => {
      const id = randomUUID();
      return { id, webhook, body: JSON.stringify({ id, event, data }), attempts: 0, due_at: Date.now() };
    });
    await connection.insertInto('deliveries').values(deliveries).execute();
    // The response does not wait for the webhooks.
    await afterCommit(() => void this.flush());
  }

  /** Sends what is due, after an earlier call has done so. Resolves when that is done; never rejects. */
  flush(): Promise<void> {
    this.#sending = this.#sending.then(() => this.#sendAll()).catch((error: unknown) => console.error(error));
    return this.#sending;
  }

  /** Sends what an earlier process left, and looks for failed deliveries every ten seconds. */
  start(): void {
    void this.flush();
    this.#timer = setInterval(() => void this.flush(), 10_000);
    this.#timer.unref();
  }

  /** Waits for deliveries in progress. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#sending;
  }

  async #sendAll(): Promise<void> {
    const due = await this.#database
      .selectFrom('deliveries')
      .innerJoin('webhooks', 'webhooks.id', 'deliveries.webhook')
      .select(['deliveries.id', 'body', 'attempts', 'due_at', 'url', 'secret'])
      .where('due_at', '<=', Date.now())
      .orderBy('due_at')
      .limit(100)
      .execute();
    for (const delivery of due) if (await this.#claim(delivery)) await this.#deliver(delivery);
  }

  /** Returns whether this process may send the delivery. Of several processes, one may. */
  async #claim({ id, due_at }: Pick<Delivery, 'id' | 'due_at'>): Promise<boolean> {
    const { numUpdatedRows } = await this.#database
      .updateTable('deliveries')
      .set({ due_at: Date.now() + CLAIM_MS })
      .where('id', '=', id)
      .where('due_at', '=', due_at)
      .executeTakeFirstOrThrow();
    return numUpdatedRows === 1n;
  }

  async #deliver({ id, url, secret, body, attempts }: Delivery): Promise<void> {
    const signature = createHmac('sha256', secret).update(body).digest('hex');
    const headers = { 'Content-Type': 'application/json', 'X-Tracker-Signature': `sha256=${signature}` };
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const request = new Request(url, { method: 'POST', headers, body, signal, redirect: 'error' });
    const isDelivered = await this.#send(request).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isDelivered || attempts + 1 >= MAX_ATTEMPTS) {
      await this.#database.deleteFrom('deliveries').where('id', '=', id).execute();
      return;
    }
    const due_at = Date.now() + 1_000 * 4 ** attempts;
    const next = { attempts: attempts + 1, due_at };
    await this.#database.updateTable('deliveries').set(next).where('id', '=', id).execute();
  }
}

interface Delivery {
  readonly id: string;
  readonly url: string;
  readonly secret: string;
  readonly body: string;
  readonly attempts: number;
  readonly due_at: number;
}
