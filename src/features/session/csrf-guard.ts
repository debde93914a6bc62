import { ForbiddenError } from '../../core/http/errors.ts';
import { isCsrfToken } from './csrf-token.ts';
import { FormToken } from './form-token.ts';
import { provenanceOf } from './cross-site.ts';
import type { SessionContext } from './sessions.ts';

/** Against requests that another site makes a browser send. */
export interface CsrfConfig {
  /** Further origins whose pages may change things here, such as `https://app.example.com`. */
  readonly origins?: readonly string[];
  /**
   * Who needs a token beside the right origin. `always` (default): every unsafe request that a session vouches for.
   * `untold`: those that do not say where they come from, which browsers always do.
   */
  readonly token?: 'always' | 'untold';
}

/** How much is asked for: where a request comes from, or a token as well. */
export type Proof = 'origin' | 'token';

/**
 * Refuses unsafe requests that a browser may have been made to send: it adds cookies by itself, whoever asks it to. What
 * another site cannot do is to say that it is this one, or to know a token.
 */
export class CsrfGuard {
  readonly #origins: readonly string[];
  readonly #always: boolean;

  constructor({ origins = [], token = 'always' }: CsrfConfig = {}) {
    this.#origins = origins;
    this.#always = token === 'always';
  }

  /** Can it change anything? Other methods are never refused (RFC 9110 §9.2.1). */
  concerns({ method, incoming }: Pick<SessionContext, 'method' | 'incoming'>): boolean {
    // What was sent as POST stays one, whatever a header makes of it.
    return !SAFE.has(method) || !SAFE.has(incoming.method);
  }

  /**
   * Lets a request pass, or refuses it. @param id of the session that the token has to belong to
   * @throws {ForbiddenError} 403, with the reason
   */
  async check(context: SessionContext, proof: Proof, id?: string): Promise<void> {
    const { from, because, flaw } = provenanceOf(context, this.#origins);
    if (flaw !== undefined) throw refused(context, 'foreign-origin', `The request comes from another site: ${flaw}`);
    if (id === undefined || proof === 'origin' || (from === 'own' && !this.#always)) {
      return told(context, 'passed', because);
    }
    const token = await tokenIn(context);
    if (token === undefined) {
      const where = `Send a token of this session as ${HEADER}, or as ${FIELD} in a form, before its files`;
      throw refused(context, 'no-token', `${where}; session.csrfToken() gives one`);
    }
    if (!isCsrfToken(token, id)) throw refused(context, 'wrong-token', 'The token does not belong to this session');
    told(context, 'passed', `${because}, and its token belongs to the session`);
  }
}

const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'QUERY']);
const HEADER = 'X-CSRF-Token';
const FIELD = '_csrf';

async function tokenIn({ headers, body }: SessionContext): Promise<string | undefined> {
  const header = headers.get('x-csrf-token');
  const contentType = headers.get('content-type') ?? '';
  if (header !== undefined) return header;
  if (FORM.test(contentType)) return new URLSearchParams(await body.text()).get(FIELD) ?? undefined;
  if (!PARTS.test(contentType)) return undefined;
  // No more is read than it takes to know: what another site makes a browser send must not fill any memory.
  const form = new FormToken(contentType, FIELD);
  await (body.until?.((piece) => form.take(piece)) ?? body.bytes().then((bytes) => form.take(bytes)));
  return form.token;
}

const FORM = /^application\/x-www-form-urlencoded\s*(?:;|$)/i;
const PARTS = /^multipart\/form-data\s*;/i;

function refused(context: SessionContext, reason: string, message: string): ForbiddenError {
  told(context, 'refused', message);
  return new ForbiddenError(message, {
    type: '/problems/csrf',
    title: 'Request may be forged',
    code: 'ORIEL_CSRF',
    extensions: { reason },
  });
}

function told({ trace }: SessionContext, outcome: string, because: string): void {
  if (trace.recording) trace.decide('csrf', outcome, because);
}
