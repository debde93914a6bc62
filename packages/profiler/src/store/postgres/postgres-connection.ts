import { answerWithin } from 'oriel-core/http';
import { runInTrace, NullTrace } from 'oriel-core/trace';
import { createPool } from './postgres-client.ts';
import type { PostgresClient, PostgresPool } from './postgres-client.ts';
import { createSchema } from './postgres-schema.ts';
import type { TableNames } from './postgres-schema.ts';
import { describeTrouble } from './postgres-trouble.ts';
import { performance, random } from 'oriel-core/builtins';

/** Runs statements on PostgreSQL. While the server is not available, it tries again after a wait that grows to a second. */
export class PostgresConnection {
  readonly #url: string;
  readonly #tables: TableNames;
  readonly #onTrouble: (message: string) => void;
  #pool: PostgresPool | undefined;
  #ready: Promise<void> | undefined;
  #trouble: string | undefined;
  #wait = 0;
  #nextTry = 0;
  #closed = false;

  /** @param onTrouble called once for each outage */
  constructor(url: string, tables: TableNames, onTrouble: (message: string) => void) {
    this.#url = url;
    this.#tables = tables;
    this.#onTrouble = onTrouble;
  }

  /** The current problem; undefined if there is none. */
  get trouble(): string | undefined {
    return this.#trouble;
  }

  /** Runs `action` with a connection. Resolves with undefined if the server is not available; never rejects. */
  run<T>(action: (client: PostgresClient) => Promise<T>): Promise<T | undefined> {
    if (this.#closed || performance.now() < this.#nextTry) return Promise.resolve(undefined);
    // The statements of the store are not those of the request that is recorded.
    return runInTrace(NullTrace, () => this.#attempt(action));
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#pool?.end();
  }

  async #attempt<T>(action: (client: PostgresClient) => Promise<T>): Promise<T | undefined> {
    try {
      this.#pool ??= createPool(this.#url, 'oriel profiles');
      // Several processes may start at once; one connection creates the tables.
      this.#ready ??= this.#withClient((client) => createSchema(client, this.#tables));
      await this.#ready;
      const result = await this.#withClient(action);
      this.#trouble = undefined;
      this.#wait = 0;
      return result;
    } catch (error) {
      this.#fail(error);
      return undefined;
    }
  }

  async #withClient<T>(action: (client: PostgresClient) => Promise<T>): Promise<T> {
    const client = await this.#pool!.connect();
    try {
      // A server that was paused does not answer, so that its own time limits do not apply.
      const isLate = (): Error => new Error(`no answer within ${DEADLINE / 1000} s`);
      const result = await answerWithin(action(client), DEADLINE, isLate);
      client.release();
      return result;
    } catch (error) {
      // Closes the connection, so that an open transaction is rolled back.
      client.release(error instanceof Error ? error : new Error(String(error)));
      throw error;
    }
  }

  #fail(error: unknown): void {
    if (this.#closed) return;
    // The tables may have been dropped, or the database replaced.
    this.#ready = undefined;
    this.#wait = Math.min(Math.max(this.#wait * 2, INITIAL_WAIT), LAST_WAIT);
    this.#nextTry = performance.now() + this.#wait * (0.5 + random() / 2);
    const isNew = this.#trouble === undefined;
    this.#trouble = describeTrouble(this.#url, error);
    if (isNew) this.#onTrouble(this.#trouble);
  }
}

const DEADLINE = 12_000;
const INITIAL_WAIT = 50;
const LAST_WAIT = 1_000;
