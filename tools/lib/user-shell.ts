import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { dirname } from 'node:path';

const TIME_LIMIT_MS = 300_000;

/** Runs commands as a user with this home folder, with this Node.js, and without the settings of the calling user. */
export class UserShell {
  readonly #env: NodeJS.ProcessEnv;
  readonly #servers = new Set<Command>();

  constructor(home: string) {
    const pattern = /^(npm_(?!config_registry$)|NODE_(ENV|OPTIONS|TEST)|XDG_|PORT$|HOST$|ORIEL_)/;
    const variables = Object.entries(process.env).filter(([name]) => !pattern.test(name));
    const path = `${dirname(process.execPath)}:${process.env['PATH']}`;
    // Port 0 is any free one.
    this.#env = { ...Object.fromEntries(variables), HOME: home, PATH: path, PORT: '0', NO_COLOR: '1' };
  }

  /** Runs a command. Returns what it prints. @throws {Error} with its output, if it fails or takes longer than 5 minutes */
  async run(folder: string, command: string): Promise<string> {
    const { output, exit } = this.#spawn(folder, command);
    const code = await exit;
    if (code !== 0) throw new Error(`${command} ended with ${code}, expected 0:\n${output()}`);
    return output();
  }

  /** Starts a server. Returns the group of `pattern` when its output matches, such as its address. @throws {Error} if it ends before */
  async start(folder: string, command: string, pattern: RegExp, env: NodeJS.ProcessEnv = {}): Promise<string> {
    const server = this.#spawn(folder, command, env);
    const { child, output, exit } = server;
    this.#servers.add(server);
    const printed = new Promise<string>((resolve) => {
      const check = (): void => {
        const found = pattern.exec(output())?.[1];
        if (found !== undefined) resolve(found);
      };
      for (const stream of [child.stdout, child.stderr]) stream?.on('data', check);
    });
    const ended = exit.then((code): never => {
      throw new Error(`${command} ended with ${code} before it printed ${pattern}:\n${output()}`);
    });
    return Promise.race([printed, ended]);
  }

  /** Stops all servers with SIGTERM. Returns what they have printed. */
  async stopAll(): Promise<string[]> {
    const servers = [...this.#servers];
    this.#servers.clear();
    for (const { child } of servers) killGroup(child, 'SIGTERM');
    return Promise.all(servers.map(({ exit, output }) => exit.then(output)));
  }

  #spawn(folder: string, command: string, env: NodeJS.ProcessEnv = {}): Command {
    // A process group of its own: npm and the shell do not pass on signals.
    const child = spawn('sh', ['-c', command], {
      cwd: folder,
      env: { ...this.#env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    let text = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (part: string) => (text += part));
    const timer = setTimeout(() => killGroup(child, 'SIGKILL'), TIME_LIMIT_MS);
    const exit = new Promise<number | null>((resolve) => child.on('close', resolve));
    void exit.then(() => clearTimeout(timer));
    return { child, output: () => text, exit };
  }
}

interface Command {
  readonly child: ChildProcess;
  readonly output: () => string;
  readonly exit: Promise<number | null>;
}

function killGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid!, signal);
  } catch {
    // It has already ended.
  }
}
