/**
 * Many processes write into one storage: it stays within its limits, tokens are unique, and no profile is lost or overwritten.
 * `node --conditions=oriel:source test/fault/profile-storage-writers.ts [processes] [profiles each]`
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { setTimeout as pause } from 'node:timers/promises';

/** The report that a process prints at its end. */
export interface WriterReport {
  readonly written: number;
  readonly dropped: number;
  readonly unrecorded: number;
  readonly tokens: readonly string[];
}

/** Options of `runWriters`. */
export interface WritersOptions {
  readonly file: string;
  readonly writers: number;
  readonly each: number;
  readonly profiles?: number;
  readonly bytes?: number;
  readonly size?: number;
}

/** Runs several writers, and returns their reports, the largest size and the final size of the storage. */
export async function runWriters(
  options: WritersOptions,
): Promise<{ reports: WriterReport[]; most: StoredSize; end: StoredSize }> {
  const { file, writers, each, profiles = 10_000, bytes = 200_000_000, size = 2000 } = options;
  const args = ['--file', file, '--count', each, '--profiles', profiles, '--bytes', bytes, '--size', size, '--gather'];
  const running = Array.from({ length: writers }, () => run(args.map(String)));
  let isFinished = false;
  const watching = watch(file, () => isFinished);
  const reports = await Promise.all(running);
  isFinished = true;
  return { reports, most: await watching, end: measure(file) };
}

/** The number of profiles and the size of the file in bytes. */
export interface StoredSize {
  readonly profiles: number;
  readonly bytes: number;
}

function run(args: readonly string[]): Promise<WriterReport> {
  const writer = fileURLToPath(new URL('profile-storage-writer.ts', import.meta.url));
  const before = process.execArgv.filter((text) => !text.startsWith('--test'));
  const child = spawn(process.execPath, [...before, writer, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  return new Promise((resolve, reject) => {
    child.once('close', (code) => {
      if (code === 0) resolve(JSON.parse(output.trim().split('\n').at(-1)!) as WriterReport);
      else reject(new Error(`A writer exited with ${code}`));
    });
  });
}

async function watch(file: string, isFinished: () => boolean): Promise<StoredSize> {
  let most = { profiles: 0, bytes: 0 };
  while (!isFinished()) {
    await pause(10);
    if (!statSync(file, { throwIfNoEntry: false })) continue;
    const now = measure(file);
    most = { profiles: Math.max(most.profiles, now.profiles), bytes: Math.max(most.bytes, now.bytes) };
  }
  return most;
}

function measure(file: string): StoredSize {
  const database = new DatabaseSync(file, { timeout: 1000 });
  const number = (sql: string): number => Number(Object.values(database.prepare(sql).get()!)[0]);
  database.exec('begin');
  const profiles = number('select count(*) from profiles');
  const pages = number('pragma page_count') - number('pragma freelist_count');
  database.exec('commit');
  const log = statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  const bytes = pages * number('pragma page_size') + log;
  database.close();
  return { profiles, bytes };
}

if (import.meta.main) {
  const [writers = 16, number = 4000] = process.argv.slice(2).map(Number);
  const folder = mkdtempSync(join(tmpdir(), 'oriel-writers-'));
  try {
    const caps = { profiles: 5000, bytes: 30_000_000, size: 8000 };
    const { reports, most, end } = await runWriters({ file: join(folder, 'p.sqlite'), writers, each: number, ...caps });
    const sum = (key: 'written' | 'dropped' | 'unrecorded'): number =>
      reports.reduce((total, report) => total + report[key], 0);
    const tokens = new Set(reports.flatMap(({ tokens }) => tokens));
    console.log(
      `${writers} writers × ${number}: ${sum('written')} written, ${sum('dropped')} dropped, ${tokens.size} different tokens`,
    );
    console.log(`rounds without a token: ${sum('unrecorded')}`);
    console.log(
      `caps ${caps.profiles} profiles, ${caps.bytes} bytes; at most ${most.profiles}, ${most.bytes}; at the end ${end.profiles}, ${end.bytes}`,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
