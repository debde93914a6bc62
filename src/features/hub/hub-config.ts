import type { JsonWebKey, KeyObject } from 'node:crypto';
import type { Transport } from './transport.ts';

/** The versions of the Mercure protocol: `current`, and `earlier` for clients from before version 1.0. */
export type Dialect = 'current' | 'earlier';

export type HubAlgorithm =
  'HS256' | 'HS384' | 'HS512' | 'RS256' | 'RS384' | 'RS512' | 'PS256' | 'PS384' | 'PS512' | 'ES256' | 'ES384' | 'EdDSA';

/** A key that verifies tokens. */
export interface HubKey {
  /** A secret for `HS…` algorithms, otherwise a public key: PEM, JWK or `KeyObject`. */
  readonly key: string | KeyObject | JsonWebKey;
  readonly algorithm: HubAlgorithm;
  /** The `iss` claim of its tokens. Default: the `issuer` of the hub. */
  readonly issuer?: string;
  /** The `kid` of its tokens, a hint. */
  readonly id?: string;
}

/** Configuration of every hub, embedded or external. */
interface HubCommon {
  /**
   * Signs and verifies tokens (HS256) unless `publisher` or `subscriber` have keys; at least 32 bytes. Default for an
   * embedded hub: a key derived from the secret of the host, so that only the host can sign tokens.
   */
  readonly secret?: string;
  /** The `iss` claim of tokens. Default: the origin of the hub. */
  readonly issuer?: string;
  /** The `aud` claim of tokens. Default: the URL of the hub. */
  readonly audience?: string;
  /**
   * The URL that clients use, such as `https://example.com/.well-known/mercure`. Required for an embedded hub in production;
   * in development it defaults to the address that the host listens on.
   */
  readonly publicUrl?: string;
  /** Supported dialects. Default both. */
  readonly dialects?: readonly Dialect[];
  /** Names and attributes of the cookies; `secure: false` for development without TLS. */
  readonly cookie?: HubCookie;
  /** Serves metrics in the text format of Prometheus to clients with this token. Default none. */
  readonly metrics?: MetricsConfig;
  /** Lifetime of tokens that the host issues, in seconds. Default 3,600. */
  readonly tokenLifetime?: number;
}

export interface HubCookie {
  /** Name in the current dialect. Default `__Secure-mercure_access_token`, or `mercure_access_token` without `secure`. */
  readonly name?: string;
  /** Name in the earlier dialect. Default `mercureAuthorization`. */
  readonly earlierName?: string;
  readonly domain?: string;
  /** Whether the cookie is sent over TLS only. Default: whether `publicUrl`, or without it the request, uses https. */
  readonly secure?: boolean;
}

/** Configuration of the metrics endpoint. */
export interface MetricsConfig {
  /** The token that clients send as `Authorization: Bearer …`; at least 16 characters. */
  readonly token: string;
  /** Default `/.well-known/mercure/metrics`. */
  readonly path?: string;
}

/** Configuration of a hub embedded in the host, at `/.well-known/mercure`. */
export interface EmbeddedHubConfig extends HubCommon {
  readonly url?: undefined;
  /** Keys of publishers, instead of `secret`. */
  readonly publisher?: HubKey | readonly HubKey[];
  /** Keys of subscribers, instead of `secret`. */
  readonly subscriber?: HubKey | readonly HubKey[];
  /** Verifies tokens instead of keys: returns the claims, or undefined for an invalid token. */
  readonly verify?: VerifyToken;
  /** Whether clients without a token may subscribe to public updates. Default false. */
  readonly anonymous?: boolean;
  /** Size of the history for clients that reconnect. Default 1,000 updates and 4 MiB. */
  readonly history?: { readonly count?: number; readonly bytes?: number };
  /** Seconds without an update after which a comment is sent to keep the connection open. Default 15. */
  readonly heartbeat?: number;
  /** Maximum of unsent bytes per subscriber; a slower one is disconnected. Default 1 MiB. */
  readonly bufferCap?: number;
  /** Origins whose pages may use the hub with cookies; `'*'` for every origin without cookies. */
  readonly cors?: readonly string[] | '*';
  /** Whether the hub publishes updates about subscriptions and serves the subscription API. Default false. */
  readonly subscriptions?: boolean;
  /** Whether a token in the query (`authorization`, earlier dialect) is accepted. It may appear in logs. Default false. */
  readonly tokenInQuery?: boolean;
  readonly limits?: Partial<HubLimits>;
  /** Exchanges updates between processes. Default none. */
  readonly transport?: Transport;
}

/** Configuration of an external hub, to which the host posts updates. */
export interface ExternalHubConfig extends HubCommon {
  /** The URL of the hub. */
  readonly url: string;
  readonly secret: string;
  /** Timeout of one attempt in milliseconds. Default 5,000. */
  readonly timeout?: number;
  /** Retries after the first attempt. Default 3. */
  readonly retries?: number;
  /** Maximum of queued updates. Default 1,000. */
  readonly queue?: number;
}

export type HubConfig = EmbeddedHubConfig | ExternalHubConfig;

/** Limits of an embedded hub. */
export interface HubLimits {
  /** Bytes of the data of one update. Default 1 MiB. */
  readonly data: number;
  /** Topics of one update. Default 100. */
  readonly topics: number;
  /** Characters of a topic, an id or a type. Default 2,048. */
  readonly text: number;
  /** Matchers of one subscriber. Default 100. */
  readonly matchers: number;
  /** Characters of a matcher. Default 1,024. */
  readonly pattern: number;
  /** Total steps of the patterns of one subscriber; `/api/cities/:id` has 17. Default 5,000. */
  readonly steps: number;
  /** Matchers in one token. Default 1,000. */
  readonly grants: number;
  /** Characters of a token. Default 16,384. */
  readonly token: number;
  /** Concurrent subscribers. Default 100,000. */
  readonly subscribers: number;
  /** Concurrent subscribers per IPv4 address or IPv6 /64. Default 256, and no limit for loopback addresses. */
  readonly perAddress: number;
  /** Seconds until a subscriber has to reconnect, even if its token is still valid. Default 0 for no limit. */
  readonly lifetime: number;
}

export const DEFAULT_LIMITS: HubLimits = {
  data: 1024 * 1024,
  topics: 100,
  text: 2048,
  matchers: 100,
  pattern: 1024,
  steps: 5000,
  grants: 1000,
  token: 16_384,
  subscribers: 100_000,
  perAddress: 256,
  lifetime: 0,
};

/** The path of an embedded hub. */
export const HUB_PATH = '/.well-known/mercure';

/** The default path of the metrics. */
export const METRICS_PATH = `${HUB_PATH}/metrics`;

/** Returns the claims of a valid token; undefined for an invalid one. */
export type VerifyToken = (
  token: string,
  role: 'publish' | 'subscribe',
) => Readonly<Record<string, unknown>> | undefined | Promise<Readonly<Record<string, unknown>> | undefined>;
