import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Run } from './scenario.ts';
import { createFolder } from './sqlite-files.ts';
import { UNPRIVILEGED } from './start-host.ts';

/** A fault of a SQLite file that a host uses. */
export interface FileFault {
  /** Whether the file already is faulty when the host starts. */
  readonly isBeforeStart?: boolean;
  /** Injects the fault and returns a function that removes it. */
  readonly inject: (file: string) => () => void;
}

/** Faults of a SQLite file. They need the superuser: for a small file system, and for a host as another user. */
export const FILE_FAULTS: Readonly<Record<string, FileFault>> = {
  locked: {
    inject(file) {
      const other = new DatabaseSync(file);
      other.exec('begin immediate');
      return () => other.close();
    },
  },
  full: {
    inject(file) {
      const filler = join(dirname(file), 'filler');
      try {
        writeFileSync(filler, Buffer.alloc(64_000_000));
      } catch {
        // No space is left.
      }
      return () => rmSync(filler);
    },
  },
  // A process that has opened a file can write to it whatever its rights are.
  'read-only': {
    isBeforeStart: true,
    inject(file) {
      chmodSync(file, 0o444);
      chmodSync(dirname(file), 0o555);
      return () => {
        chmodSync(dirname(file), 0o755);
        chmodSync(file, 0o644);
      };
    },
  },
  corrupt: {
    inject(file) {
      writeFileSync(file, Buffer.alloc(Math.min(200_000, statSync(file).size), 'garbage'), { flag: 'r+' });
      return () => {};
    },
  },
  deleted: {
    inject(file) {
      for (const part of ['', '-wal', '-shm']) rmSync(file + part, { force: true });
      return () => {};
    },
  },
};

/** Creates a folder on a file system of a few megabytes, for hosts without rights. @throws {Error} if it cannot be mounted */
export function createSmallFolder(run: Run, megabytes: number): string {
  const parent = createFolder(run, 'small');
  chmodSync(parent, 0o755);
  const folder = join(parent, 'mounted');
  mkdirSync(folder);
  const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'none', folder]);
  if (status !== 0) throw new Error(`A file system could not be mounted; run as root: ${stderr.toString()}`);
  run.onEnd(() => spawnSync('umount', [folder]));
  chownSync(folder, UNPRIVILEGED, UNPRIVILEGED);
  return folder;
}
