import { join } from 'node:path';
import type { BodySize } from './ordinary.ts';
import { installIn } from './peers.ts';
import { ServerProcess } from './server-process.ts';

/** Starts the host whose recording is measured; from its source when this process runs from it, too. */
export function startProfiled(recording: string, size: BodySize = 'small'): ServerProcess {
  const conditions = process.execArgv.filter((each) => each.startsWith('--conditions'));
  process.env['NODE_OPTIONS'] = conditions.join(' ');
  process.env['ORIEL_MODE'] = '';
  const isNest = recording.startsWith('nest');
  if (isNest) installIn(join(import.meta.dirname, '../peers/nest'));
  const file = isNest ? '../peers/nest/server.ts' : '../servers/profiled.ts';
  return new ServerProcess(recording, `${recording}-${size}`, join(import.meta.dirname, file));
}

/** What the process says of itself. */
export interface ProfiledState {
  readonly rss: number;
  readonly heap: number;
  /** Profiles stored, and lost by the storage. */
  readonly written: number;
  readonly dropped: number;
}

export async function stateOf({ port }: ServerProcess): Promise<ProfiledState> {
  const response = await fetch(`http://127.0.0.1:${port}/_bench/state`, { headers: { Connection: 'close' } });
  return (await response.json()) as ProfiledState;
}
