import { getContentType } from '../../server/content-types.ts';
import { file, fileNotFound, isMissing, resolveWithin } from '../../server/file.ts';
import { NotFoundError, parseAccept, HttpResponse, chooseCoding } from 'oriel-core/http';
import type { Coding } from 'oriel-core/http';
import type { RequestContext } from '../../kernel/events.ts';
import { parseFilePath } from './file-path.ts';
import type { ResolvedFiles } from './files-config.ts';

/**
 * Creates the handler of the files of one folder. It throws a `NotFoundError` if there is no such file.
 *
 * @param withoutFallback paths below which a missing file is always a 404
 */
export function serveFiles(
  config: ResolvedFiles,
  root: string,
  withoutFallback: readonly string[],
): (context: RequestContext) => Promise<HttpResponse> {
  const { dotfiles, fallback, headers, immutable, maxAge, types } = config;
  const mount = config.path.split('/').filter((name) => name !== '');
  const codings = config.precompressed === true ? CODINGS : config.precompressed || [];

  async function fallBack(context: RequestContext): Promise<HttpResponse> {
    if (fallback === undefined) throw refuse(context, 'the folder has no such file');
    const isApi = withoutFallback.some((text) => context.path === text || context.path.startsWith(`${text}/`));
    if (isApi) throw refuse(context, 'the folder has no such file, and the fallback is not sent below this path');
    if (!acceptsPages(context)) throw refuse(context, 'the folder has no such file, and Accept has no text/html');
    const found = await find(context, fallback, 'it is the fallback, because the folder has no such file');
    if (found === undefined) throw refuse(context, `the fallback ${fallback} does not exist`);
    found.headers.addToken('Vary', 'Accept');
    return found;
  }

  async function find(context: RequestContext, name: string, because: string): Promise<HttpResponse | undefined> {
    const plainFile = await open(name, name);
    if (plainFile === undefined) return undefined;
    const { trace } = context;
    const [cacheControl, cacheReason] = getCacheControl(name);
    let [sent, sentName, reason] = [plainFile, name, ''];
    for (let candidates = codings; candidates.length > 0;) {
      const coding = chooseCoding(context.headers.get('accept-encoding'), candidates);
      if (coding === undefined) break;
      const encoded = await open(name + EXTENSIONS[coding], name);
      if (encoded !== undefined) {
        setCoding(encoded, coding);
        [sent, sentName, reason] = [encoded, name + EXTENSIONS[coding], `; the client accepts ${coding}`];
        break;
      }
      candidates = candidates.filter((candidate) => candidate !== coding);
    }
    if (codings.length > 0) sent.headers.addToken('Vary', 'Accept-Encoding');
    if (!sent.headers.has('Cache-Control')) sent.headers.put('Cache-Control', cacheControl);
    if (trace.recording) trace.decide('static file', sentName, `${because}${reason}; ${cacheReason}`);
    return sent;
  }

  // The type is that of the requested name, and not that of the target of a link or of a compressed file.
  async function open(name: string, typedName: string): Promise<HttpResponse | undefined> {
    try {
      return await file(name, { root, contentType: getContentType(typedName, types), headers });
    } catch (error) {
      if (error instanceof NotFoundError) return undefined;
      throw error;
    }
  }

  async function hasFile(name: string): Promise<boolean> {
    const { stat } = await import('node:fs/promises');
    try {
      return (await stat(await resolveWithin(root, name))).isFile();
    } catch (error) {
      if (error instanceof NotFoundError || isMissing(error)) return false;
      throw error;
    }
  }

  function getCacheControl(path: string): readonly [value: string, because: string] {
    const name = path.slice(path.lastIndexOf('/') + 1);
    if (immutable === true ? hasHash(name) : immutable !== false && name.search(immutable) >= 0) {
      const because =
        immutable === true ? 'immutable, because the name has a hash' : 'immutable, because the name matches';
      return ['public, max-age=31536000, immutable', because];
    }
    const seconds = PAGE.test(name) ? 0 : maxAge / 1_000;
    if (seconds === 0) return ['no-cache', 'clients revalidate it each time'];
    return [`public, max-age=${seconds}`, `clients revalidate it after ${seconds} s`];
  }

  return async (context) => {
    const path = parseFilePath(context.path, mount, { dotfiles, platform: process.platform });
    if ('refused' in path) throw refuse(context, path.refused);
    const name = path.segments.join('/');
    const found = path.isFolder
      ? await find(context, name === '' ? INDEX : `${name}/${INDEX}`, 'it is the index of the folder')
      : await find(context, name, 'the path names it');
    if (found !== undefined) return found;
    if (!path.isFolder && (await hasFile(`${name}/${INDEX}`))) return redirectToFolder(context);
    return fallBack(context);
  };
}

const CODINGS: readonly Coding[] = ['br', 'zstd', 'gzip'];
const EXTENSIONS: Readonly<Record<Coding, string>> = { br: '.br', zstd: '.zst', gzip: '.gz' };
const PAGE = /\.html?$/i;

function refuse({ trace }: RequestContext, because: string): NotFoundError {
  if (trace.recording) trace.decide('static file', '404', because);
  return fileNotFound();
}

// Two encodings are two representations, so their tags differ (RFC 9110 §8.8.3).
function setCoding({ headers }: HttpResponse, coding: Coding): void {
  headers.put('Content-Encoding', coding);
  headers.put('ETag', headers.get('etag')!.replace(/"$/, `-${coding}"`));
}

// Browsers list text/html when the user opens a page, but not for scripts, images and `fetch()`.
function acceptsPages({ headers }: RequestContext): boolean {
  const accept = headers.get('accept');
  if (accept === undefined) return false;
  return parseAccept(accept).some(({ type, subtype, q }) => type === 'text' && subtype === 'html' && q > 0);
}

// Relative, so that a path such as "//example.com" cannot redirect to another host.
const INDEX = 'index.html';

function redirectToFolder({ path, query, trace }: RequestContext): HttpResponse {
  if (trace.recording) trace.decide('static file', '301', `the path is a folder with ${INDEX}`);
  const last = path.slice(path.lastIndexOf('/') + 1);
  const location = `./${last}/${query === '' ? '' : `?${query}`}`;
  return new HttpResponse(301, ['Location', location, 'Cache-Control', 'no-cache']);
}

/**
 * Returns whether the name of a file contains a hash, as bundlers write it: `app-BhAl3f_2.js`, `main.3f2a91bc.css`. The hash is the
 * last part before the extension, has at least 8 characters, and contains letters and digits, or is hexadecimal. Words such as
 * `component` and dates such as `20260131` are no hashes. A hash that is not recognized only costs a revalidation.
 */
export function hasHash(name: string): boolean {
  // `app-BhAl3f_2.js.map`
  const hash = HASH.exec(name)?.[1];
  if (hash === undefined) return false;
  const hasLetter = /[a-z]/i.test(hash);
  const digits = hash.replaceAll(/\D/g, '').length;
  if (!hasLetter || digits === 0) return false;
  // A word with a number at its end, such as `chapter12` or `version2026`.
  return !/^[A-Z]?[a-z]+\d+$/.test(hash) || HEXADECIMAL.test(hash);
}

const HASH = /[.-]([\w-]{8,64})(?:\.[a-z\d]{1,12}){1,2}$/i;
const HEXADECIMAL = /^[\da-f]+$/;
