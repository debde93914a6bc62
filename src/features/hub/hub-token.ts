import { randomUUID } from 'node:crypto';
import type { Dialect, HubLimits, VerifyToken } from './hub-config.ts';
import { DETAIL_TYPE, readDetails, readEarlierClaim } from './grants.ts';
import type { Grants } from './grants.ts';
import { readToken } from './jws.ts';
import type { ReadToken, TokenKey } from './jws.ts';
import type { TopicMatchers } from './topic-matcher.ts';

export type TokenRole = 'publish' | 'subscribe';

/** What a token that is believed allows, and until when. */
export interface HubAccess extends Grants {
  readonly dialect: Dialect;
  /** Seconds since the epoch; undefined when it never ends, which the earlier dialect allows. */
  readonly expires: number | undefined;
  readonly subject: string | undefined;
}

/** Who a hub is, for those who make tokens and those who read them. */
export interface HubIdentity {
  readonly issuer: string;
  readonly audience: string;
}

/** What a token is to allow. */
export interface TokenWish {
  readonly publish?: readonly WishedTopic[];
  readonly subscribe?: readonly WishedTopic[];
  /** Told to others together with the subscription, where subscriptions are told. */
  readonly payload?: Readonly<Record<string, unknown>>;
  readonly subject?: string;
  /** Seconds it holds. */
  readonly lifetime?: number;
  /** Default: the first dialect that the hub speaks. */
  readonly dialect?: Dialect;
}

/** A topic as it is, or a pattern; `*` for all. */
export type WishedTopic = string | { readonly match: string; readonly type?: 'exact' | 'urlpattern' };

export interface HubTokenOptions {
  readonly publisher: readonly TokenKey[];
  readonly subscriber: readonly TokenKey[];
  readonly verify?: VerifyToken | undefined;
  readonly dialects: readonly Dialect[];
  readonly lifetime: number;
  readonly limits: HubLimits;
  readonly matchers: TopicMatchers;
}

/** Issues tokens and tells which to believe. Who is not believed is not told why. */
export class HubTokens {
  readonly #options: HubTokenOptions;
  // Verifying is most of what a request costs, and everybody sends the same token again and again.
  readonly #believed = new Map<string, HubAccess>();

  constructor(options: HubTokenOptions) {
    this.#options = options;
  }

  /** What it allows; undefined when it is not to be believed. A promise only when somebody else verifies. */
  read(token: string, role: TokenRole, identity: HubIdentity): HubAccess | undefined | Promise<HubAccess | undefined> {
    const { limits, verify } = this.#options;
    if (token.length > limits.token) return undefined;
    const key = `${role} ${identity.audience} ${identity.issuer} ${token}`;
    const known = this.#believed.get(key);
    if (known !== undefined) return isOver(known.expires) ? undefined : known;
    const read = readToken(token);
    if (read === undefined) return undefined;
    if (verify === undefined) {
      const signer = this.#keys(role).find((each) => this.#mayBe(each, read, identity) && attempt(each, read));
      return signer && this.#keep(key, read, identity);
    }
    // Whoever verifies may know of tokens that were taken back, so they are asked each time.
    const claims = verify(token, role);
    if (!(claims instanceof Promise)) return claims && this.#judge({ ...read, claims }, identity);
    return claims.then((late) => late && this.#judge({ ...read, claims: late }, identity));
  }

  /** @throws {TypeError} when no key can sign it */
  issue(wish: TokenWish, identity: HubIdentity): string {
    const { dialects, lifetime } = this.#options;
    const { publish = [], subscribe = [], payload, subject, dialect = dialects[0]! } = wish;
    const key = this.#keys(publish.length > 0 ? 'publish' : 'subscribe').find(({ signs }) => signs);
    if (key === undefined) throw new TypeError('The hub has no key that can sign tokens: give hub.secret');
    const now = Math.floor(Date.now() / 1000);
    const common = {
      iss: key.issuer ?? identity.issuer,
      aud: identity.audience,
      sub: subject ?? 'anonymous',
      iat: now,
      exp: now + Math.ceil(wish.lifetime ?? lifetime),
    };
    if (dialect === 'earlier') {
      const mercure = { publish: publish.map(patternOf), subscribe: subscribe.map(patternOf), payload };
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

  // With several issuers, a token is tried with the keys of the one it names and with no other.
  #mayBe(key: TokenKey, { claims, header }: ReadToken, identity: HubIdentity): boolean {
    const { iss } = claims;
    if (header['kid'] !== undefined && key.id !== undefined && header['kid'] !== key.id) return false;
    return iss === undefined || iss === (key.issuer ?? identity.issuer);
  }

  #keep(key: string, read: ReadToken, identity: HubIdentity): HubAccess | undefined {
    const access = this.#judge(read, identity);
    if (access === undefined || key.length > LONGEST_BELIEVED) return access;
    if (this.#believed.size >= MOST_BELIEVED) this.#believed.delete(this.#believed.keys().next().value!);
    this.#believed.set(key, access);
    return access;
  }

  #judge({ header, claims }: ReadToken, { audience }: HubIdentity): HubAccess | undefined {
    const { dialects, matchers, limits } = this.#options;
    const { exp, nbf, aud, sub, iss } = claims;
    const dialect: Dialect = isAccessTokenType(header['typ']) ? 'current' : 'earlier';
    if (!dialects.includes(dialect)) return undefined;
    const isCurrent = dialect === 'current';
    if (exp === undefined ? isCurrent : typeof exp !== 'number' || isOver(exp)) return undefined;
    if (nbf !== undefined && (typeof nbf !== 'number' || nbf > Date.now() / 1000)) return undefined;
    // Tokens of before need not say whom they are for; one that does is for nobody else.
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

const MOST_BELIEVED = 1000;
/** Longer keys are not kept: so all together have a bound. */
const LONGEST_BELIEVED = 8_192;
/** What the claim is called where names have to be URLs. */
const EARLIER_CLAIM = 'https://mercure.rocks/';

function isOver(expires: number | undefined): boolean {
  return expires !== undefined && expires * 1000 <= Date.now();
}

function isAccessTokenType(type: unknown): boolean {
  if (typeof type !== 'string') return false;
  const name = type.toLowerCase();
  return name === 'at+jwt' || name === 'application/at+jwt';
}

// A key of the wrong kind or size may throw; then it is not the one.
function attempt(key: TokenKey, read: ReadToken): boolean {
  try {
    return key.verifies(read);
  } catch {
    return false;
  }
}

function toMatch(topic: WishedTopic): { match: string; match_type?: string } {
  if (typeof topic === 'string') return { match: topic };
  return topic.type === 'urlpattern' ? { match: topic.match, match_type: topic.type } : { match: topic.match };
}

function patternOf(topic: WishedTopic): string {
  if (typeof topic === 'string') return topic;
  if (topic.type === 'urlpattern')
    throw new TypeError('The earlier dialect knows no URL patterns; give a URI template');
  return topic.match;
}
