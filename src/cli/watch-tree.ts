import { readdirSync, statSync, watch } from 'node:fs';
import type { FSWatcher } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Watches every folder of a project, those included that appear later. One watcher per folder instead of Node's
 * `recursive`, which on Linux looks into `node_modules` too before anybody can tell it not to.
 *
 * @param changed is called once per burst of changes, with the file that changed first
 * @returns what ends the watching
 */
export function watchTree(root: string, changed: (file: string) => void): () => void {
  const watchers = new Map<string, FSWatcher>();
  let first: string | undefined;
  let timer: NodeJS.Timeout | undefined;

  const notice = (file: string): void => {
    first ??= file;
    clearTimeout(timer);
    timer = setTimeout(() => {
      const file = first!;
      first = undefined;
      changed(file);
    }, SETTLED_AFTER);
  };

  const enter = (folder: string): void => {
    if (watchers.has(folder) || watchers.size >= MOST_FOLDERS) return;
    try {
      const watcher = watch(folder, (_event, name) => {
        if (name === null || isIgnored(name)) return;
        const path = join(folder, name);
        if (isFolder(path)) enter(path);
        notice(path);
      });
      watcher.on('error', () => leave(folder));
      watchers.set(folder, watcher);
      for (const entry of readdirSync(folder, { withFileTypes: true })) {
        if (entry.isDirectory() && !isIgnored(entry.name)) enter(join(folder, entry.name));
      }
    } catch {
      leave(folder); // gone again, or not ours to read: nothing in it can be part of the project
    }
  };

  const leave = (folder: string): void => {
    watchers.get(folder)?.close();
    watchers.delete(folder);
  };

  enter(root);
  return () => {
    clearTimeout(timer);
    for (const folder of [...watchers.keys()]) leave(folder);
  };
}

/** The folder of the nearest package.json above a file: what belongs together. */
export function projectFolder(file: string): string {
  const own = dirname(file);
  for (let folder = own; ; folder = dirname(folder)) {
    if (statSync(join(folder, 'package.json'), { throwIfNoEntry: false })?.isFile()) return folder;
    if (folder === dirname(folder)) return own;
  }
}

// Editors write a file in several steps.
const SETTLED_AFTER = 80;
const MOST_FOLDERS = 5_000;

const IGNORED_NAMES = new Set(['node_modules', 'var', 'dist', 'coverage']);
// What a running host or an editor writes by itself; a restart for it would never end.
const IGNORED_ENDINGS = /(~|\.(log|db|sqlite3?|tmp|sw[a-z])|-(wal|shm|journal))$/;

function isIgnored(name: string): boolean {
  return (name.startsWith('.') && name !== '.env') || IGNORED_NAMES.has(name) || IGNORED_ENDINGS.test(name);
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
