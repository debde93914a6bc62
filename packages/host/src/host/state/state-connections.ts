import { atMost, failureReason } from 'oriel-core/http';
import { PEERS } from '../../peer-packages.ts';
import type { MeasuredPool } from '../../features/metrics/metrics-config.ts';
import { loadSql } from './load-integration.ts';
import { describeSource } from './state-source.ts';
import type { StateSource } from './state-source.ts';

/** Receives messages about connections that are lost, and that are available again. */
export type ReportState = (message: string) => void;

/** Opens one connection, or pool, for each URL. Connections of the application are used, and not closed. */
export class StateConnections {
  readonly #name: string;
  readonly #report: ReportState;
  readonly #own = new Map<string, Connection>();

  /** @param name the name of the connections, for lists of the servers */
  constructor(name: string, report: ReportState) {
    this.#name = name;
    this.#report = report;
  }

  /** Returns Kysely over PostgreSQL, or a client of Redis. */
  open(source: StateSource): object {
    const { at, kind } = source;
    if (typeof at !== 'string') return at;
    let found = this.#own.get(at);
    if (found === undefined) {
      const outage = createOutage(`${NAMES[kind]} at ${describeSource(source)}`, this.#report);
      found = kind === 'postgres' ? openPostgres(at, this.#name, outage) : openRedis(at, this.#name, outage);
      this.#own.set(at, found);
    }
    return found.client;
  }

  /** Connects to all servers, and waits for at most two seconds. A server that is not available is reported. */
  async connect(): Promise<void> {
    await atMost(Promise.all([...this.#own.values()].map(({ connect }) => connect())), CONNECT_TIMEOUT);
  }

  /** The pools of PostgreSQL by name, for the metrics. */
  get pools(): Readonly<Record<string, MeasuredPool>> {
    const pools = [...this.#own.values()].flatMap(({ pool }) => pool ?? []);
    return Object.fromEntries(pools.map((pool, index) => [index === 0 ? 'state' : `state-${index + 1}`, pool]));
  }

  async close(): Promise<void> {
    await Promise.all([...this.#own.values()].map(({ close }) => close()));
    this.#own.clear();
  }
}

interface Connection {
  readonly client: object;
  readonly pool?: MeasuredPool;
  readonly connect: () => Promise<void>;
  readonly close: () => Promise<void>;
}

function openPostgres(url: string, name: string, outage: Outage): Connection {
  const { Pool } = PEERS.load<PgPackage>('pg', 'state')();
  const { Kysely, PostgresDialect } = PEERS.load<KyselyPackage>('kysely', 'state')();
  const { handlePoolErrors, tracedDialect } = loadSql();
  const pool = new Pool({
    connectionString: url,
    application_name: name,
    max: POOL_SIZE,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    query_timeout: QUERY_TIMEOUT,
  });
  handlePoolErrors(pool, (error) => outage.begin(error));
  pool.on('connect', () => outage.end());
  const client = new Kysely({ dialect: tracedDialect(new PostgresDialect({ pool })) });
  const connect = async (): Promise<void> => {
    try {
      await pool.query('select 1');
    } catch (error) {
      outage.begin(error);
    }
  };
  const close = async (): Promise<void> => {
    await client.destroy();
    // Kysely ends the pool only if it has used it.
    if (!pool.ended) await pool.end();
  };
  return { client, pool, connect, close };
}

// Commands fail at once while Redis is not available; the client reconnects by itself.
function openRedis(url: string, name: string, outage: Outage): Connection {
  const redis = PEERS.load<RedisPackage>('redis', 'state')();
  const reconnectStrategy = (retries: number): number =>
    Math.min(50 * 2 ** Math.min(retries, 6), 2_000) * (0.5 + Math.random() / 2);
  const client = redis.createClient({
    url,
    name,
    disableOfflineQueue: true,
    socket: { connectTimeout: CONNECT_TIMEOUT, reconnectStrategy },
  });
  let isClosed = false;
  client.on('error', (error: unknown) => outage.begin(error));
  client.on('ready', () => outage.end());
  return {
    client,
    connect: async () => {
      if (client.isOpen) return;
      try {
        await client.connect();
      } catch (error) {
        if (!isClosed) outage.begin(error);
      }
      // A client that is destroyed while its socket connects stays connected.
      if (isClosed) client.destroy();
    },
    close: async () => {
      isClosed = true;
      if (!client.isOpen) return;
      if (client.isReady) await client.close();
      else client.destroy();
    },
  };
}

/** Reports the begin and the end of an outage once each. */
function createOutage(what: string, report: ReportState): Outage {
  let isAway = false;
  return {
    begin(error) {
      if (isAway) return;
      isAway = true;
      report(`${what} is not available: ${failureReason(error)}. Check the URL in state, and the server`);
    },
    end() {
      if (!isAway) return;
      isAway = false;
      report(`${what} is available again`);
    },
  };
}

interface Outage {
  begin(error: unknown): void;
  end(): void;
}

interface PgPackage {
  readonly Pool: new (options: object) => MeasuredPool & {
    readonly ended: boolean;
    query(text: string): Promise<unknown>;
    end(): Promise<void>;
    on(event: 'connect', listener: () => void): unknown;
  };
}

interface KyselyPackage {
  readonly Kysely: new (options: object) => { destroy(): Promise<void> };
  readonly PostgresDialect: new (options: object) => object;
}

interface RedisPackage {
  createClient(options: object): {
    readonly isOpen: boolean;
    readonly isReady: boolean;
    on(event: 'error' | 'ready', listener: (error?: unknown) => void): unknown;
    connect(): Promise<unknown>;
    close(): Promise<unknown>;
    destroy(): void;
  };
}

const NAMES = { postgres: 'PostgreSQL', redis: 'Redis' } as const;
const POOL_SIZE = 10;
const CONNECT_TIMEOUT = 2_000;
// A paused server accepts connections and answers no query.
const QUERY_TIMEOUT = 5_000;
