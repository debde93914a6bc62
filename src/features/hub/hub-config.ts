import type { JsonWebKey, KeyObject } from 'node:crypto';
import type { Transport } from './transport.ts';

/** The two ways of speaking the protocol: `current`, and `earlier`, which clients from before version 1.0 speak. */
export type Dialect = 'current' | 'earlier';

export type HubAlgorithm =
  'HS256' | 'HS384' | 'HS512' | 'RS256' | 'RS384' | 'RS512' | 'PS256' | 'PS384' | 'PS512' | 'ES256' | 'ES384' | 'EdDSA';

/** A key that tokens may be signed with. */
export interface HubKey {
  /** A secret for HS…, else a public key: PEM, JWK or `KeyObject`. */
  readonly key: string | KeyObject | JsonWebKey;
  readonly algorithm: HubAlgorithm;
  /** Who signs with it, as `iss` says it; the hub's `issuer` when left out. */
  readonly issuer?: string;
  /** What tokens call it in `kid`; a hint only. */
  readonly id?: string;
}

/** What is true of every hub, inside the host or outside. */
interface HubCommon {
  /**
   * Signs and verifies every token (HS256), unless `publisher` or `subscriber` say otherwise; at least 32 bytes. Default for a
   * hub inside the host: a key derived from the secret of the host, which only the host can sign with.
   */
  readonly secret?: string;
  /** Who signs tokens here, as `iss`; the origin of the hub when left out. */
  readonly issuer?: string;
  /** Whom tokens are for, as `aud`; the address of the hub when left out. */
  readonly audience?: string;
  /**
   * The address that clients use, such as `https://example.com/.well-known/mercure`. A hub inside the host needs it in
   * production; in development it is the address that the host listens at.
   */
  readonly publicUrl?: string;
  /** Which dialects are spoken. Default both. */
  readonly dialects?: readonly Dialect[];
  /** Names of the cookies; `secure: false` for development without TLS. */
  readonly cookie?: HubCookie;
  /** Tells how it is to whoever has this token, in the text format of Prometheus. Default: to nobody. */
  readonly metrics?: MetricsConfig;
  /** Seconds that a token holds which the host issues. Default 3,600. */
  readonly tokenLifetime?: number;
}

export interface HubCookie {
  /** Of the current dialect. Default `__Secure-mercure_access_token`, or `mercure_access_token` when not secure. */
  readonly name?: string;
  /** Of the earlier dialect. Default `mercureAuthorization`. */
  readonly earlierName?: string;
  readonly domain?: string;
  /** Default: as `publicUrl`, or as the request when that is left out. */
  readonly secure?: boolean;
}

/** Who may ask for the metrics, and where. */
export interface MetricsConfig {
  /** Sent as `Authorization: Bearer …`; at least 16 characters. */
  readonly token: string;
  /** Default `/.well-known/mercure/metrics`. */
  readonly path?: string;
}

/** A hub inside the host, at `/.well-known/mercure`. */
export interface EmbeddedHubConfig extends HubCommon {
  readonly url?: undefined;
  /** Keys of those who publish, instead of `secret`. */
  readonly publisher?: HubKey | readonly HubKey[];
  /** Keys of those who subscribe, instead of `secret`. */
  readonly subscriber?: HubKey | readonly HubKey[];
  /** Verifies tokens instead of any key: gives the claims, or undefined for a token that is not to be believed. */
  readonly verify?: VerifyToken;
  /** May anybody subscribe to what is public? Default false. */
  readonly anonymous?: boolean;
  /** What is kept for those who come back. Default 1,000 updates and 4 MiB. */
  readonly history?: { readonly count?: number; readonly bytes?: number };
  /** Seconds without an update after which a comment keeps the connection alive. Default 15. */
  readonly heartbeat?: number;
  /** Bytes that may wait for one reader; one that is slower is cut. Default 1 MiB. */
  readonly bufferCap?: number;
  /** Origins whose pages may use the hub from elsewhere, and with cookies; `*` for any, but without cookies. */
  readonly cors?: readonly string[] | '*';
  /** Tell of subscriptions that begin and end, and list them? Default false. */
  readonly subscriptions?: boolean;
  /** Accept a token in the query (`authorization`), as the earlier dialect had it? It ends up in logs. Default false. */
  readonly tokenInQuery?: boolean;
  readonly limits?: Partial<HubLimits>;
  /** How updates get from process to process. Default: they do not. */
  readonly transport?: Transport;
}

/** A hub elsewhere: updates are posted there. */
export interface ExternalHubConfig extends HubCommon {
  /** Where the host posts updates to. */
  readonly url: string;
  readonly secret: string;
  /** Milliseconds for one attempt. Default 5,000. */
  readonly timeout?: number;
  /** Attempts after the first. Default 3. */
  readonly retries?: number;
  /** Updates that may wait at once. Default 1,000. */
  readonly queue?: number;
}

export type HubConfig = EmbeddedHubConfig | ExternalHubConfig;

/** What nobody may exceed. */
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
  /** How large the patterns of one subscriber are together; `/api/cities/:id` has 17. Default 5,000. */
  readonly steps: number;
  /** Matchers in one token. Default 1,000. */
  readonly grants: number;
  /** Characters of a token. Default 16,384. */
  readonly token: number;
  /** Subscribers at once. Default 100,000. */
  readonly subscribers: number;
  /** Subscribers at once from one address, or one /64 of IPv6. Default 256, and any number from this very machine. */
  readonly perAddress: number;
  /** Seconds until a subscriber has to come again, whatever its token says; 0 for no limit, which is the default. */
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

/** The path of a hub inside a host. */
export const HUB_PATH = '/.well-known/mercure';

/** Where its metrics are, unless the configuration says otherwise. */
export const METRICS_PATH = `${HUB_PATH}/metrics`;

/** The claims of a token that is to be believed; undefined otherwise. */
export type VerifyToken = (
  token: string,
  role: 'publish' | 'subscribe',
) => Readonly<Record<string, unknown>> | undefined | Promise<Readonly<Record<string, unknown>> | undefined>;
