import { choice, withDefaults } from 'oriel-core/configuration';
import type { Settings } from 'oriel-core/configuration';
import { ForbiddenError } from 'oriel-core/http';
import { FormToken } from './form-token.ts';
import { message } from 'oriel-core/messages';
import type { Message } from 'oriel-core/messages';
import type { TracedContext } from 'oriel-core/trace';
import type { HttpContext } from 'oriel-core/http';
import { hash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Settings of the protection against cross-site request forgery. */
export interface CsrfConfig {
  /**
   * Which unsafe requests with a session need a token in addition to a valid origin: `'always'` every one, `'unknown-origin'`
   * those without an `Origin` or `Sec-Fetch-Site` header, which browsers always send.
   * @default 'always'
   */
  readonly token?: 'always' | 'unknown-origin';
}

export const CSRF_SETTINGS = {
  token: choice(['always', 'unknown-origin'], { default: 'always' }),
} satisfies Settings<CsrfConfig>;

/** What a request is checked for: its origin only, or its origin and a token. */
export type CsrfCheck = 'origin' | 'token';

/**
 * Rejects unsafe requests that another site may have made a browser send. Browsers add cookies to such requests, but
 * another site can neither forge the origin nor know the token.
 */
export class CsrfGuard {
  readonly #origins: readonly string[];
  readonly #always: boolean;

  /** @param origins of other hosts whose pages may send unsafe requests */
  constructor(config: CsrfConfig = {}, origins: readonly string[] = []) {
    const { token } = withDefaults(CSRF_SETTINGS, config);
    this.#origins = origins;
    this.#always = token === 'always';
  }

  /** Returns whether the request can change state. Safe methods are never rejected (RFC 9110 §9.2.1). */
  concerns({ method, incoming }: Pick<TracedContext, 'method' | 'incoming'>): boolean {
    return !SAFE.has(method) || !SAFE.has(incoming.method);
  }

  /**
   * Checks a request.
   *
   * @param id of the session that the token must belong to
   * @throws {ForbiddenError} 403, with the reason
   */
  async check(context: TracedContext, required: CsrfCheck, id?: string): Promise<void> {
    const { from, because, reason } = getProvenance(context, this.#origins);
    if (reason !== undefined) throw refused(context, 'foreign-origin', message('csrf.cross-site', { why: reason }));
    if (id === undefined || required === 'origin' || (from === 'own' && !this.#always)) {
      return record(context, 'passed', because);
    }
    const token = await tokenIn(context);
    if (token === undefined) {
      throw refused(context, 'no-token', message('csrf.token-missing', { header: HEADER, field: FIELD }));
    }
    if (!isCsrfToken(token, id)) throw refused(context, 'wrong-token', message('csrf.wrong-token'));
    record(context, 'passed', `${because}, and its token belongs to the session`);
  }
}

const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'QUERY']);
const HEADER = 'X-CSRF-Token';
const FIELD = '_csrf';

async function tokenIn({ headers, body }: TracedContext): Promise<string | undefined> {
  const header = headers.get('x-csrf-token');
  const contentType = headers.get('content-type') ?? '';
  if (header !== undefined) return header;
  if (FORM.test(contentType)) return new URLSearchParams(await body.text()).get(FIELD) ?? undefined;
  if (!PARTS.test(contentType)) return undefined;
  // Reads no more of the body than needed, because a cross-site request must not be able to fill the memory.
  const form = new FormToken(contentType, FIELD);
  await (body.until?.((piece) => form.take(piece)) ?? body.bytes().then((bytes) => form.take(bytes)));
  return form.token;
}

const FORM = /^application\/x-www-form-urlencoded\s*(?:;|$)/i;
const PARTS = /^multipart\/form-data\s*;/i;

function refused(context: TracedContext, reason: string, detail: Message): ForbiddenError {
  record(context, 'refused', String(detail));
  return new ForbiddenError(detail, {
    type: '/problems/csrf',
    title: message('title.request-may-be-forged'),
    code: 'ORIEL_CSRF',
    extensions: { reason },
  });
}

function record({ trace }: TracedContext, outcome: string, because: string): void {
  if (trace.recording) trace.decide('csrf', outcome, because);
}

/** The origin of a request according to its headers. `unknown`: not sent by a browser, or sent by a very old one. */
interface Provenance {
  readonly from: 'own' | 'foreign' | 'unknown';
  readonly because: string;
  /** The reason why the request counts as cross-site. */
  readonly reason?: Message;
}

/**
 * Determines whether a page of this host or of a trusted origin caused the request. Browsers state it in headers that
 * scripts cannot set. Values are compared exactly because browsers send them in one case only.
 */
function getProvenance(
  { headers, origin: hostOrigin }: Pick<HttpContext, 'headers' | 'origin'>,
  trusted: readonly string[],
): Provenance {
  const origin = headers.get('origin');
  const site = headers.get('sec-fetch-site');
  // The origin of sandboxed frames, files and cross-site redirects, so it identifies no page.
  if (origin === 'null') return foreign(message('csrf.null-origin'));
  if (origin !== undefined && trusted.includes(origin)) return { from: 'own', because: `"${origin}" is trusted` };
  if (site === 'same-origin' || (site === 'none' && (origin === undefined || origin === hostOrigin)))
    return { from: 'own', because: `Sec-Fetch-Site is ${site}` };
  if (site !== undefined) return foreign(message('csrf.fetch-site', { site: shown(site) }));
  if (origin === undefined) return { from: 'unknown', because: 'neither Origin nor Sec-Fetch-Site was sent' };
  if (origin === hostOrigin) return { from: 'own', because: 'its Origin is that of this host' };
  return foreign(message('csrf.wrong-origin', { origin: shown(origin), own: hostOrigin }));
}

function foreign(reason: Message): Provenance {
  return { from: 'foreign', because: String(reason), reason };
}

function shown(text: string): string {
  return JSON.stringify(text.slice(0, 100));
}

/**
 * Creates a token that only the recipient of a response of this host can know. The token is derived from the session
 * id: it is valid for that session only and is not stored. Each call returns a different text, so that the token cannot
 * be guessed from the size of compressed responses (BREACH).
 */
export function createCsrfToken(id: string): string {
  const pad = randomBytes(BYTES);
  return Buffer.concat([pad, mix(pad, getSecret(id))]).toString('base64url');
}

function isCsrfToken(token: string, id: string): boolean {
  if (!SHAPE.test(token)) return false;
  const bytes = Buffer.from(token, 'base64url');
  return timingSafeEqual(mix(bytes.subarray(0, BYTES), bytes.subarray(BYTES)), getSecret(id));
}

const BYTES = 32;
const SHAPE = /^[\w-]{86}$/;

// The storage key is a different digest of the id, so the token cannot be derived from it.
function getSecret(id: string): Buffer {
  return hash('sha256', `csrf:${id}`, 'buffer');
}

function mix(pad: Buffer, bytes: Buffer): Buffer {
  const mixed = Buffer.alloc(BYTES);
  for (let i = 0; i < BYTES; i++) mixed[i] = pad[i]! ^ bytes[i]!;
  return mixed;
}
