import { join } from 'node:path';
import type { OtlpStatus } from '../../packages/profiler/src/otlp/export/otlp-exporter.ts';
import type { MemoryParts } from './memory-parts.ts';
import type { BodySize } from './order-host.ts';
import { installIn } from './peers.ts';
import { ServerProcess } from './server-process.ts';

/** Starts the host whose recording is measured, from source if this process runs from source. Queries are simulated, or sent to SQLite. */
export function startProfiled(recording: string, size: BodySize = 'small', database = false): ServerProcess {
  const conditions = process.execArgv.filter((text) => text.startsWith('--conditions'));
  process.env['NODE_OPTIONS'] = conditions.join(' ');
  process.env['ORIEL_MODE'] = '';
  const isNest = recording.startsWith('nest');
  if (isNest) installIn(join(import.meta.dirname, '../peers/nest'));
  const file = isNest ? '../peers/nest/server.ts' : '../servers/profiled.ts';
  const workload = `${recording}-${size}${database ? '-database' : ''}`;
  return new ServerProcess(recording, workload, join(import.meta.dirname, file));
}

/** The state that the process reports. */
export interface ProfiledState {
  readonly rss: number;
  readonly heap: number;
  /** The number of profiles that were stored, and that the storage dropped. */
  readonly written: number;
  readonly dropped: number;
  /** What was exported to a collector. */
  readonly otlp?: OtlpStatus;
}

export function getState(server: ServerProcess): Promise<ProfiledState> {
  return read(server, 'state');
}

/** Returns the parts of its memory. */
export function getMemory(server: ServerProcess): Promise<MemoryParts> {
  return read(server, 'memory');
}

/** Returns the megabytes of live objects after a garbage collection. */
export function getLive(server: ServerProcess): Promise<{ readonly heap: number; readonly external: number }> {
  return read(server, 'live');
}

async function read<T>({ port }: ServerProcess, resource: string): Promise<T> {
  const response = await fetch(`http://127.0.0.1:${port}/_bench/${resource}`, { headers: { Connection: 'close' } });
  return (await response.json()) as T;
}
