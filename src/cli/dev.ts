import { isAbsolute, relative } from 'node:path';
import { readAddress } from './address.ts';
import { defineCommand } from './command.ts';
import { CANNOT_LISTEN, DevServer } from './dev-server.ts';
import { findHostFile } from './find-host-file.ts';
import { print, printError, style } from './print.ts';
import { projectFolder } from './project-folder.ts';
import { FileWatcher } from './watch-files.ts';

/** `oriel dev`: serves in development mode and restarts when a file that it has loaded changes. */
export const command = defineCommand({
  name: 'dev',
  summary: 'serve while developing: reload on change, errors that show everything',
  usage: 'dev [file] [--host address] [--port number]',
  help: [
    ['--host address', 'where to listen (default HOST, else 127.0.0.1)'],
    ['--port number', 'which port; 0 finds a free one (default PORT, else 8000)'],
  ],
  examples: ['oriel dev', 'oriel dev src/host.ts --port 8001'],
  options: { host: { type: 'string' }, port: { type: 'string' }, supervised: { type: 'boolean' } },
  most: 1,
  run: async ({ supervised, ...flags }, [named]) => {
    const address = readAddress(flags);
    const file = findHostFile(named);
    if (supervised) return (await import('./dev-process.ts')).serve(file, address);
    return await supervise(file, new DevServer(file, address));
  },
});

/** Keeps a server running until somebody stops it, or until it cannot listen at all. */
function supervise(file: string, server: DevServer): Promise<number> {
  return new Promise((resolve) => {
    const root = projectFolder(file);
    const end = (code: number): void => {
      watcher.close();
      resolve(code);
    };
    server.onEnd = (code) => {
      // Another file cannot mend a port that is taken.
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
    server.onLoaded = (files) => files.forEach((each) => watcher.add(each));
    watcher.add(file);
    let stops = 0;
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => {
        const now = performance.now();
        // A terminal and npm both hand on one and the same Ctrl-C.
        if (stops > 0 && now - stops < SAME_KEY_PRESS) return;
        if (stops > 0) server.kill();
        stops = now;
        void server.stop().then(() => end(0));
      });
    }
    server.start();
  });
}

const SAME_KEY_PRESS = 300;
