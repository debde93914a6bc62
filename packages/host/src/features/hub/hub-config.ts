import { createPublicKey } from 'node:crypto';
import type { JsonWebKey, KeyObject } from 'node:crypto';
import {
  anything,
  boolean,
  callback,
  choice,
  duration,
  either,
  formatValue,
  group,
  list,
  number,
  secret,
  text,
} from 'oriel-core/configuration';
import type { Settings } from 'oriel-core/configuration';
import type { Duration } from 'oriel-core/http';
import { HISTORY_SETTINGS, HUB_LIMIT_SETTINGS } from './hub-limits.ts';
import type { HistoryLimits, HubLimits } from './hub-limits.ts';
import type { Transport } from './transport.ts';

/** The versions of the Mercure protocol: `current`, and `earlier` for clients from before version 1.0. */
export type Dialect = 'current' | 'earlier';

export type HubAlgorithm =
  'HS256' | 'HS384' | 'HS512' | 'RS256' | 'RS384' | 'RS512' | 'PS256' | 'PS384' | 'PS512' | 'ES256' | 'ES384' | 'EdDSA';

/** A key that verifies tokens. */
export interface HubKey {
  /** A secret for `HS…` algorithms, otherwise a public key: PEM, JWK or `KeyObject`. */
  readonly key: string | KeyObject | JsonWebKey;
  /** The algorithm of the signatures. */
  readonly algorithm: HubAlgorithm;
  /**
   * The `iss` claim of its tokens.
   * @default the origin of the hub
   */
  readonly issuer?: string;
}

/** Configuration of every hub, embedded or external. */
export interface HubCommon {
  /**
   * Signs and verifies tokens (HS256) unless `publisher` or `subscriber` have keys; at least 32 bytes. An external hub
   * requires it.
   * @default derived from the secret of the host, so that only the host can sign tokens
   */
  readonly secret?: string;
  /**
   * The URL that clients use, such as `https://example.com/.well-known/mercure`. It is the `aud` claim of tokens, and its
   * origin the `iss` claim. Required for an embedded hub in production.
   * @default in development, the address that the host listens on
   */
  readonly publicUrl?: string;
  /**
   * Supported dialects.
   * @default ['current', 'earlier']
   */
  readonly dialects?: readonly Dialect[];
  /**
   * The cookie with the token of a subscriber.
   * @default {}
   */
  readonly cookie?: HubCookie;
  /**
   * Lifetime of tokens that the host issues, in whole seconds.
   * @default '1 h'
   */
  readonly tokenLifetime?: Duration;
}

export interface HubCookie {
  /**
   * The domain that the host and the hub share.
   * @default the host of the hub
   */
  readonly domain?: string;
}

/** Configuration of a hub embedded in the host, at `/.well-known/mercure`. */
export interface EmbeddedHubConfig extends HubCommon {
  /**
   * Omitted for an embedded hub.
   * @default –
   */
  readonly url?: undefined;
  /**
   * Keys of publishers, instead of `secret`.
   * @default `secret`
   */
  readonly publisher?: HubKey | readonly HubKey[];
  /**
   * Keys of subscribers, instead of `secret`.
   * @default `secret`
   */
  readonly subscriber?: HubKey | readonly HubKey[];
  /**
   * Verifies tokens instead of keys: returns the claims, or undefined for an invalid token.
   * @default –
   */
  readonly verify?: VerifyToken;
  /**
   * Whether clients without a token may subscribe to public updates.
   * @default false
   */
  readonly anonymous?: boolean;
  /**
   * Size of the history for clients that reconnect.
   * @default {}
   */
  readonly history?: HistoryLimits;
  /**
   * Origins whose pages may use the hub with cookies; `'*'` for every origin without cookies.
   * @default `origins` of the host
   */
  readonly cors?: readonly string[] | '*';
  /**
   * Whether the hub publishes updates about subscriptions and serves the subscription API.
   * @default false
   */
  readonly subscriptions?: boolean;
  /**
   * Limits of the hub.
   * @default {}
   */
  readonly limits?: HubLimits;
  /**
   * Exchanges updates between processes.
   * @default none
   */
  readonly transport?: Transport;
}

/** Configuration of an external hub, to which the host posts updates. */
export interface ExternalHubConfig extends HubCommon {
  /** The URL of the hub. */
  readonly url: string;
  /**
   * Signs tokens (HS256); at least 32 bytes.
   * @default required
   */
  readonly secret: string;
  /**
   * Retries after the first attempt.
   * @default 3
   * @unit attempts
   */
  readonly retries?: number;
}

export type HubConfig = EmbeddedHubConfig | ExternalHubConfig;

/** The path of an embedded hub. */
export const HUB_PATH = '/.well-known/mercure';

/** Returns the claims of a valid token; undefined for an invalid one. */
export type VerifyToken = (
  token: string,
  role: 'publish' | 'subscribe',
) => Readonly<Record<string, unknown>> | undefined | Promise<Readonly<Record<string, unknown>> | undefined>;

