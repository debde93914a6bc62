import { inspect } from 'node:util';
import { guardProcess } from '../core/server/process-guard.ts';
import { explainListen } from './address.ts';
import type { Address } from './address.ts';
import { banner } from './banner.ts';
import { CANNOT_LISTEN } from './dev-server.ts';
import type { DevMessage } from './dev-server.ts';
import { reportLoadedFiles } from './loaded-files.ts';
import { LoadError } from './load-error.ts';
import { cannotStart, loadHost } from './load-host.ts';
import { print, printError } from './print.ts';

/** Serves the host in development mode, in a process that `oriel dev` supervises. */
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
    reportLoadedFiles((loaded) => process.send?.({ loaded: [loaded] } satisfies DevMessage));
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
