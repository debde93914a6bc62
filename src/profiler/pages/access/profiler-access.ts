import { createHmac, randomBytes } from 'node:crypto';
import { ForbiddenError, NotFoundError, TooManyRequestsError } from '../../../core/http/errors.ts';
import { foreignPageReason, remoteReason } from '../../../core/http/local-request.ts';
import type { HttpContext } from '../../../core/http/context.ts';
import type { HttpError } from '../../../core/http/errors.ts';
import { KeyAttempts } from '../../access/key-attempts.ts';
import { LEAST_KEY_BYTES, digestOf, isLongEnoughKey, isSameText } from '../../access/profiler-key.ts';

export interface ProfilerAccessOptions {
  /** Opens the profiler from anywhere: `Authorization: Bearer <key>`, or `?key=` once. */
  readonly key?: string | undefined;
  /** Is the key needed from this machine, too, and are strangers told nothing? So it must be in production. */
  readonly keyOnly?: boolean | undefined;
  /** Groups addresses whose wrong keys count together, such as an IPv6 /64. Each address by itself when left out. */
  readonly addressKey?: ((address: string) => string) | undefined;
  /** Signs passes where there is no key, the same in all workers. Default random. */
  readonly secret?: Buffer | undefined;
}

/** How somebody came in. */
export interface Admission {
  /** Goes into the links of the page as `?key=`; undefined when whoever asks needs none. */
  readonly pass: string | undefined;
  /** Did the key come in a header, which no foreign page can make a browser send? */
  readonly hasKeyInHeader: boolean;
  /** Was what came in the address better not left there? */
  readonly shouldRedirect: boolean;
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
  readonly #addressKey: (address: string) => string;
  /** Wrong keys sent to the profiler, and to the application: its own users must not lock a developer out. */
  readonly #attempts = new KeyAttempts();
  readonly #guesses = new KeyAttempts();
  readonly #invitations = new Map<string, number>();

