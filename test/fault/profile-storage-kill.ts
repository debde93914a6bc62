/**
 * Kills a process that writes profiles at a random moment, again and again, on one store: it must open without repair,
 * be whole, and miss nothing that was queued more than 100 ms before the end.
 * `node --conditions=oriel:source test/fault/profile-storage-kill.ts [times]`
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { setTimeout as pause } from 'node:timers/promises';

import { SqlProfileStorage } from '../../src/profiler/store/sqlite/sql-profile-storage.ts';
import { toProfileToken } from '../../src/profiler/store/profile-token.ts';

/** What one kill did. */
export interface Kill {
  readonly queued: number;
  readonly kept: number;
  /** How long before the end the oldest lost profile was queued, in milliseconds. */
  readonly lost: number;
  readonly sound: boolean;
}

/** Kills so many times and tells of each. */
export async function killWriters(times: number, tell: (kill: Kill) => void = () => undefined): Promise<Kill[]> {
  const folder = mkdtempSync(join(tmpdir(), 'oriel-kill-'));
  try {
    const file = join(folder, 'profiles.sqlite');
    const kills: Kill[] = [];
    for (let count = 0; count < times; count++) {
      const kill = await killOne(file);
      kills.push(kill);
      tell(kill);
    }
    const strange = readdirSync(folder).filter((name) => name.includes('corrupt'));
    if (strange.length > 0) throw new Error(`A store was set aside: ${strange.join(', ')}`);
    return kills;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function killOne(file: string): Promise<Kill> {
  const writer = fileURLToPath(new URL('profile-storage-writer.ts', import.meta.url));
  const args = [...process.execArgv.filter((each) => !each.startsWith('--test')), writer, '--file', file, '--tell'];
  const child = spawn(process.execPath, [...args, '--pace', '2'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const closed = new Promise((resolve) => child.once('close', resolve));
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
  while (said.length < 100 && child.exitCode === null) await pause(5);
  await pause(Math.random() * 250);
  const end = Date.now();
  child.kill('SIGKILL');
  await closed;
  return judge(file, said, end);
}

function judge(file: string, said: string, end: number): Kill {
  const queued = said.split('\n').flatMap((line) => /^([0-9a-f]{6}) (\d+)$/.exec(line)?.slice(1, 3) ?? []);
  const pairs = Array.from(
    { length: queued.length / 2 },
    (_, index) => [queued[index * 2]!, Number(queued[index * 2 + 1])] as const,
  );
  const database = new DatabaseSync(file);
  const kept = new Set(tokensOfRows(database));
  const counted = database.prepare(`select profiles, ${COUNT} as count from profile_counters`).get()!;
  const verdict = database.prepare('pragma integrity_check').get()!['integrity_check'];
  database.close();
  const storage = new SqlProfileStorage({ file });
  const readable = [...kept].slice(-50).every((token) => storage.read(toProfileToken(token)) !== undefined);
  storage.close();
  const lost = pairs.filter(([token]) => !kept.has(Number.parseInt(token, 16)));
  const sound = readable && verdict === 'ok' && counted['profiles'] === counted['count'];
  return {
    queued: pairs.length,
    kept: pairs.length - lost.length,
    lost: end - Math.min(end, ...lost.map(([, time]) => time)),
    sound,
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
  const unsound = kills.filter(({ sound }) => !sound).length;
  const late = kills.filter(({ lost }) => lost > 100).length;
  const worst = Math.max(...kills.map(({ lost }) => lost));
  const sum = (key: 'queued' | 'kept'): number => kills.reduce((total, kill) => total + kill[key], 0);
  console.log(`\n${times} kills: ${sum('queued')} profiles queued, ${sum('kept')} kept; ${unsound} stores unsound;`);
  console.log(`at most ${worst} ms lost, more than 100 ms ${late} times`);
  process.exitCode = unsound + late > 0 ? 1 : 0;
}
