import assert from 'node:assert/strict';
import { createTestHost } from 'oriel/testing';
import type { TestHost } from 'oriel/testing';
import type { EmbeddedHubConfig } from 'oriel/hub';
import { TokenKey } from '../../src/features/hub/token-key.ts';
import { EventReader } from './event-reader.ts';

/** A hub to ask questions of, in memory. */
export interface HubUnderTest extends TestHost {
  /** Posts an update, with a token that may publish everything unless another is given. */
  publish(fields: Fields, headers?: Readonly<Record<string, string>>): Promise<Response>;
  /** Asks for a stream. */
  ask(query: string, headers?: Readonly<Record<string, string>>): Promise<Response>;
  /** The same, and it has to be one. */
  subscribe(query: string, headers?: Readonly<Record<string, string>>): Promise<EventReader>;
}

export type Fields = readonly (readonly [name: string, value: string])[];

export const SECRET = 'a-secret-of-the-tests-that-is-long-enough';
export const HUB = '/.well-known/mercure';
export const HUB_URL = `http://localhost${HUB}`;
export const DETAIL = 'https://mercure.rocks/authorization-detail';

export function hubUnderTest(config: Partial<EmbeddedHubConfig> = {}): HubUnderTest {
  const host = createTestHost({ hub: { secret: SECRET, anonymous: true, ...config }, profiler: false });
  const ask: HubUnderTest['ask'] = (query, headers = {}) => host.send(`GET ${HUB}?${query}`, { headers });
  return {
    ...host,
    ask,
    publish: (fields, headers = bearer(everything())) =>
      host.send(`POST ${HUB}`, {
        headers,
        body: new URLSearchParams(fields.map(([name, value]): [string, string] => [name, value])),
      }),
    async subscribe(query, headers) {
      const response = await ask(query, headers);
      if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
      return new EventReader(response);
    },
  };
}

export function bearer(token: string): { Authorization: string } {
  return { Authorization: `Bearer ${token}` };
}

/** Signs any claims, right or wrong. */
export function signed(claims: object, type = 'at+jwt', secret = SECRET): string {
  return new TokenKey({ key: secret, algorithm: 'HS256' }).sign(claims, type);
}

/** The time as tokens say it. */
export function seconds(): number {
  return Math.floor(Date.now() / 1000);
}

/** The claims of a good token, which a test makes worse. */
export function claims(details: readonly unknown[], changes: object = {}): object {
  const now = seconds();
  const who = { iss: 'http://localhost', aud: HUB_URL, sub: 'ada', client_id: 'tests', jti: 'urn:x:1' };
  return { ...who, iat: now, exp: now + 60, authorization_details: details, ...changes };
}

export function detail(action: string, ...topics: readonly (string | object)[]): object {
  return {
    type: DETAIL,
    actions: [action],
    topics: topics.map((each) => (typeof each === 'string' ? { match: each } : each)),
  };
}

export function pattern(match: string): object {
  return { match, match_type: 'urlpattern' };
}

/** What lets a token publish anything. */
export const PUBLISH_ALL = detail('publish', '*');

/** A token of the current dialect for these details. */
export function token(...details: readonly object[]): string {
  return signed(claims(details));
}

export function everything(): string {
  return token(PUBLISH_ALL, detail('subscribe', '*'));
}

/** A token of the earlier dialect. */
export function earlierToken(mercure: object, changes: object = {}): string {
  return signed({ mercure, ...changes }, 'JWT');
}

/** Publishes with a token. */
export async function publishWith(jwt: string, hub: HubUnderTest = hubUnderTest(), topic = 'a'): Promise<Response> {
  return hub.publish([['topic', topic]], bearer(jwt));
}

/** Refused as a token that is not believed, and nobody is told why. */
export async function assertDisbelieved(jwt: string, hub?: HubUnderTest): Promise<void> {
  const response = await publishWith(jwt, hub);
  assert.equal(response.status, 401);
  assert.match(response.headers.get('www-authenticate')!, /^Bearer error="invalid_token", resource_metadata="/);
  assert.equal(((await response.json()) as { detail: string }).detail, 'The token is not valid');
}

/** A query for this very topic, and for a pattern. */
export const match = (topic: string): string => `match=${encodeURIComponent(topic)}`;
export const matchPattern = (topic: string): string => `match_urlpattern=${encodeURIComponent(topic)}`;

/** Does this matcher hear this topic? A second update tells when the first did not come. */
export async function hears(query: string, topic: string, headers = {}): Promise<boolean> {
  const hub = hubUnderTest();
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
