import { registerHooks, sqlite } from '../optional-modules.ts';
import { isPostgresUrl } from '../store/postgres/postgres-profile-storage.ts';

/** Returns what this runtime lacks to record requests, and how to get it; undefined if nothing is missing. */
export function findMissingFeature(store: string | undefined): string | undefined {
  if (registerHooks === undefined)
    return `Node.js 22.15 or newer is needed; this is ${describeRuntime(process.versions)}`;
  if (sqlite !== undefined || isPostgresUrl(store ?? '')) return undefined;
  return 'the module node:sqlite is needed; remove --no-experimental-sqlite from the options of Node.js, or set ORIEL_PROFILER_FILE to the URL of PostgreSQL';
}

function describeRuntime({ node, bun, deno }: NodeJS.ProcessVersions): string {
  if (bun !== undefined) return `Bun ${bun}`;
  return deno === undefined ? `Node.js ${node}` : `Deno ${deno}`;
}