  /** @throws {RangeError} when the key has less than 32 bytes */
  constructor({
    key,
    keyOnly = false,
    addressKey = (address) => address,
    secret = randomBytes(32),
  }: ProfilerAccessOptions = {}) {
    this.#key = key === '' ? undefined : key;
    if (this.#key !== undefined && !isLongEnoughKey(this.#key))
      throw new RangeError(`The key of the profiler has less than ${LEAST_KEY_BYTES} bytes; use a longer random text`);
    this.#addressKey = addressKey;
    this.#keyOnly = keyOnly;
    // Made from the key, it is the same in every process that has the key.
    this.#secret = this.#key === undefined ? secret : createHmac('sha256', this.#key).update('oriel profiler').digest();
  }

  /** A code that opens the profiler once within a quarter of an hour, as `/_profiler/?key=<code>`; for a link that is printed. */
  createOneTimeCode(): string {
    const code = randomBytes(16).toString('base64url');
    if (this.#invitations.size >= MOST_INVITATIONS) this.#invitations.clear();
    this.#invitations.set(digestOf(code).toString('base64url'), Date.now() + ONE_TIME_CODE_MINUTES * 60_000);
    return code;
  }

  /**
   * Lets a request in.
   * @throws {ForbiddenError} saying why not, and {@link TooManyRequestsError} after too many wrong keys of one address;
   * {@link NotFoundError} and nothing more where only the key counts
   */
  authorize(context: HttpContext): Admission {
    const foreign = foreignPageReason(context);
    if (foreign !== undefined) throw this.#refusal(context, foreign);
    const bearer = bearerOf(context);
    const given = new URLSearchParams(context.query).get('key');
    const address = this.#addressOf(context);
    const wait = this.#attempts.secondsToWait(address);
    if (wait === 0 && bearer !== undefined) {
      if (this.#isKey(bearer)) return { pass: undefined, hasKeyInHeader: true, shouldRedirect: false };
      this.#attempts.fail(address);
    }
    const pass = given === null ? 'none' : this.#checkPass(given);
    if (pass === 'valid') return { pass: given!, hasKeyInHeader: false, shouldRedirect: false };
    if (wait === 0 && pass === 'forged') {
      if (this.#isKey(given!) || this.#isInvited(context.method, given!))
        return { pass: this.#makePass(), hasKeyInHeader: false, shouldRedirect: true };
      this.#attempts.fail(address);
    }
    const objection = this.#keyOnly ? 'the key is missing' : remoteReason(context);
    if (objection === undefined) return FROM_HERE;
    if (wait > 0 && (bearer !== undefined || given !== null) && !this.#keyOnly) throw tooManyAttempts(wait);
    throw this.#refusal(
      context,
      given === null ? objection : `${objection}, and the key in the address is not valid (any more)`,
    );
  }

  /**
   * Does a request to the application carry the key as its bearer token? Tokens of the application itself come the same
   * way, so only one that is as long as the key is compared and counted as a guess.
   */
  hasKey(context: HttpContext): boolean {
    const bearer = this.#key === undefined ? undefined : bearerOf(context);
    if (bearer === undefined || bearer.length !== this.#key!.length) return false;
    const address = this.#addressOf(context);
    if (this.#guesses.secondsToWait(address) > 0) return false;
    if (this.#isKey(bearer)) return true;
    this.#guesses.fail(address);
    return false;
  }

  /** Proves that a form was drawn by these pages. */
  get formToken(): string {
    return createHmac('sha256', this.#secret).update('form').digest('base64url');
  }

  /** Is it the {@link formToken}? */
  isFormToken(text: string): boolean {
    return isSameText(text, this.formToken);
  }

  #refusal({ method, origin, path }: HttpContext, objection: string): HttpError {
    if (this.#keyOnly) return new NotFoundError(`No route found for "${method} ${origin}${path}"`);
    return new ForbiddenError(`The profiler stays closed: ${objection}. ${REMEDY}`, {
      type: '/problems/profiler-closed',
    });
  }

  #addressOf({ ip }: HttpContext): string {
    return this.#addressKey(ip);
  }

  #isKey(text: string): boolean {
    return this.#key !== undefined && isSameText(text, this.#key);
  }

  // Only a page that is opened uses it up; whoever merely asks for its head, such as a preview, does not.
  #isInvited(method: string, code: string): boolean {
    if (method !== 'GET') return false;
    const name = digestOf(code).toString('base64url');
    const until = this.#invitations.get(name);
    return until !== undefined && this.#invitations.delete(name) && until > Date.now();
  }

  #makePass(): string {
    const until = (Math.floor(Date.now() / 1000) + PASS_SECONDS).toString(36);
    return `${until}.${this.#sign(until)}`;
  }

  // An expired pass is no guess: a page that is left open and reloads itself must not lock its user out.
  #checkPass(text: string): 'valid' | 'expired' | 'forged' {
    const [, until, signature] = /^([0-9a-z]{1,9})\.([\w-]{22})$/.exec(text) ?? [];
    if (until === undefined || signature === undefined || !isSameText(signature, this.#sign(until))) return 'forged';
    return Number.parseInt(until, 36) * 1000 > Date.now() ? 'valid' : 'expired';
  }

  #sign(until: string): string {
    return createHmac('sha256', this.#secret).update(`pass ${until}`).digest('base64url').slice(0, 22);
  }
}

/** For how long a link that was printed opens the profiler. */
export const ONE_TIME_CODE_MINUTES = 15;

const PASS_SECONDS = 12 * 3600;
const MOST_INVITATIONS = 100;
const FROM_HERE: Admission = { pass: undefined, hasKeyInHeader: false, shouldRedirect: false };
const REMEDY = 'Open it from the machine itself without a proxy, or configure a key for it';
function bearerOf({ headers }: HttpContext): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(headers.get('authorization') ?? '')?.[1];
}

function tooManyAttempts(seconds: number): TooManyRequestsError {
  return new TooManyRequestsError(
    `The profiler stays closed: too many wrong keys came from this address. Try again in ${seconds} seconds`,
    { type: '/problems/profiler-closed', headers: { 'Retry-After': String(seconds) } },
  );
}
