import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { isPromise } from '../../../core/http/promises.ts';
import type { HttpContext } from '../../../core/http/context.ts';
import type { User } from '../../../core/http/user.ts';
import { refuse } from '../authenticator.ts';
import type { Authenticated, Authenticator, AuthenticatorIssue } from '../authenticator.ts';

/** An API key as it is kept: nobody who reads it can use it. */
export interface ApiKeyEntry {
  /** The part of the key before the point, by which it is found. */
  readonly id: string;
  /** What `createApiKey()` gave: `sha256:…`. */
  readonly hash: string;
  readonly user: User;
  /** Milliseconds since the epoch; left out for never. */
  readonly expires?: number;
}

/** Where keys are sent, and where they are kept. */
export interface ApiKeyOptions {
  /** Default `api-key`. */
  readonly name?: string;
  /** Default `X-Api-Key`. */
  readonly header?: string;
  /** All of them, or a function that finds one by its id. */
  readonly keys:
    readonly ApiKeyEntry[] | ((id: string) => ApiKeyEntry | undefined | PromiseLike<ApiKeyEntry | undefined>);
}

/**
 * Believes API keys in a header.
 *
 * @param options the keys, hashed, or a function that finds one by its id
 *
 * @example
 * ```ts
 * import { apiKey, createApiKey } from 'oriel/security';
 * const { id, hash, key } = createApiKey('harbour');
 * key.startsWith('harbour_'); // => true
 * const keys = apiKey({ keys: [{ id, hash, user: { id: 'tide-station', roles: ['reader'] } }] });
 * keys.name; // => 'api-key'
 * ```
 */
export function apiKey({ name = 'api-key', header = 'X-Api-Key', keys }: ApiKeyOptions): Authenticator {
  const issues = [...validateKeys(keys, header)];
  const listed = typeof keys === 'function' ? undefined : new Map(keys.map((each) => [each?.id, each]));
  const find = typeof keys === 'function' ? keys : (id: string) => listed!.get(id);
  const field = header.toLowerCase();
  return {
    ...{ name, issues, scheme: 'ApiKey', header, parameters: { header } },
    openapi: { type: 'apiKey', in: 'header', name: header },
    authenticate({ headers }: HttpContext) {
      const sent = headers.get(field);
      if (sent === undefined) return undefined;
      const parts = KEY.exec(sent);
      if (!parts) return refuse('The API key is malformed');
      const entry = find(parts[1]!);
      return isPromise(entry) ? entry.then((late) => judge(sent, late)) : judge(sent, entry);
    },
  };
}

/**
 * Makes an API key. Hand out `key`, once, and keep the rest.
 *
 * @param prefix tells people, and those who look for leaked keys, whose it is
 *
 * @example
 * ```ts
 * import { createApiKey } from 'oriel/security';
 * createApiKey('harbour').key.startsWith('harbour_'); // => true
 * ```
 */
export function createApiKey(prefix = 'key'): { readonly key: string; readonly id: string; readonly hash: string } {
  if (!/^[A-Za-z0-9_]{1,32}$/.test(prefix)) throw new TypeError(`The prefix ${JSON.stringify(prefix)} is no word`);
  const id = `${prefix}_${randomBytes(9).toString('hex')}`;
  const key = `${id}.${randomBytes(32).toString('base64url')}`;
  return { key, id, hash: `sha256:${digest(key).toString('hex')}` };
}

// A key has 256 random bits, so a quick hash is as good as a slow one.
function judge(sent: string, entry: ApiKeyEntry | undefined): Authenticated {
  const kept = HASH.exec(entry?.hash ?? '')?.[1];
  const right = timingSafeEqual(digest(sent), kept === undefined ? NOBODY : Buffer.from(kept, 'hex'));
  if (!right || entry === undefined) return refuse('The API key is not known');
  if (entry.expires !== undefined && Date.now() >= entry.expires) return refuse('The API key has expired');
  return entry.user;
}

function* validateKeys(keys: ApiKeyOptions['keys'], header: string): Generator<AuthenticatorIssue> {
  if (!/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(header))
    yield { reason: `${JSON.stringify(header)} is no header name`, fix: "Give one, such as 'X-Api-Key'" };
  if (typeof keys === 'function') return;
  const seen = new Set<string>();
  for (const entry of keys) {
    // What was written instead of a hash stays unsaid: it may well be the key.
    if (!HASH.test(entry?.hash ?? ''))
      yield { reason: 'An API key is kept as it is, not as its hash', fix: 'Keep what createApiKey() gives as hash' };
    else if (seen.has(entry.id)) yield { reason: `There are two keys "${entry.id}"`, fix: 'Make one anew' };
    seen.add(entry?.id);
  }
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

const KEY = /^([\w-]{1,64})\.[\w-]{43}$/;
const HASH = /^sha256:([0-9a-f]{64})$/;
const NOBODY = randomBytes(32);
