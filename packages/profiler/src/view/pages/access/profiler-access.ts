import { createHmac, randomBytes } from 'node:crypto';
import { ForbiddenError, NotFoundError, TooManyRequestsError, foreignPageReason, remoteReason } from 'oriel-core/http';
import type { HttpContext, HttpError } from 'oriel-core/http';
import { MIN_KEY_BYTES, isLongEnoughKey } from '../../../record/demand/profiler-key.ts';
import { KeyAttempts, computeDigest, isSameText } from './key-attempts.ts';
import { Date, URLSearchParams } from 'oriel-core/builtins';

export interface ProfilerAccessOptions {
  /** Grants access from any machine, as `Authorization: Bearer <key>` or once as `?key=`. At least 32 bytes. */
  readonly key?: string | undefined;
  /** Requires the key on this machine too, and hides the profiler (404) from clients without it, as in production. Default: false. */
  readonly keyOnly?: boolean | undefined;
  /** Maps an address to the group whose wrong keys are counted together, such as an IPv6 /64. Default: the address itself. */
  readonly addressKey?: ((address: string) => string) | undefined;
  /** Signs passes if there is no key; must be the same in all workers. Default: random. */
  readonly secret?: Buffer | undefined;
}

export interface Admission {
  /** The value of `?key=` for links of the page; undefined if the client needs none. */
  readonly pass: string | undefined;
  /** Whether the key was in a header, which other sites cannot make a browser send. */
  readonly hasKeyInHeader: boolean;
  /** Whether the URL contains a key or one-time code that a redirect should replace by a pass. */
  readonly shouldRedirect: boolean;
}

/**
 * Authorizes requests to the profiler. Without the key, access is limited to this machine: the connection must come from a
 * loopback address, the `Host` must be a loopback name (against DNS rebinding), and there must be no trace of a proxy,
 * because all connections of a local proxy come from a loopback address. With the key, every client has access. The
 * profiler sets no cookies: links contain a pass, which is derived from the key, expires and grants nothing else.
 */
export class ProfilerAccess {
  readonly #key: string | undefined;
  readonly #keyOnly: boolean;
  readonly #secret: Buffer;
  readonly #addressKey: (address: string) => string;
  readonly #attempts = new KeyAttempts();
  readonly #oneTimeCodes = new Map<string, number>();

