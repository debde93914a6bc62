import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { ForbiddenError, NotFoundError, foreignPageReason, remoteReason } from '../http/index.ts';
import type { HttpContext, HttpError } from '../http/index.ts';

export interface ProfilerAccessOptions {
  /** Opens the profiler from anywhere: `Authorization: Bearer <key>`, or `?key=` once. */
  readonly key?: string | undefined;
  /** Is the key needed from this machine, too, and are strangers told nothing? So it must be in production. */
  readonly keyOnly?: boolean | undefined;
}

/** How somebody came in. */
export interface Admission {
  /** Goes into the links of the page as `?key=`; undefined when whoever asks needs none. */
  readonly pass: string | undefined;
  /** Did the key come in a header, which no foreign page can make a browser send? */
  readonly byHeader: boolean;
  /** Was what came in the address better not left there? */
  readonly exchange: boolean;
}

/**
 * Who may look. Without the key only this machine: the connection itself comes from a loopback address, the request is
 * sent to a loopback name (or a foreign page could rebind its own), and no proxy has touched it, because behind one on
 * the same machine every connection comes from there. With the key everybody; the profiler sets no cookies, so links
 * carry a pass that is made from the key, ends after some hours and opens nothing else.
 */
export class ProfilerAccess {
  readonly #key: string | undefined;
  readonly #keyOnly: boolean;
  readonly #secret: Buffer;
  readonly #invitations = new Map<string, number>();

  constructor({ key, keyOnly = false }: ProfilerAccessOptions = {}) {
    this.#key = key === '' ? undefined : key;
    this.#keyOnly = keyOnly;
    // Made from the key, it is the same in every process that has the key.
    this.#secret =
      this.#key === undefined ? randomBytes(32) : createHmac('sha256', this.#key).update('oriel profiler').digest();
  }

  /** A code that opens the profiler once within a quarter of an hour, as `/_profiler/?key=<code>`; for a link that is printed. */
  invite(): string {
    const code = randomBytes(16).toString('base64url');
    if (this.#invitations.size >= MOST_INVITATIONS) this.#invitations.clear();
    this.#invitations.set(code, Date.now() + INVITATION_MINUTES * 60_000);
    return code;
  }

  /**
   * Lets a request in.
   * @throws {ForbiddenError} saying why not; {@link NotFoundError} and nothing more where only the key counts
   */
  admit(context: HttpContext): Admission {
    const foreign = foreignPageReason(context);
    if (foreign !== undefined) throw this.#refusal(context, foreign);
    const bearer = /^Bearer +(\S+) *$/i.exec(context.headers.get('authorization') ?? '')?.[1];
    if (bearer !== undefined && this.#isKey(bearer)) return { pass: undefined, byHeader: true, exchange: false };
    const given = new URLSearchParams(context.query).get('key');
    if (given !== null && this.#isPass(given)) return { pass: given, byHeader: false, exchange: false };
    if (given !== null && (this.#isKey(given) || this.#isInvited(context.method, given)))
      return { pass: this.#makePass(), byHeader: false, exchange: true };
    const objection = this.#keyOnly ? 'the key is missing' : remoteReason(context);
    if (objection === undefined) return FROM_HERE;
    throw this.#refusal(
      context,
      given === null ? objection : `${objection}, and the key in the address is not valid (any more)`,
    );
  }

  /** Proves that a form was drawn by these pages. */
  get formToken(): string {
    return createHmac('sha256', this.#secret).update('form').digest('base64url');
  }

  /** Is it the {@link formToken}? */
  isFormToken(text: string): boolean {
    return isSame(text, this.formToken);
  }

  #refusal({ method, origin, path }: HttpContext, objection: string): HttpError {
    if (this.#keyOnly) return new NotFoundError(`No route found for "${method} ${origin}${path}"`);
    return new ForbiddenError(`The profiler stays closed: ${objection}. ${REMEDY}`, {
      type: '/problems/profiler-closed',
    });
  }

  #isKey(text: string): boolean {
    return this.#key !== undefined && isSame(text, this.#key);
  }

  // Only a page that is opened uses it up; whoever merely asks for its head, such as a preview, does not.
  #isInvited(method: string, code: string): boolean {
    const until = method === 'GET' ? this.#invitations.get(code) : undefined;
    return until !== undefined && this.#invitations.delete(code) && until > Date.now();
  }

  #makePass(): string {
    const until = (Math.floor(Date.now() / 1000) + PASS_SECONDS).toString(36);
    return `${until}.${this.#sign(until)}`;
  }

  #isPass(text: string): boolean {
    const [, until, signature] = /^([0-9a-z]{1,9})\.([\w-]{22})$/.exec(text) ?? [];
    if (until === undefined || signature === undefined || !isSame(signature, this.#sign(until))) return false;
    return Number.parseInt(until, 36) * 1000 > Date.now();
  }

  #sign(until: string): string {
    return createHmac('sha256', this.#secret).update(`pass ${until}`).digest('base64url').slice(0, 22);
  }
}

/** For how long a link that was printed opens the profiler. */
export const INVITATION_MINUTES = 15;

const PASS_SECONDS = 12 * 3600;
const MOST_INVITATIONS = 100;
const FROM_HERE: Admission = { pass: undefined, byHeader: false, exchange: false };
const REMEDY = 'Open it from the machine itself without a proxy, or configure a key for it';
function isSame(one: string, other: string): boolean {
  const digest = (text: string): Buffer => createHmac('sha256', COMPARING).update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}

const COMPARING = randomBytes(16);
