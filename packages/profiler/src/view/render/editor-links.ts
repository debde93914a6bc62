import { posix, win32 } from 'node:path';
import { fileURLToPath } from 'node:url';
import { EDITORS, describeEditorIssue, getScheme, tryRead } from 'oriel-core/errors';

/** Returns the URL that opens a line of a file in the editor; undefined for code that has no file. */
export type EditorLink = (file: string, line: number) => string | undefined;

/** Folders as the application sees them, such as those of a container, and the same folders for the editor. */
export type EditorPaths = Readonly<Record<string, string>>;

/**
 * Creates the links of an editor.
 *
 * @param editor `vscode`, `cursor`, `zed`, `webstorm`, or a URL with `{file}` and `{line}`
 * @throws {RangeError} if the editor is invalid
 *
 * @example
 * ```ts
 * import { createEditorLink } from './editor-links.ts';
 * createEditorLink('vscode', { '/app': '/home/me/shop' })('/app/src/cart.ts', 7); // => 'vscode://file/home/me/shop/src/cart.ts:7'
 * ```
 */
export function createEditorLink(editor: string, paths: EditorPaths = {}): EditorLink {
  const problem = describeEditorIssue(editor);
  if (problem !== undefined) throw new RangeError(`Invalid editor "${editor}": ${problem}`);
  const template = EDITORS[editor] ?? editor;
  schemes.add(getScheme(template)!);
  // The longest folder first, because one may contain another.
  const folders = Object.entries(paths)
    .map(([from, to]) => [withoutSlash(from), withoutSlash(to)] as const)
    .sort(([a], [b]) => b.length - a.length);
  return (file, line) => {
    const path = getPath(file);
    if (path === undefined) return undefined;
    const mapped = folders.find(([from]) => path === from || path.startsWith(`${from}/`));
    const target = mapped === undefined ? path : mapped[1] + path.slice(mapped[0].length);
    const encoded = encodePath(target.startsWith('/') ? target : `/${target}`);
    return template.replaceAll('{file}', encoded).replaceAll('{line}', String(Math.max(1, Math.trunc(line) || 1)));
  };
}

/**
 * Parses folders such as `/app=/home/me/shop`, separated by commas.
 *
 * @throws {RangeError} if an entry has no `=`
 */
export function parseEditorPaths(text: string): EditorPaths {
  const entries = text.split(',').filter((part) => part.trim() !== '');
  return Object.fromEntries(
    entries.map((entry) => {
      const equals = entry.indexOf('=');
      const [from, to] = [entry.slice(0, Math.max(0, equals)).trim(), entry.slice(equals + 1).trim()];
      if (from === '' || to === '')
        throw new RangeError(`Invalid path mapping "${entry.trim()}"; expected /app=/home/me/shop`);
      return [from, to];
    }),
  );
}

/** Returns the absolute path of a recorded file. @param root the folder of the application that recorded it */
export function absolutePath(root: string, file: string): string {
  if (/^[a-z][a-z0-9+.-]+:/i.test(file)) return file;
  return (/^(?:[a-z]:)?[\\]|^[a-z]:/i.test(root) ? win32 : posix).resolve(root, file);
}

/** Returns whether a link opens the editor of these pages. */
export function isEditorHref(href: string): boolean {
  const scheme = getScheme(href);
  return scheme !== undefined && schemes.has(scheme) && !/\p{C}/u.test(href);
}

const schemes = new Set<string>();

function getPath(file: string): string | undefined {
  if (file === '' || file.includes('\0')) return undefined;
  const path = file.startsWith('file://') ? tryRead(() => fileURLToPath(file), undefined) : file;
  if (path === undefined || /^[a-z][a-z0-9+.-]+:/i.test(path)) return undefined;
  const plain = path.replaceAll('\\', '/');
  return /^(?:\/|[a-z]:\/)/i.test(plain) ? plain : undefined;
}

function withoutSlash(folder: string): string {
  return folder.replaceAll('\\', '/').replace(/\/+$/, '');
}

function encodePath(path: string): string {
  return path.split('/').map(encodeSegment).join('/');
}

// A drive keeps its colon.
function encodeSegment(segment: string): string {
  return /^[a-z]:$/i.test(segment) ? segment : encodeURIComponent(segment.toWellFormed());
}