  /** @throws {RangeError} if the key has less than 32 bytes */
  constructor({
    key,
    keyOnly = false,
    addressKey = (address) => address,
    secret = randomBytes(32),
  }: ProfilerAccessOptions = {}) {
    this.#key = key === '' ? undefined : key;
    if (this.#key !== undefined && !isLongEnoughKey(this.#key))
      throw new RangeError(`The profiler key has less than ${MIN_KEY_BYTES} bytes; use a longer random text`);
    this.#addressKey = addressKey;
    this.#keyOnly = keyOnly;
    // Derived from the key, so that it is the same in all processes.
    this.#secret = this.#key === undefined ? secret : createHmac('sha256', this.#key).update('oriel').digest();
  }

  /** Creates a code that grants access once within {@link ONE_TIME_CODE_MINUTES}, as `/_profiler/?key=<code>`. */
  createOneTimeCode(): string {
    const code = randomBytes(16).toString('base64url');
    if (this.#oneTimeCodes.size >= MAX_ONE_TIME_CODES) this.#oneTimeCodes.clear();
    this.#oneTimeCodes.set(computeDigest(code).toString('base64url'), Date.now() + ONE_TIME_CODE_MINUTES * 60_000);
    return code;
  }

  /**
   * Authorizes a request.
   * @throws {ForbiddenError} with the reason; {@link TooManyRequestsError} after too many wrong keys from one address; only
   * {@link NotFoundError} if the key is required
   */
  authorize(context: HttpContext): Admission {
    const crossSiteReason = foreignPageReason(context);
    if (crossSiteReason !== undefined) throw this.#refusal(context, crossSiteReason);
    const bearer = readBearerToken(context);
    const keyParameter = new URLSearchParams(context.query).get('key');
    const address = this.#addressKey(context.ip);
    const waitSeconds = this.#attempts.secondsToWait(address);
    // The correct key always grants access: behind a proxy, all clients have one address, and one of them would lock out the others.
    if (bearer !== undefined) {
      if (this.#matchesKey(bearer)) return { pass: undefined, hasKeyInHeader: true, shouldRedirect: false };
      if (waitSeconds === 0) this.#attempts.fail(address);
    }
    const pass = keyParameter === null ? 'none' : this.#checkPass(keyParameter);
    if (pass === 'valid') return { pass: keyParameter!, hasKeyInHeader: false, shouldRedirect: false };
    if (pass === 'forged') {
      if (this.#matchesKey(keyParameter!) || this.#redeemOneTimeCode(context.method, keyParameter!))
        return { pass: this.#makePass(), hasKeyInHeader: false, shouldRedirect: true };
      if (waitSeconds === 0) this.#attempts.fail(address);
    }
    const refusalReason = this.#keyOnly ? 'the key is missing' : remoteReason(context);
    if (refusalReason === undefined) return LOCAL_ADMISSION;
    if (waitSeconds > 0 && (bearer !== undefined || keyParameter !== null) && !this.#keyOnly)
      throw tooManyAttempts(waitSeconds);
    throw this.#refusal(
      context,
      keyParameter === null ? refusalReason : `${refusalReason}, and the key in the URL is invalid or has expired`,
    );
  }

  /** Whether a key is configured, so that clients can sign in. It is not revealed where the profiler is hidden. */
  get acceptsKey(): boolean {
    return this.#key !== undefined && !this.#keyOnly;
  }

  /**
   * Returns a pass for the key that a person entered.
   * @throws {ForbiddenError} if the key is wrong; {@link TooManyRequestsError} after too many wrong keys from one address; only
   * {@link NotFoundError} if the key is required
   */
  signIn(context: HttpContext, key: string): string {
    const crossSiteReason = foreignPageReason(context);
    if (crossSiteReason !== undefined) throw this.#refusal(context, crossSiteReason);
    const address = this.#addressKey(context.ip);
    const waitSeconds = this.#attempts.secondsToWait(address);
    if (waitSeconds === 0 && this.#matchesKey(key)) return this.#makePass();
    if (waitSeconds === 0) this.#attempts.fail(address);
    else if (!this.#keyOnly) throw tooManyAttempts(waitSeconds);
    throw this.#refusal(context, 'the key is wrong');
  }

  /**
   * Returns whether a request to the application has the key as its bearer token. Others are not counted as attempts, because the
   * application has bearer tokens of its own.
   */
  hasKey(context: Pick<HttpContext, 'headers'>): boolean {
    const bearer = readBearerToken(context);
    return bearer !== undefined && this.#matchesKey(bearer);
  }

  /** Returns whether a request has the key or a valid pass, without counting an attempt. */
  isAdmitted(context: Pick<HttpContext, 'headers' | 'query'>): boolean {
    if (this.hasKey(context)) return true;
    const text = new URLSearchParams(context.query).get('key');
    return text !== null && (this.#checkPass(text) === 'valid' || this.#matchesKey(text));
  }

  /** The token of the profiler's forms (CSRF protection). */
  get formToken(): string {
    return createHmac('sha256', this.#secret).update('form').digest('base64url');
  }

  isFormToken(text: string): boolean {
    return isSameText(text, this.formToken);
  }

  #refusal({ method, origin, path }: HttpContext, reason: string): HttpError {
    if (this.#keyOnly) return new NotFoundError(`No route found for "${method} ${origin}${path}"`);
    return new ForbiddenError(`Access to the profiler denied: ${reason}. ${REMEDY}`, {
      type: '/problems/profiler-closed',
    });
  }

  #matchesKey(text: string): boolean {
    return this.#key !== undefined && isSameText(text, this.#key);
  }

  // A HEAD request, such as that of a link preview, does not consume the code.
  #redeemOneTimeCode(method: string, code: string): boolean {
    if (method !== 'GET') return false;
    const digest = computeDigest(code).toString('base64url');
    const until = this.#oneTimeCodes.get(digest);
    return until !== undefined && this.#oneTimeCodes.delete(digest) && until > Date.now();
  }

  #makePass(): string {
    const until = (Math.floor(Date.now() / 1000) + PASS_SECONDS).toString(36);
    return `${until}.${this.#sign(until)}`;
  }

  // An expired pass does not count as an attempt: a reloading page must not lock out its user.
  #checkPass(text: string): 'valid' | 'expired' | 'forged' {
    const [, until, signature] = /^([0-9a-z]{1,9})\.([\w-]{22})$/.exec(text) ?? [];
    if (until === undefined || signature === undefined || !isSameText(signature, this.#sign(until))) return 'forged';
    return Number.parseInt(until, 36) * 1000 > Date.now() ? 'valid' : 'expired';
  }

  #sign(until: string): string {
    return createHmac('sha256', this.#secret).update(`pass ${until}`).digest('base64url').slice(0, 22);
  }
}

/** Lifetime of a one-time code, in minutes. */
export const ONE_TIME_CODE_MINUTES = 15;

const PASS_SECONDS = 12 * 3600;
const MAX_ONE_TIME_CODES = 100;
const LOCAL_ADMISSION: Admission = { pass: undefined, hasKeyInHeader: false, shouldRedirect: false };
const REMEDY = 'Open it on the same machine without a proxy, or configure `profiler.key`';
function readBearerToken({ headers }: Pick<HttpContext, 'headers'>): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(headers.get('authorization') ?? '')?.[1];
}

function tooManyAttempts(seconds: number): TooManyRequestsError {
  return new TooManyRequestsError(
    `Access to the profiler denied: too many wrong keys from this address. Try again in ${seconds} seconds`,
    { type: '/problems/profiler-closed', headers: { 'Retry-After': String(seconds) } },
  );
}
