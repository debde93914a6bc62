import { statSync, watch } from 'node:fs';
import type { FSWatcher } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { getMessage } from 'oriel-core/http';

/**
 * Watches individual files, including files that do not exist yet. It uses one watcher per folder, because editors replace
 * a file when they save it.
 */
export class FileWatcher {
  readonly #changed: (file: string) => void;
  readonly #failed: (message: string) => void;
  /** The names of the watched files, by folder. */
  readonly #names = new Map<string, Map<string, number | undefined>>();
  readonly #watchers = new Map<string, FSWatcher>();
  readonly #reported = new Set<string>();
  #first: string | undefined = undefined;
  #timer: NodeJS.Timeout | undefined = undefined;

  /**
   * @param changed called once for a burst of changes, with the file that changed first
   * @param failed called with the reason when files of a folder cannot be watched, once for each folder
   */
  constructor(changed: (file: string) => void, failed: (message: string) => void) {
    this.#changed = changed;
    this.#failed = failed;
  }

  add(file: string): void {
    const folder = dirname(file);
    const names = this.#names.get(folder) ?? new Map<string, number | undefined>();
    this.#names.set(folder, names);
    if (!names.has(basename(file))) names.set(basename(file), modified(file));
    this.#watch(folder);
  }

  close(): void {
    clearTimeout(this.#timer);
    for (const watcher of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
  }

  #watch(folder: string): void {
    if (this.#watchers.has(folder)) return;
    try {
      const watcher = watch(folder, (_event, name) => this.#look(folder, name));
      watcher.on('error', (error) => this.#fail(folder, error));
      this.#watchers.set(folder, watcher);
    } catch (error) {
      this.#fail(folder, error);
    }
  }

  #look(folder: string, name: string | null): void {
    const names = this.#names.get(folder)!;
    for (const [other, before] of names) {
      if (name !== null && name !== other) continue;
      const file = join(folder, other);
      const now = modified(file);
      // Reading a file may be reported as well.
      if (now === before) continue;
      names.set(other, now);
      this.#notice(file);
    }
  }

  #notice(file: string): void {
    this.#first ??= file;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const first = this.#first!;
      this.#first = undefined;
      this.#changed(first);
    }, DEBOUNCE_MS);
  }

  #fail(folder: string, error: unknown): void {
    this.#watchers.get(folder)?.close();
    this.#watchers.delete(folder);
    if (this.#reported.has(folder)) return;
    this.#reported.add(folder);
    const isFull = /^(?:ENOSPC|EMFILE)$/.test(String((error as { code?: unknown }).code));
    const fix = isFull
      ? 'Raise fs.inotify.max_user_watches or fs.inotify.max_user_instances'
      : 'Start oriel-host dev again';
    this.#failed(`Changes in ${folder} cannot be watched: ${getMessage(error)}. ${fix}`);
  }
}

// Editors save a file in several steps.
const DEBOUNCE_MS = 80;

function modified(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs;
}
