import { inspect } from 'node:util';
import { guardProcess } from '../server/process-guard.ts';
import { explainListen, LoadError, print, printError } from 'oriel-core/cli';
import type { Address } from 'oriel-core/cli';
import { banner } from './banner.ts';
import { CANNOT_LISTEN } from './dev-server.ts';
import type { DevMessage } from './dev-server.ts';
import { cannotStart, loadHost } from './load-host.ts';
import { registerHooks } from 'node:module';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Serves the host in development mode, in a process that `oriel-host dev` supervises. */
export async function serve(file: string, address: Address): Promise<number | undefined> {
  // The supervisor decides when this process ends; Ctrl-C in the terminal reaches both processes.
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => {});
  let close = (): Promise<unknown> => Promise.resolve();
  process.once('disconnect', () => {
    void close().finally(() => process.exit(0));
  });
  try {
    // The host file may read the mode while it is loaded.
    process.env['ORIEL_MODE'] ||= 'development';
    reportLoadedFiles((loaded) => process.send?.({ loaded } satisfies DevMessage));
    const { host } = await loadHost(file);
    const listening = await host.listen({ ...address, mode: 'development' });
    close = listening.close;
    guardProcess({
      logger: { log: (_level, _channel, message, context) => printError(`${message}\n${inspect(context?.['error'])}`) },
    });
    print(banner(host, listening));
    process.send?.({ port: listening.port } satisfies DevMessage);
    return undefined;
  } catch (error) {
    const listenError = explainListen(error, address);
    printError((listenError ?? (error instanceof LoadError ? error : cannotStart(file, error))).message);
    return listenError ? CANNOT_LISTEN : 1;
  }
}

/**
 * Reports every project file that is loaded from now on: modules outside `node_modules`, modules that could not be found,
 * and files with environment variables.
 *
 * @param report called once for each file, with its absolute path
 */
function reportLoadedFiles(report: (file: string) => void): void {
  const reported = new Set<string>();
  const add = (file: string): void => {
    if (reported.has(file)) return;
    reported.add(file);
    report(file);
  };
  registerHooks({
    resolve(specifier, context, next) {
      try {
        return next(specifier, context);
      } catch (error) {
        // The file may appear later.
        if (/^\.{1,2}\//.test(specifier) && context.parentURL?.startsWith('file:') === true)
          add(fileURLToPath(new URL(specifier, context.parentURL)));
        throw error;
      }
    },
    load(url, context, next) {
      if (url.startsWith('file:')) {
        const file = fileURLToPath(url.replace(/[?#].*$/, ''));
        if (!NODE_MODULES.test(file)) add(file);
        else if (DOTENV.test(file)) add(resolve('.env'));
      }
      return next(url, context);
    },
  });
  for (const file of environmentFiles(process.execArgv)) add(file);
  const loadEnvFile = process.loadEnvFile.bind(process);
  process.loadEnvFile = (path) => {
    add(path === undefined ? resolve('.env') : path instanceof URL ? fileURLToPath(path) : resolve(String(path)));
    loadEnvFile(path);
  };
}

/** Returns the files of `--env-file` and `--env-file-if-exists` in a list of Node.js options. */
function environmentFiles(args: readonly string[]): string[] {
  return args.flatMap((word, index) => {
    const [, inline] = /^--env-file(?:-if-exists)?(?:=(.*))?$/.exec(word) ?? [];
    if (!word.startsWith('--env-file')) return [];
    const file = inline ?? args[index + 1];
    return file === undefined ? [] : [resolve(file)];
  });
}

const NODE_MODULES = /[\\/]node_modules[\\/]/;
const DOTENV = /[\\/]node_modules[\\/](?:dotenv|dotenv-flow|@dotenvx[\\/]dotenvx)[\\/]/;
