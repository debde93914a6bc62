import { readFileSync, realpathSync, statSync } from '../builtins/file-system.ts';
import { extname, isAbsolute, relative, sep } from 'node:path';
import { tryRead } from './safe-read.ts';
import { printable } from './printable.ts';
import { redactSource } from './redact-source.ts';

/** The lines of a source file around a position. */
export interface SourceExcerpt {
  /** Number of the first line. */
  readonly start: number;
  readonly lines: readonly string[];
  /** Line and column in the file; the column is 0 if it is not shown. */
  readonly highlight: { readonly line: number; readonly column: number };
}

/** Returns the text of a source file, or undefined. */
export type ReadSource = (file: string) => string | undefined;

/**
 * Creates the source excerpts of an error view. Each file is read once, and their number is limited. File names come from stack
 * traces, which may be forged, so only source files inside the root are opened, and none whose name or folder starts with a
 * dot.
 */
export class SourceExcerpts {
  readonly #root: string;
  readonly #read: ReadSource;
  readonly #files = new Map<string, readonly string[] | undefined>();
  readonly #made = new Map<string, SourceExcerpt | undefined>();
  #left = MAX_EXCERPTS;

  constructor(root: string, read: ReadSource = (file) => readInside(root, file)) {
    this.#root = root;
    this.#read = read;
  }

  /** Returns the lines around a position, or undefined if the file may not or cannot be read. */
  around(file: string, line: number, column: number): SourceExcerpt | undefined {
    const location = `${file}:${line}:${column}`;
    // The errors of an AggregateError often have the same position, which counts once.
    if (!this.#made.has(location)) this.#made.set(location, this.#make(file, line, column));
    return this.#made.get(location);
  }

  #make(file: string, line: number, column: number): SourceExcerpt | undefined {
    if (this.#left === 0 || !isViewableSource(this.#root, file)) return undefined;
    const lines = this.#getLines(file);
    if (!lines || line < 1 || line > lines.length) return undefined;
    this.#left--;
    const start = Math.max(1, line - LINES_AROUND);
    const shown = lines.slice(start - 1, line + LINES_AROUND);
    return {
      start,
      lines: shown.map((text) => printable(redactSource(text.slice(0, MAX_LINE_LENGTH)), MAX_LINE_LENGTH)),
      highlight: { line, column: column <= MAX_LINE_LENGTH ? column : 0 },
    };
  }

  #getLines(file: string): readonly string[] | undefined {
    if (!this.#files.has(file))
      this.#files.set(
        file,
        tryRead(() => this.#read(file), undefined)
          ?.trimEnd()
          .split(/\r?\n/),
      );
    return this.#files.get(file);
  }
}

const LINES_AROUND = 5;
const MAX_LINE_LENGTH = 240;
const MAX_EXCERPTS = 12;
const MAX_BYTES = 1_048_576;
// Files that stack traces name. Configuration and data files are not shown.
const EXTENSIONS = new Set(['.ts', '.mts', '.cts', '.tsx', '.js', '.mjs', '.cjs', '.jsx']);

/** Returns whether a path names a source file inside the root. Names that begin with a dot are excluded. The file system is not accessed. */
export function isViewableSource(root: string, file: string): boolean {
  if (!isAbsolute(file) || !EXTENSIONS.has(extname(file))) return false;
  const inside = relative(root, file);
  return inside !== '' && !isAbsolute(inside) && inside.split(sep).every((part) => !part.startsWith('.'));
}

/** Reads a file. Symbolic links are followed only to files that may be shown. */
function readInside(root: string, file: string): string | undefined {
  const target = realpathSync(file);
  if (!isViewableSource(realpathSync(root), target)) return undefined;
  const { size } = statSync(target);
  return size <= MAX_BYTES ? readFileSync(target, 'utf8') : undefined;
}
