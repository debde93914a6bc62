import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import type { Address } from 'oriel-core/cli';

/** A message from the serving process to its supervisor: its port, or a file that it loaded. */
export interface DevMessage {
  readonly port?: number;
  readonly loaded?: string;
}

/** The exit code of a serving process that cannot listen on its address. */
export const CANNOT_LISTEN = 3;

/**
 * Runs the serving process and replaces it after each change, because modules cannot be unloaded. Starts and stops never
 * overlap; several changes during a restart cause one more restart.
 */
export class DevServer {
  /** Called when the process ends unexpectedly. */
  onEnd: (code: number) => void = () => {};
  /** Called with each file that the process loaded. */
  onLoaded: (file: string) => void = () => {};
  readonly #file: string;
  #address: Address;
  #child: ChildProcess | undefined = undefined;
  #restarting: Promise<void> | undefined = undefined;
  #stale = false;
  #stopped = false;

  constructor(file: string, address: Address) {
    this.#file = file;
    this.#address = address;
  }

  start(): void {
    const { host, port } = this.#address;
    const args = [
      ...process.execArgv,
      process.argv[1]!,
      'dev',
      this.#file,
      '--host',
      host,
      '--port',
      String(port),
      '--supervised',
    ];
    const child = spawn(process.execPath, args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
    this.#child = child;
    // After a restart, `--port 0` uses the same port again, so that open browser pages still work.
    child.on('message', ({ port, loaded }: DevMessage) => {
      if (port !== undefined) this.#address = { host, port };
      if (loaded !== undefined) this.onLoaded(loaded);
    });
    child.on('exit', (code) => {
      if (this.#child !== child) return;
      this.#child = undefined;
      this.onEnd(code ?? 1);
    });
  }

  restart(): Promise<void> {
    this.#stale = true;
    this.#restarting ??= this.#replace().finally(() => (this.#restarting = undefined));
    return this.#restarting;
  }

  /** Stops the process; kills it if it has not ended after one second. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#end();
  }

  /** Kills the process. */
  kill(): void {
    this.#child?.kill('SIGKILL');
  }

  async #replace(): Promise<void> {
    while (this.#stale && !this.#stopped) {
      this.#stale = false;
      await this.#end();
      if (!this.#stopped) this.start();
    }
  }

  async #end(): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    child.removeAllListeners('exit');
    child.on('exit', () => resolve());
    // Disconnecting stops the server. It also happens when this process dies, so no server is left running.
    if (child.connected) child.disconnect();
    const killTimer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
    await promise;
    clearTimeout(killTimer);
    if (this.#child === child) this.#child = undefined;
  }
}

const STOP_TIMEOUT_MS = 1_000;
