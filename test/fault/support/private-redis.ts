import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from 'redis';
import { freePort } from '../../lib/free-port.ts';
import type { Run } from './scenario.ts';

/** A Redis server of its own. It writes an append-only file, as a Redis with sessions must. */
export class PrivateRedis {
  readonly port: number;
  readonly #folder: string;
  #child: ChildProcess | undefined;

  private constructor(folder: string, port: number) {
    this.#folder = folder;
    this.port = port;
  }

  /** Starts a server, or a replica of another one. It is removed at the end of the run. */
  static async start(scenario: Run, primary?: PrivateRedis): Promise<PrivateRedis> {
    const folder = mkdtempSync(join(tmpdir(), 'oriel-redis-'));
    scenario.onEnd(() => rmSync(folder, { recursive: true, force: true }));
    const server = new PrivateRedis(folder, await freePort());
    scenario.onEnd(() => server.stop('SIGKILL'));
    await server.start();
    if (primary === undefined) return server;
    await server.#command(['REPLICAOF', '127.0.0.1', String(primary.port)]);
    while (!(await server.#command(['INFO', 'replication'])).includes('master_link_status:up')) await sleep(50);
    return server;
  }

  async start(): Promise<void> {
    const settings = ['--save', '', '--appendonly', 'yes', '--repl-diskless-sync-delay', '0', '--dir', this.#folder];
    const args = ['--port', String(this.port), '--bind', '127.0.0.1', ...settings];
    this.#child = spawn('redis-server', args, { stdio: 'ignore' });
    await new Promise((resolve, reject) => this.#child!.once('spawn', () => resolve(0)).once('error', reject));
    for (let round = 0; ; round++) {
      try {
        return void (await this.#command(['PING']));
      } catch (error) {
        if (round > 200 || this.#child.exitCode !== null) throw error;
        await sleep(50);
      }
    }
  }

  async stop(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const exited = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGCONT');
    child.kill(signal);
    await exited;
  }

  /** Stops the process without ending it. */
  pause(): void {
    this.#child!.kill('SIGSTOP');
  }

  resume(): void {
    this.#child!.kill('SIGCONT');
  }

  /** Makes a replica a primary. */
  async promote(): Promise<void> {
    await this.#command(['REPLICAOF', 'NO', 'ONE']);
  }

  async #command(args: string[]): Promise<string> {
    const client = createClient({ url: `redis://127.0.0.1:${this.port}`, socket: { reconnectStrategy: false } });
    client.on('error', () => {});
    await client.connect();
    try {
      return String(await client.sendCommand(args));
    } finally {
      client.destroy();
    }
  }
}
