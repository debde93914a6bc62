/**
 * Repeatedly kills a process that writes profiles into one file at a random time. The file must open without repair, be
 * intact, and contain every profile that was queued more than 100 ms before the kill.
 * `node --conditions=oriel:source test/fault/profile-storage-kill.ts [times]`
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { setTimeout as pause } from 'node:timers/promises';

import { SqlProfileStorage } from '../../packages/profiler/src/store/sqlite/sql-profile-storage.ts';
import { toProfileToken } from '../../packages/profiler/src/store/profile-token.ts';

/** The result of one kill. */
export interface KillResult {
  readonly queued: number;
  readonly kept: number;
  /** The milliseconds between the queueing of the oldest lost profile and the kill. */
  readonly lost: number;
  readonly isIntact: boolean;
}

/** Kills a writer several times and reports each result. */
export async function killWriters(
  times: number,
  onKill: (kill: KillResult) => void = () => undefined,
): Promise<KillResult[]> {
  const folder = mkdtempSync(join(tmpdir(), 'oriel-kill-'));
  try {
    const file = join(folder, 'profiles.sqlite');
    const kills: KillResult[] = [];
    for (let count = 0; count < times; count++) {
      const kill = await killOne(file);
      kills.push(kill);
      onKill(kill);
    }
    const corrupt = readdirSync(folder).filter((name) => name.includes('corrupt'));
    if (corrupt.length > 0) throw new Error(`A file was renamed as corrupt: ${corrupt.join(', ')}`);
    return kills;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function killOne(file: string): Promise<KillResult> {
  const writer = fileURLToPath(new URL('profile-storage-writer.ts', import.meta.url));
  const args = [...process.execArgv.filter((text) => !text.startsWith('--test')), writer, '--file', file, '--report'];
  const child = spawn(process.execPath, [...args, '--pace', '2'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const closed = new Promise((resolve) => child.once('close', resolve));
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  while (output.length < 100 && child.exitCode === null) await pause(5);
  await pause(Math.random() * 250);
  const end = Date.now();
  child.kill('SIGKILL');
  await closed;
  return inspect(file, output, end);
}

function inspect(file: string, output: string, end: number): KillResult {
  const queued = output.split('\n').flatMap((line) => /^([0-9a-f]{6}) (\d+)$/.exec(line)?.slice(1, 3) ?? []);
  const pairs = Array.from(
    { length: queued.length / 2 },
    (_, index) => [queued[index * 2]!, Number(queued[index * 2 + 1])] as const,
  );
  const database = new DatabaseSync(file);
  const storedTokens = new Set(tokensOfRows(database));
  const counted = database.prepare(`select profiles, ${COUNT} as count from profile_counters`).get()!;
  const verdict = database.prepare('pragma integrity_check').get()!['integrity_check'];
  database.close();
  const storage = new SqlProfileStorage({ file });
  const readable = [...storedTokens].slice(-50).every((token) => storage.read(toProfileToken(token)) !== undefined);
  storage.close();
  const lost = pairs.filter(([token]) => !storedTokens.has(Number.parseInt(token, 16)));
  const isIntact = readable && verdict === 'ok' && counted['profiles'] === counted['count'];
  return {
    queued: pairs.length,
    kept: pairs.length - lost.length,
    lost: end - Math.min(end, ...lost.map(([, time]) => time)),
    isIntact,
  };
}

const COUNT = '(select count(*) from profiles)';

function tokensOfRows(database: DatabaseSync): number[] {
  const rows = database.prepare('select token from profiles join profile_data using (seq)').all();
  return rows.map(({ token }) => Number(token));
}

if (import.meta.main) {
  const times = Number(process.argv[2] ?? 200);
  const kills = await killWriters(times, () => process.stdout.write('.'));
  const damaged = kills.filter(({ isIntact }) => !isIntact).length;
  const late = kills.filter(({ lost }) => lost > 100).length;
  const worst = Math.max(...kills.map(({ lost }) => lost));
  const sum = (key: 'queued' | 'kept'): number => kills.reduce((total, kill) => total + kill[key], 0);
  console.log(`\n${times} kills: ${sum('queued')} profiles queued, ${sum('kept')} kept; ${damaged} damaged files;`);
  console.log(`at most ${worst} ms lost, more than 100 ms ${late} times`);
  process.exitCode = damaged + late > 0 ? 1 : 0;
}
