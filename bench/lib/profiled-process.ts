import { join } from 'node:path';
import type { MemoryParts } from './memory-parts.ts';
import type { BodySize } from './ordinary.ts';
import { installIn } from './peers.ts';
import { ServerProcess } from './server-process.ts';

/** Starts the host whose recording is measured; from its source when this process runs from it, too. Queries are noted, or asked of a file. */
export function startProfiled(recording: string, size: BodySize = 'small', database = false): ServerProcess {
  const conditions = process.execArgv.filter((each) => each.startsWith('--conditions'));
  process.env['NODE_OPTIONS'] = conditions.join(' ');
  process.env['ORIEL_MODE'] = '';
  const isNest = recording.startsWith('nest');
  if (isNest) installIn(join(import.meta.dirname, '../peers/nest'));
  const file = isNest ? '../peers/nest/server.ts' : '../servers/profiled.ts';
  const workload = `${recording}-${size}${database ? '-database' : ''}`;
  return new ServerProcess(recording, workload, join(import.meta.dirname, file));
}

/** What the process says of itself. */
export interface ProfiledState {
  readonly rss: number;
  readonly heap: number;
  /** Profiles stored, and lost by the storage. */
  readonly written: number;
  readonly dropped: number;
}

export function stateOf(server: ServerProcess): Promise<ProfiledState> {
  return ask(server, 'state');
}

/** What its memory is made of. */
export function memoryOf(server: ServerProcess): Promise<MemoryParts> {
  return ask(server, 'memory');
}

/** Megabytes that are alive, once it has collected everything. */
export function liveOf(server: ServerProcess): Promise<{ readonly heap: number; readonly external: number }> {
  return ask(server, 'live');
}

async function ask<T>({ port }: ServerProcess, what: string): Promise<T> {
  const response = await fetch(`http://127.0.0.1:${port}/_bench/${what}`, { headers: { Connection: 'close' } });
  return (await response.json()) as T;
}
