import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { andThen, assertKnownNames, isToken } from 'oriel-core/http';
import type { HttpContext, User } from 'oriel-core/http';
import { cacheKeys } from './key-cache.ts';
import { refuse } from '../authenticator.ts';
import type { Authenticated, Authenticator, AuthenticatorIssue } from '../authenticator.ts';
import { message } from 'oriel-core/messages';

/** A stored API key. The key cannot be recovered from it. */
export interface ApiKeyEntry {
  /** The part of the key before the dot. */
  readonly id: string;
  /** The hash from `createApiKey()`: `sha256:…`. */
  readonly hash: string;
  readonly user: User;
  /** Milliseconds since the epoch. Default: never. */
  readonly expires?: number;
}

/** The header of API keys, and the stored keys. */
export interface ApiKeyOptions {
  /**
   * The header with the key.
   * @default 'X-Api-Key'
   */
  readonly header?: string;
  /** All keys, or a function that finds a key by its id, whose results are cached for 10 seconds. */
  readonly keys:
    readonly ApiKeyEntry[] | ((id: string) => ApiKeyEntry | undefined | PromiseLike<ApiKeyEntry | undefined>);
}

/**
 * Authenticates API keys in a header.
 *
 * @param options the stored keys, or a function that finds a key by its id
 * @returns an authenticator for `firewalls`
 * @throws {TypeError} if an option is unknown
 *
 * @example
 * ```ts
 * import { apiKey, createApiKey } from 'oriel-host/security';
 * const { id, hash, key } = createApiKey('harbour');
 * key.startsWith('harbour_'); // => true
 * const keys = apiKey({ keys: [{ id, hash, user: { id: 'tide-station', roles: ['reader'] } }] });
 * keys.name; // => 'api-key'
 * ```
 */
export function apiKey(options: ApiKeyOptions): Authenticator {
  assertKnownNames(Object.keys(options), ['header', 'keys'], 'option of apiKey()');
  const { header = 'X-Api-Key', keys } = options;
  const issues = [...validateKeys(keys, header)];
  const find = typeof keys === 'function' ? cacheKeys(keys) : findListed(keys);
  const field = header.toLowerCase();
  return {
    name: 'api-key',
    issues,
    scheme: 'ApiKey',
    header,
    parameters: { header },
    openapi: { type: 'apiKey', in: 'header', name: header },
    authenticate({ headers }: HttpContext) {
      const sent = headers.get(field);
      if (sent === undefined) return undefined;
      const parts = KEY.exec(sent);
      if (!parts) return refuse(message('api-key.malformed'));
      return andThen(find(parts[1]!), (entry) => verifyKey(sent, entry));
    },
  };
}

/**
 * Creates an API key of 256 random bits.
 *
 * @param prefix identifies the host in leaked keys; letters, digits and underscores
 * @returns `key` for the client, which is not stored, and `id` and `hash`, which are
 * @throws {TypeError} if the prefix is not valid
 *
 * @example
 * ```ts
 * import { createApiKey } from 'oriel-host/security';
 * createApiKey('harbour').key.startsWith('harbour_'); // => true
 * ```
 */
export function createApiKey(prefix = 'key'): { readonly key: string; readonly id: string; readonly hash: string } {
  if (!/^[A-Za-z0-9_]{1,32}$/.test(prefix))
    throw new TypeError(
      `The prefix ${JSON.stringify(prefix)} is not valid; use 1 to 32 letters, digits and underscores`,
    );
  const id = `${prefix}_${randomBytes(9).toString('hex')}`;
  const key = `${id}.${randomBytes(32).toString('base64url')}`;
  return { key, id, hash: `sha256:${hash('sha256', key, 'hex')}` };
}

function findListed(keys: readonly ApiKeyEntry[]): (id: string) => ApiKeyEntry | undefined {
  const byId = new Map(keys.map((key) => [key?.id, key]));
  return (id) => byId.get(id);
}

// A key has 256 random bits, so a fast hash is as safe as a slow one.
function verifyKey(sent: string, entry: ApiKeyEntry | undefined): Authenticated {
  const stored = HASH.exec(entry?.hash ?? '')?.[1];
  const right = timingSafeEqual(
    hash('sha256', sent, 'buffer'),
    stored === undefined ? NO_KEY : Buffer.from(stored, 'hex'),
  );
  if (!right || entry === undefined) return refuse(message('api-key.invalid'));
  if (entry.expires !== undefined && Date.now() >= entry.expires) return refuse(message('api-key.expired'));
  return entry.user;
}

function* validateKeys(keys: ApiKeyOptions['keys'], header: string): Generator<AuthenticatorIssue> {
  if (!isToken(header))
    yield { reason: `${JSON.stringify(header)} is not a header name`, fix: "Use a name such as 'X-Api-Key'" };
  if (typeof keys === 'function') return;
  const seen = new Set<string>();
  for (const entry of keys) {
    // The message does not contain the value, because it may be the key itself.
    if (!HASH.test(entry?.hash ?? ''))
      yield {
        reason: 'An API key is stored in plain text instead of its hash',
        fix: 'Store the hash from createApiKey()',
      };
    else if (seen.has(entry.id)) yield { reason: `There are two keys "${entry.id}"`, fix: 'Create another key' };
    seen.add(entry?.id);
  }
}

const KEY = /^([\w-]{1,64})\.[\w-]{43}$/;
const HASH = /^sha256:([0-9a-f]{64})$/;
/** Compared if there is no key, so that the response takes the same time. */
const NO_KEY = randomBytes(32);
