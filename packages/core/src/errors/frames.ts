import { isAbsolute, relative, sep } from 'node:path';
import { namesOwnSource } from '../trace/own-source.ts';
import type { SourceExcerpt, SourceExcerpts } from './source-excerpt.ts';
import type { CallSite } from './stack.ts';
import { printableLine } from './printable.ts';

/** The origin of the code of a frame. */
export type FrameKind = 'yours' | 'dependency' | 'node';

/** A frame of a stack trace. */
export interface Frame {
  readonly function: string;
  /** Absolute path or `node:` name; '' for code without a file. */
  readonly file: string;
  /** Path relative to the root of the application. */
  readonly shortFile: string;
  readonly line: number;
  readonly column: number;
  readonly kind: FrameKind;
  readonly excerpt?: SourceExcerpt;
  /** Whether this is the first frame of the application, which is shown unfolded. */
  readonly open: boolean;
}

/** Creates frames from call sites, with source excerpts for the code of the application. */
export function createFrames(sites: readonly CallSite[], root: string, excerpts: SourceExcerpts): Frame[] {
  const places = sites.map(({ file }) => findPath(file, root));
  const first = places.findIndex(({ kind }) => kind === 'yours');
  return sites.map((site, index) => {
    const { file, shortFile, kind } = places[index]!;
    const excerpt = kind === 'yours' ? excerpts.around(site.file, site.line, site.column) : undefined;
    return {
      function: printableLine(site.function, 200),
      file,
      shortFile,
      line: site.line,
      column: site.column,
      kind,
      ...(excerpt && { excerpt }),
      open: index === first,
    };
  });
}

type Place = Pick<Frame, 'file' | 'shortFile' | 'kind'>;

// Errors occur in few files, and comparing paths is slow.
function findPath(file: string, root: string): Place {
  if (known.root !== root || known.places.size === MAX_KNOWN) known = { root, places: new Map() };
  let sourceFile = known.places.get(file);
  if (sourceFile === undefined) {
    const shortFile = printableLine(shorten(file, root), 500);
    sourceFile = { file: printableLine(file, 500), shortFile, kind: classifyFile(file, root) };
    known.places.set(file, sourceFile);
  }
  return sourceFile;
}

let known = { root: '', places: new Map<string, Place>() };
const MAX_KNOWN = 500;

/** Returns the origin of the code in a file. */
export function classifyFile(file: string, root: string): FrameKind {
  if (file === '' || file.startsWith('node:')) return 'node';
  const foreign = !isInside(root, file) || file.split(sep).includes('node_modules') || namesOwnSource(file);
  return foreign ? 'dependency' : 'yours';
}

/**
 * Formats a frame as `function (file:line:column)`, which tools for stack traces recognize.
 *
 * @example
 * ```ts
 * import { formatFrame } from './frames.ts';
 * const frame = { function: 'load', file: '/app/a.ts', shortFile: 'a.ts', line: 3, column: 7, kind: 'yours', open: true } as const;
 * formatFrame(frame); // => 'load (a.ts:3:7)'
 * ```
 */
export function formatFrame(frame: Frame): string {
  const location = frame.line > 0 ? `${frame.shortFile}:${frame.line}:${frame.column}` : frame.shortFile || 'native';
  return frame.function === '' ? location : `${frame.function} (${location})`;
}

function isInside(folder: string, file: string): boolean {
  const path = relative(folder, file);
  return isAbsolute(file) && path !== '' && path !== '..' && !path.startsWith(`..${sep}`) && !isAbsolute(path);
}

function shorten(file: string, root: string): string {
  return isInside(root, file) ? relative(root, file) : file;
}
