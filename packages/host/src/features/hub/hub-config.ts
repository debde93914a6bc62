import type { JsonWebKey, KeyObject } from 'node:crypto';
import type { Duration } from 'oriel-core/http';
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
   * @default the `issuer` of the hub
   */
  readonly issuer?: string;
  /**
   * The `kid` of its tokens, a hint.
   * @default –
   */
  readonly id?: string;
}

/** Configuration of every hub, embedded or external. */
interface HubCommon {
  /**
   * Signs and verifies tokens (HS256) unless `publisher` or `subscriber` have keys; at least 32 bytes. An external hub
   * requires it.
   * @default derived from the secret of the host, so that only the host can sign tokens
   */
  readonly secret?: string;
  /**
   * The `iss` claim of tokens.
   * @default the origin of the hub
   */
  readonly issuer?: string;
  /**
   * The `aud` claim of tokens.
   * @default the URL of the hub
   */
  readonly audience?: string;
  /**
   * The URL that clients use, such as `https://example.com/.well-known/mercure`. Required for an embedded hub in
   * production.
   * @default in development, the address that the host listens on
   */
  readonly publicUrl?: string;
  /**
   * Supported dialects.
   * @default ['current', 'earlier']
   */
  readonly dialects?: readonly Dialect[];
  /**
   * Names and attributes of the cookies; `secure: false` for development without TLS.
   * @default {}
   */
  readonly cookie?: HubCookie;
  /**
   * Serves metrics in the text format of Prometheus to clients with this token.
   * @default none
   */
  readonly metrics?: MetricsConfig;
  /**
   * Lifetime of tokens that the host issues, in whole seconds.
   * @default '1 h'
   */
  readonly tokenLifetime?: Duration;
}

export interface HubCookie {
  /**
   * Name in the current dialect.
   * @default `__Secure-mercure_access_token`, or `mercure_access_token` without `secure`
   */
  readonly name?: string;
  /**
   * Name in the earlier dialect.
   * @default 'mercureAuthorization'
   */
  readonly earlierName?: string;
  /**
   * The domain that the host and the hub share.
   * @default the host of the hub
   */
  readonly domain?: string;
  /**
   * Whether the cookie is sent over TLS only.
   * @default whether `publicUrl`, or without it the request, uses https
   */
  readonly secure?: boolean;
}

/** Configuration of the metrics endpoint. */
export interface MetricsConfig {
  /** The token that clients send as `Authorization: Bearer …`; at least 16 characters. */
  readonly token: string;
  /**
   * The path of the metrics.
   * @default '/.well-known/mercure/metrics'
   */
  readonly path?: string;
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
   * The time without an update after which a comment is sent to keep the connection open; 0 for none.
   * @default '15 s'
   */
  readonly heartbeat?: Duration;
  /**
   * Maximum of unsent data per subscriber; a slower one is disconnected.
   * @default 1_048_576
   * @unit bytes
   */
  readonly bufferCap?: number;
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
   * Whether a token in the query (`authorization`, earlier dialect) is accepted. It may appear in logs.
   * @default false
   */
  readonly tokenInQuery?: boolean;
  /**
   * Limits of the hub.
   * @default {}
   */
  readonly limits?: Partial<HubLimits>;
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
   * Timeout of one attempt.
   * @default '5 s'
   */
  readonly timeout?: Duration;
  /**
   * Retries after the first attempt.
   * @default 3
   * @unit attempts
   */
  readonly retries?: number;
  /**
   * Maximum of queued updates.
   * @default 1_000
   * @unit updates
   */
  readonly queue?: number;
}

export type HubConfig = EmbeddedHubConfig | ExternalHubConfig;

/** The default of `tokenLifetime`. */
export const DEFAULT_TOKEN_LIFETIME: Duration = '1 h';

/** The path of an embedded hub. */
export const HUB_PATH = '/.well-known/mercure';

/** The default path of the metrics. */
export const METRICS_PATH = `${HUB_PATH}/metrics`;

/** Returns the claims of a valid token; undefined for an invalid one. */
export type VerifyToken = (
  token: string,
  role: 'publish' | 'subscribe',
) => Readonly<Record<string, unknown>> | undefined | Promise<Readonly<Record<string, unknown>> | undefined>;
