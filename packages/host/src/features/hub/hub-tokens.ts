import { randomUUID } from 'node:crypto';
import { parseDuration, isPromise } from 'oriel-core/http';
import type { Duration } from 'oriel-core/http';
import { TOKEN_LIFETIME } from './hub-config.ts';
import type { Dialect, VerifyToken } from './hub-config.ts';
import type { AllHubLimits } from './hub-limits.ts';
import { DETAIL_TYPE, readDetails, readEarlierClaim } from './grants.ts';
import type { Grants } from './grants.ts';
import { readClaims, readHeader } from '../security/jwt/parse-token.ts';
import type { Claims } from '../security/jwt/parse-token.ts';
import { TokenMemo } from '../security/jwt/token-memo.ts';
import type { TokenKey } from './token-key.ts';
import type { TopicMatchers } from './topic-matcher.ts';
import { Message } from 'oriel-core/messages';

export type TokenRole = 'publish' | 'subscribe';

/** What a verified token allows. */
export interface HubAccess extends Grants {
  readonly dialect: Dialect;
  /** Seconds since the epoch; undefined for tokens of the earlier dialect that do not expire. */
  readonly expires: number | undefined;
  readonly subject: string | undefined;
}

export interface HubIdentity {
  readonly issuer: string;
  readonly audience: string;
}

/** What an issued token allows. */
export interface TokenWish {
  readonly publish?: readonly WishedTopic[];
  readonly subscribe?: readonly WishedTopic[];
  /** Published together with the subscription if the hub publishes subscriptions. */
  readonly payload?: Readonly<Record<string, unknown>>;
  readonly subject?: string;
  /** The time until it expires, in whole seconds. Default: `tokenLifetime` of the hub. */
  readonly lifetime?: Duration;
  /** Default: the first dialect of the hub. */
  readonly dialect?: Dialect;
}

/** A topic, or a pattern; `*` for all topics. */
export type WishedTopic = string | { readonly match: string; readonly type?: 'exact' | 'urlpattern' };

export interface HubTokenOptions {
  readonly publisher: readonly TokenKey[];
  readonly subscriber: readonly TokenKey[];
  readonly verify?: VerifyToken | undefined;
  readonly dialects: readonly Dialect[];
  readonly lifetime: Duration;
  readonly limits: AllHubLimits;
  readonly matchers: TopicMatchers;
}

/** Issues and verifies the tokens of a hub. Clients do not learn why a token is rejected. */
export class HubTokens {
  readonly #options: HubTokenOptions;
  readonly #memo = new TokenMemo<VerifiedAccess>(MEMO_BYTES);

  constructor(options: HubTokenOptions) {
    this.#options = options;
  }

  /** Checks that tokens can be verified. @throws {Error} if the package `jose` is not installed */
  assertVerifier(): void {
    const { publisher, subscriber, verify } = this.#options;
    if (verify === undefined) void [...publisher, ...subscriber].map(({ verifier }) => verifier);
  }

  /** Returns what a token allows; undefined if it is rejected. The result is a promise for tokens that are not cached. */
  read(token: string, role: TokenRole, identity: HubIdentity): HubAccess | undefined | Promise<HubAccess | undefined> {
    const { limits, verify } = this.#options;
    if (token.length > limits.token) return undefined;
    const sent = `${role} ${identity.audience} ${identity.issuer} ${token}`;
    const known = this.#memo.get(sent)?.claims;
    if (known !== undefined) return isExpired(known.expires) ? undefined : known;
    const header = readHeader(token);
    if (header instanceof Message) return undefined;
    if (verify === undefined) return this.#verify(sent, token, role, identity);
    // An application that verifies tokens may revoke them, so the result is not cached.
    const claims = verify(token, role);
    if (!isPromise(claims)) return claims && this.#toAccess(claims, header.typ, identity);
    return claims.then((late) => late && this.#toAccess(late, header.typ, identity));
  }

  /** @throws {TypeError} if no key can sign the token, or its lifetime is invalid */
  issue(wish: TokenWish, identity: HubIdentity): string {
    const { dialects, lifetime } = this.#options;
    const { publish = [], subscribe = [], payload, subject, dialect = dialects[0]! } = wish;
    const key = this.#keys(publish.length > 0 ? 'publish' : 'subscribe').find(({ canSign }) => canSign);
    if (key === undefined) throw new TypeError('The hub has no key that can sign tokens: set hub.secret');
    const now = Math.floor(Date.now() / 1000);
    const common = {
      iss: key.issuer ?? identity.issuer,
      aud: identity.audience,
      sub: subject ?? 'anonymous',
      iat: now,
      exp: now + parseDuration(wish.lifetime ?? lifetime, 'lifetime', TOKEN_LIFETIME) / 1000,
    };
    if (dialect === 'earlier') {
      const mercure = { publish: publish.map(toPattern), subscribe: subscribe.map(toPattern), payload };
      return key.sign({ ...common, mercure }, 'JWT');
    }
    const details = [
      ...(publish.length > 0 ? [{ type: DETAIL_TYPE, actions: ['publish'], topics: publish.map(toMatch) }] : []),
      ...(subscribe.length > 0
        ? [{ type: DETAIL_TYPE, actions: ['subscribe'], topics: subscribe.map(toMatch), payload }]
        : []),
    ];
    return key.sign(
      { ...common, client_id: identity.issuer, jti: `urn:uuid:${randomUUID()}`, authorization_details: details },
      'at+jwt',
    );
  }

  #keys(role: TokenRole): readonly TokenKey[] {
    return role === 'publish' ? this.#options.publisher : this.#options.subscriber;
  }