export const DIALECTS: readonly Dialect[] = ['current', 'earlier'];

/** The lifetimes of tokens, which have their end in seconds. */
export const TOKEN_LIFETIME = { minimum: 1_000, wholeSeconds: true };

const URL_FIX = 'Use an absolute URL such as "https://example.com/.well-known/mercure"';
const CORS_FIX = 'List origins such as "https://example.com", without a path, or "*" for any, but without cookies';
const KEY_FIX =
  'Use { key, algorithm }: a secret of 32 bytes for HS256, a public key in PEM or as JWK for ES256, RS256 or EdDSA';
const ALGORITHM = /^(?:[HRP]S(?:256|384|512)|ES(?:256|384)|EdDSA)$/;
// RFC 7518 §3.2 requires as much for HS256.
const MIN_SECRET_BYTES = 32;
const SECRET = {
  minimum: MIN_SECRET_BYTES,
  rejectsUndefined: true,
  code: 'ORIEL_HUB_SECRET',
  fix: 'Use a random secret of at least 32 bytes from an environment variable, or remove the setting: openssl rand -base64 48',
};
const key = anything({
  accepts: (value) => describeKeyIssue(value) === undefined,
  code: 'ORIEL_HUB_KEY',
  reason: (value) => describeKeyIssue(value)!,
  fix: KEY_FIX,
});
const keys = either([list(key), key], {
  code: 'ORIEL_HUB_KEY',
  reason: (value) => describeKeyIssue(value)!,
  fix: KEY_FIX,
});

const HUB_COOKIE_SETTINGS = {
  domain: text({ fix: 'Use a domain that the host and the hub share, such as "example.com"' }),
} satisfies Settings<HubCookie>;

/** The settings of every hub. */
export const HUB_SETTINGS = {
  secret: secret(SECRET),
  publicUrl: text({ matches: (value) => isUrl(value), fix: URL_FIX }),
  dialects: list(choice(['current', 'earlier']), {
    default: DIALECTS,
    minimum: 1,
    fix: 'Use an array of "current", "earlier" or both',
  }),
  cookie: group(HUB_COOKIE_SETTINGS, { default: {} }),
  tokenLifetime: duration({ default: '1 h', ...TOKEN_LIFETIME }),
} satisfies Settings<HubCommon>;

export const EMBEDDED_HUB_SETTINGS = {
  ...HUB_SETTINGS,
  // Topics below the path of the hub are reserved, so it must be the real one.
  publicUrl: text({ matches: (value) => isUrl(value, HUB_PATH), fix: URL_FIX }),
  url: anything(),
  publisher: keys,
  subscriber: keys,
  verify: callback(),
  anonymous: boolean({ default: false }),
  history: group(HISTORY_SETTINGS, { default: {}, fix: 'Use an object of numbers' }),
  cors: either([choice(['*']), list(text({ matches: isOrigin, fix: CORS_FIX }))], { fix: CORS_FIX }),
  subscriptions: boolean({ default: false }),
  limits: group(HUB_LIMIT_SETTINGS, { default: {}, fix: 'Use an object of numbers' }),
  transport: anything(),
} satisfies Settings<EmbeddedHubConfig>;

export const EXTERNAL_HUB_SETTINGS = {
  ...HUB_SETTINGS,
  secret: secret({ ...SECRET, isRequired: true }),
  url: text({ isRequired: true, matches: (value) => isUrl(value), fix: URL_FIX }),
  retries: number({ default: 3 }),
} satisfies Settings<ExternalHubConfig>;

function describeKeyIssue(given: unknown): string | undefined {
  const { key: value, algorithm } = (given ?? {}) as { readonly key?: unknown; readonly algorithm?: unknown };
  if (typeof algorithm !== 'string' || !ALGORITHM.test(algorithm))
    return `${formatValue(algorithm)} is not a supported algorithm`;
  if (typeof value === 'string' && algorithm.startsWith('HS'))
    return Buffer.byteLength(value) < MIN_SECRET_BYTES ? `Its secret has ${Buffer.byteLength(value)} bytes` : undefined;
  try {
    if (typeof value === 'string') createPublicKey(value);
    else if (typeof value !== 'object' || value === null) return `Its key is a ${typeof value}`;
    else if (!('type' in value)) createPublicKey({ key: value as JsonWebKey, format: 'jwk' });
    return undefined;
  } catch {
    return `Its key is not a valid key for ${algorithm}`;
  }
}

function isUrl(value: string, path?: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, pathname, search, hash } = new URL(value);
  return /^https?:$/.test(protocol) && (path === undefined || pathname + search + hash === path);
}

function isOrigin(value: string): boolean {
  return !value.includes('*') && URL.canParse(value) && new URL(value).origin === value;
}
