import { execFile, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { freePort } from '../../lib/free-port.ts';
import { signalTree } from './processes.ts';
import type { Run } from './scenario.ts';

const run = promisify(execFile);
const BIN = ['/usr/lib/postgresql/15/bin', '/usr/lib/postgresql/16/bin', '/usr/lib/postgresql/17/bin', '/usr/bin'].find(
  (path) => existsSync(join(path, 'initdb')),
);

/** The reason why no private PostgreSQL can be started, or false. */
export const POSTGRES_SKIP_REASON = BIN === undefined && 'PostgreSQL is not installed';

/** A PostgreSQL server of its own, with an empty database. */
export class PrivatePostgres {
  readonly port: number;
  readonly #folder: string;
  readonly #settings: readonly string[];
  #child: ChildProcess | undefined;

  private constructor(folder: string, port: number, settings: readonly string[]) {
    this.#folder = folder;
    this.port = port;
    this.#settings = settings;
  }

  /** Creates a server and starts it. It is removed at the end of the run. */
  static async start(scenario: Run, ...settings: string[]): Promise<PrivatePostgres> {
    const server = new PrivatePostgres(createFolder(scenario), await freePort(), settings);
    await run(join(BIN!, 'initdb'), ['-D', server.#data, '-A', 'trust', '-U', 'postgres', '--no-sync'], USER);
    scenario.onEnd(() => server.stop('SIGQUIT'));
    await server.start();
    return server;
  }

  /** Creates a standby that receives every commit of a server before the client does. */
  static async follow(scenario: Run, primary: PrivatePostgres): Promise<PrivatePostgres> {
    const standby = new PrivatePostgres(createFolder(scenario), await freePort(), []);
    const source = `host=127.0.0.1 port=${primary.port} user=postgres application_name=standby`;
    await run(join(BIN!, 'pg_basebackup'), ['-D', standby.#data, '-d', source, '-R', '-c', 'fast', '--no-sync'], USER);
    scenario.onEnd(() => standby.stop('SIGQUIT'));
    await standby.start();
    await primary.query("alter system set synchronous_standby_names = 'standby'");
    await primary.query('select pg_reload_conf()');
    for (;;) {
      const rows = await primary.query("select 1 from pg_stat_replication where sync_state = 'sync'");
      if (rows.length > 0) return standby;
      await sleep(50);
    }
  }

  get url(): string {
    return createUrl(this.port);
  }

  get #data(): string {
    return join(this.#folder, 'data');
  }

  async start(): Promise<void> {
    const settings = [`port=${this.port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=', ...this.#settings];
    const args = ['-D', this.#data, ...settings.flatMap((setting) => ['-c', setting])];
    this.#child = spawn(join(BIN!, 'postgres'), args, { ...USER, stdio: 'ignore' });
    for (let round = 0; ; round++) {
      try {
        return void (await this.query('select 1'));
      } catch (error) {
        if (round > 600 || this.#child.exitCode !== null) throw error;
        await sleep(50);
      }
    }
  }

  /** @param signal SIGINT closes all connections, SIGQUIT and SIGKILL also skip the shutdown */
  async stop(signal: 'SIGINT' | 'SIGQUIT' | 'SIGKILL'): Promise<void> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const exited = new Promise((resolve) => child.once('exit', resolve));
    this.resume();
    if (signal === 'SIGKILL') signalTree(child.pid!, signal);
    else child.kill(signal);
    await exited;
  }

  /** Stops all processes of the server without ending them. */
  pause(): void {
    signalTree(this.#child!.pid!, 'SIGSTOP');
  }

  resume(): void {
    signalTree(this.#child!.pid!, 'SIGCONT');
  }

  /** Makes a standby accept writes. */
  async promote(): Promise<void> {
    await this.query('select pg_promote(true, 30)');
    await this.query("alter system set synchronous_standby_names = ''");
    await this.query('select pg_reload_conf()');
  }

  async query<Row = Record<string, unknown>>(text: string): Promise<Row[]> {
    const client = new Client({ connectionString: this.url, connectionTimeoutMillis: 5_000 });
    client.on('error', () => {});
    await client.connect();
    try {
      return (await client.query(text)).rows as Row[];
    } finally {
      await client.end();
    }
  }
}

/** Returns the URL of a PostgreSQL at a port of this machine. */
export function createUrl(port: number): string {
  return `postgres://postgres@127.0.0.1:${port}/postgres`;
}

// PostgreSQL refuses to run as root.
const USER: { uid?: number; gid?: number; cwd: string } = {
  ...(process.getuid?.() === 0 ? getIds('postgres') : {}),
  cwd: '/',
};

function getIds(name: string): { uid: number; gid: number } | undefined {
  const fields = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .find(([other]) => other === name);
  return fields && { uid: Number(fields[2]), gid: Number(fields[3]) };
}

function createFolder(scenario: Run): string {
  const folder = mkdtempSync(join(tmpdir(), 'oriel-postgres-'));
  if (USER.uid !== undefined) chownSync(folder, USER.uid, USER.gid!);
  scenario.onEnd(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