  async #verify(sent: string, token: string, role: TokenRole, identity: HubIdentity): Promise<HubAccess | undefined> {
    const claims = readClaims(token);
    if (claims === undefined) return undefined;
    for (const key of this.#keys(role)) {
      if (!mayHaveSigned(key, claims, identity)) continue;
      const verified = await key.verify(token);
      if (verified instanceof Message) continue;
      const access = this.#toAccess(verified.claims, verified.type, identity);
      if (access !== undefined) this.#memo.add({ sent, claims: access });
      return access;
    }
    return undefined;
  }

  #toAccess(claims: Claims, type: string | undefined, { audience }: HubIdentity): HubAccess | undefined {
    const { dialects, matchers, limits } = this.#options;
    const { exp, nbf, aud, sub, iss } = claims;
    const dialect: Dialect = isAccessTokenType(type) ? 'current' : 'earlier';
    if (!dialects.includes(dialect)) return undefined;
    const isCurrent = dialect === 'current';
    if (exp === undefined ? isCurrent : typeof exp !== 'number' || isExpired(exp)) return undefined;
    if (nbf !== undefined && (typeof nbf !== 'number' || nbf > Date.now() / 1000)) return undefined;
    // Tokens of the earlier dialect need no audience; if they have one, it must be this hub.
    if (aud === undefined ? isCurrent : ![aud].flat().includes(audience)) return undefined;
    if (iss === undefined && isCurrent) return undefined;
    const grants = isCurrent
      ? readDetails(claims['authorization_details'], matchers, limits)
      : readEarlierClaim(claims['mercure'] ?? claims[EARLIER_CLAIM], matchers, limits);
    if (grants === undefined) return undefined;
    return {
      ...grants,
      dialect,
      expires: exp as number | undefined,
      subject: typeof sub === 'string' ? sub : undefined,
    };
  }
}

interface VerifiedAccess {
  readonly sent: string;
  readonly claims: HubAccess;
}

const MEMO_BYTES = 8 * 1024 * 1024;
/** The name of the claim where names have to be URLs. */
const EARLIER_CLAIM = 'https://mercure.rocks/';

// If there are several issuers, only the keys of the issuer in the token are used.
function mayHaveSigned(key: TokenKey, { iss }: Claims, identity: HubIdentity): boolean {
  return iss === undefined || iss === (key.issuer ?? identity.issuer);
}

function isExpired(expires: number | undefined): boolean {
  return expires !== undefined && expires * 1000 <= Date.now();
}

function isAccessTokenType(type: string | undefined): boolean {
  return type !== undefined && /^(?:application\/)?at\+jwt$/i.test(type);
}

function toMatch(topic: WishedTopic): { match: string; match_type?: string } {
  if (typeof topic === 'string') return { match: topic };
  return topic.type === 'urlpattern' ? { match: topic.match, match_type: topic.type } : { match: topic.match };
}

function toPattern(topic: WishedTopic): string {
  if (typeof topic === 'string') return topic;
  if (topic.type === 'urlpattern') throw new TypeError('The earlier dialect has no URL patterns; use a URI template');
  return topic.match;
}
