import { isAbsolute, relative } from 'node:path';
import { readAddress, defineCommand, print, printError, style } from 'oriel-core/cli';
import { CANNOT_LISTEN, DevServer } from './dev-server.ts';
import { findHostFile, projectFolder } from './find-host-file.ts';
import { FileWatcher } from './watch-files.ts';

/** `oriel-host dev`: serves in development mode and restarts when a loaded file changes. */
export const command = defineCommand({
  name: 'dev',
  summary: 'serve in development mode: restart on changes, detailed errors',
  usage: 'dev [file] [--host address] [--port number]',
  help: [
    ['--host address', 'the address to listen on (default HOST, else 127.0.0.1)'],
    ['--port number', 'the port to listen on; 0 for any free port (default PORT, else 8000)'],
  ],
  examples: ['oriel-host dev', 'oriel-host dev src/host.ts --port 8001'],
  options: { host: { type: 'string' }, port: { type: 'string' }, supervised: { type: 'boolean' } },
  maxPositionals: 1,
  run: async ({ supervised, ...flags }, [named]) => {
    const address = readAddress(flags);
    const file = findHostFile(named);
    if (supervised) return (await import('./dev-process.ts')).serve(file, address);
    return await supervise(file, new DevServer(file, address));
  },
});

/** Runs a server until it is stopped by a signal or cannot listen. Resolves with the exit code. */
function supervise(file: string, server: DevServer): Promise<number> {
  return new Promise((resolve) => {
    const root = projectFolder(file);
    const end = (code: number): void => {
      watcher.close();
      resolve(code);
    };
    server.onEnd = (code) => {
      // Changing a file does not free a port that is in use.
      if (code === CANNOT_LISTEN) return end(1);
      printError(style('yellow', 'Waiting for a change…', process.stderr));
    };
    const watcher = new FileWatcher(
      (changed) => {
        const name = relative(root, changed);
        print(style('dim', `${isAbsolute(name) ? changed : name} changed`));
        void server.restart();
      },
      (message) => printError(style('yellow', message, process.stderr)),
    );
    server.onLoaded = (loaded) => watcher.add(loaded);
    watcher.add(file);
    let stoppedAt = 0;
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => {
        const now = performance.now();
        // The terminal and npm may both forward the same Ctrl-C.
        if (stoppedAt > 0 && now - stoppedAt < SAME_KEY_PRESS_MS) return;
        if (stoppedAt > 0) server.kill();
        stoppedAt = now;
        void server.stop().then(() => end(0));
      });
    }
    server.start();
  });
}

const SAME_KEY_PRESS_MS = 300;
