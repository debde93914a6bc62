import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { until } from '../safety/support/recorded-host.ts';
import type { Target } from './targets.ts';

/** Returns everything that the store of profiles has, as text. */
export function readStoredProfiles({ folder, database }: Target): Promise<string> {
  return database === undefined ? readFiles(join(folder, 'profiler.sqlite')) : readRows(database);
}

async function readFiles(store: string): Promise<string> {
  await until(() => (existsSync(store) ? true : undefined), 'the store of profiles');
  const files = [store, `${store}-wal`].filter((value) => existsSync(value));
  return files.map((file) => readFileSync(file, 'latin1')).join('');
}

async function readRows(connectionString: string): Promise<string> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query<{ text: string }>('select oriel_profiles::text as text from oriel_profiles');
    return rows.map(({ text }) => text).join('\n');
  } finally {
    await client.end();
  }
}
