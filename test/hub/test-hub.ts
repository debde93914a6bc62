import assert from 'node:assert/strict';
import { createTestHost } from 'oriel-host/testing';
import type { HostConfig } from 'oriel-host';
import type { TestHost } from 'oriel-host/testing';
import type { EmbeddedHubConfig } from 'oriel-host/hub';
import { TokenKey } from '../../packages/host/src/features/hub/token-key.ts';
import { EventReader } from './event-reader.ts';

/** A hub in memory and functions that send requests to it. */
export interface TestHub extends TestHost {
  /** Posts an update, by default with a token that may publish to every topic. */
  publish(fields: Fields, headers?: Readonly<Record<string, string>>): Promise<Response>;
  /** Sends GET with a query. */
  get(query: string, headers?: Readonly<Record<string, string>>): Promise<Response>;
  /** Opens an event stream, and throws if the response is an error. */
  subscribe(query: string, headers?: Readonly<Record<string, string>>): Promise<EventReader>;
}

export type Fields = readonly (readonly [name: string, value: string])[];

export const SECRET = 'a-secret-of-the-tests-that-is-long-enough';
export const HUB = '/.well-known/mercure';
export const HUB_URL = `http://localhost${HUB}`;
export const DETAIL = 'https://mercure.rocks/authorization-detail';

export function createTestHub(config: Partial<EmbeddedHubConfig> = {}, more: HostConfig = {}): TestHub {
  const host = createTestHost({ hub: { secret: SECRET, anonymous: true, ...config }, profiler: false, ...more });
  const get: TestHub['get'] = (query, headers = {}) => host.send(`GET ${HUB}?${query}`, { headers });
  return {
    ...host,
    get,
    publish: (fields, headers = bearer(fullAccessToken())) =>
      host.send(`POST ${HUB}`, {
        headers,
        body: new URLSearchParams(fields.map(([name, value]): [string, string] => [name, value])),
      }),
    async subscribe(query, headers) {
      const response = await get(query, headers);
      if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
      return new EventReader(response);
    },
  };
}

export function bearer(token: string): { Authorization: string } {
  return { Authorization: `Bearer ${token}` };
}

/** Signs any claims, valid or invalid. */
export function signToken(claims: object, type = 'at+jwt', secret = SECRET): string {
  return new TokenKey({ key: secret, algorithm: 'HS256' }).sign(claims, type);
}

/** Returns the current time as a NumericDate of RFC 7519. */
export function nowInSeconds(): number {
  return Math.floor(Date.now() / 1000);
}

/** Returns the claims of a valid token with some changes. */
export function claims(details: readonly unknown[], changes: object = {}): object {
  const now = nowInSeconds();
  const identity = { iss: 'http://localhost', aud: HUB_URL, sub: 'ada', client_id: 'tests', jti: 'urn:x:1' };
  return { ...identity, iat: now, exp: now + 60, authorization_details: details, ...changes };
}

export function detail(action: string, ...topics: readonly (string | object)[]): object {
  return {
    type: DETAIL,
    actions: [action],
    topics: topics.map((topic) => (typeof topic === 'string' ? { match: topic } : topic)),
  };
}

export function patternMatcher(match: string): object {
  return { match, match_type: 'urlpattern' };
}

/** Authorization details that grant publishing to every topic. */
export const PUBLISH_ALL = detail('publish', '*');

/** Returns a token of the current dialect with these authorization details. */
export function token(...details: readonly object[]): string {
  return signToken(claims(details));
}

export function fullAccessToken(): string {
  return token(PUBLISH_ALL, detail('subscribe', '*'));
}

/** Returns a token of the earlier dialect. */
export function earlierToken(mercure: object, changes: object = {}): string {
  return signToken({ mercure, ...changes }, 'JWT');
}

/** Publishes an update with a token. */
export async function publishWith(jwt: string, hub: TestHub = createTestHub(), topic = 'a'): Promise<Response> {
  return hub.publish([['topic', topic]], bearer(jwt));
}

/** Asserts that the hub rejects a token as invalid without stating the reason. */
export async function assertInvalidToken(jwt: string, hub?: TestHub): Promise<void> {
  const response = await publishWith(jwt, hub);
  assert.equal(response.status, 401);
  assert.match(response.headers.get('www-authenticate')!, /^Bearer error="invalid_token", resource_metadata="/);
  assert.equal(((await response.json()) as { detail: string }).detail, 'The token is not valid');
}

/** Return the query parameter for an exact topic and for a pattern. */
export const match = (topic: string): string => `match=${encodeURIComponent(topic)}`;
export const matchPattern = (topic: string): string => `match_urlpattern=${encodeURIComponent(topic)}`;

/** Returns whether a subscriber with a matcher receives an update. A second update shows that the first one was not sent. */
export async function isReceived(query: string, topic: string, headers = {}): Promise<boolean> {
  const hub = createTestHub();
  const reader = await hub.subscribe(`${query}&match=sentinel`, headers);
  await hub.publish([
    ['topic', topic],
    ['data', 'yes'],
  ]);
  await hub.publish([
    ['topic', 'sentinel'],
    ['data', 'no'],
  ]);
  return (await reader.data()) === 'yes';
}
