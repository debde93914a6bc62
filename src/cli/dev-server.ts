import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import type { Address } from './address.ts';

/** What the process that serves sends to the one that watches: its port, or files that it has loaded. */
export interface DevMessage {
  readonly port?: number;
  readonly loaded?: readonly string[];
}

/** The exit code with which it says that it could not listen. */
export const CANNOT_LISTEN = 3;

/**
 * The process that serves, and its successors: every change gets a process of its own, because modules cannot be
 * unloaded. Starts and stops follow each other; a change during a restart causes one more, not many.
 */
export class DevServer {
  /** Called when it ends without being asked to. */
  onEnd: (code: number) => void = () => {};
  /** Called with the files that it has loaded. */
  onLoaded: (files: readonly string[]) => void = () => {};
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
    const words = [
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
    const child = spawn(process.execPath, words, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
    this.#child = child;
    // Whoever asked for any free port keeps the one that was found, or the page in the browser would be lost.
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

  /** Lets it finish what it began, for a moment. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#end();
  }

  /** Ends it at once. */
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
    // By disconnecting, which also happens when this process dies: no server is left behind.
    if (child.connected) child.disconnect();
    const impatient = setTimeout(() => child.kill('SIGKILL'), PATIENCE);
    await promise;
    clearTimeout(impatient);
    if (this.#child === child) this.#child = undefined;
  }
}

const PATIENCE = 1_000;
