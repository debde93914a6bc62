import { createPublicKey } from 'node:crypto';
import { HUB_PATH } from './hub-config.ts';
import type { EmbeddedHubConfig, HubConfig } from './hub-config.ts';
import { validateUnknownKeys } from '../../core/configuration/check-keys.ts';
import { issue, formatValue } from '../../core/configuration/config-issue.ts';
import type { ConfigIssue } from '../../core/configuration/config-issue.ts';

/** Everything that is wrong with the settings of the hub. What is secret stays unsaid. */
export function* validateHub(hub: HubConfig): Generator<ConfigIssue> {
  if (typeof hub !== 'object' || hub === null || Array.isArray(hub))
    return yield wrong('', hub, 'Give its settings, such as hub: { secret: process.env.HUB_SECRET }');
  const settings: Readonly<Record<string, unknown>> = { ...hub };
  const isOutside = settings['url'] !== undefined;
  yield* validateUnknownKeys(settings, isOutside ? [...COMMON, ...OUTSIDE] : [...COMMON, ...EMBEDDED], 'hub.');
  yield* wrongSecrets(hub, isOutside);
  yield* wrongUrl('url', settings['url']);
  yield* wrongUrl('publicUrl', settings['publicUrl'], isOutside ? undefined : HUB_PATH);
  for (const name of ['issuer', 'audience']) {
    if (settings[name] !== undefined && (typeof settings[name] !== 'string' || settings[name] === ''))
      yield wrong(name, settings[name], 'Give a text, best an address such as "https://example.com"');
  }
  for (const name of NUMBERS) yield* wrongNumber(name, settings[name]);
  for (const group of ['history', 'limits'] as const) {
    const value = settings[group];
    if (value === undefined) continue;
    if (typeof value !== 'object' || value === null) yield wrong(group, value, 'Give an object of numbers');
    else {
      yield* validateUnknownKeys(value, group === 'history' ? ['count', 'bytes'] : LIMITS, `hub.${group}.`);
      for (const [name, each] of Object.entries(value)) yield* wrongNumber(`${group}.${name}`, each);
    }
  }
  const { dialects, cors } = settings;
  if (dialects !== undefined && !(Array.isArray(dialects) && dialects.length > 0 && dialects.every(isDialect)))
    yield wrong('dialects', dialects, 'Give "current", "earlier" or both, in a list');
  if (!isOutside) yield* wrongCors(cors);
  yield* wrongMetrics(settings['metrics']);
  if (settings['tokenInQuery'] === true && Array.isArray(dialects) && !dialects.includes('earlier'))
    yield wrong('tokenInQuery', true, 'Only the earlier dialect has tokens in the query: leave it out');
}

const COMMON = 'secret issuer audience publicUrl dialects cookie tokenLifetime url metrics'.split(' ');
const OUTSIDE = 'timeout retries queue'.split(' ');
const EMBEDDED =
  'publisher subscriber verify anonymous history heartbeat bufferCap cors subscriptions tokenInQuery limits transport'.split(
    ' ',
  );
const NUMBERS = 'tokenLifetime heartbeat bufferCap timeout retries queue'.split(' ');
const LIMITS = 'data topics text matchers pattern steps grants token subscribers perAddress lifetime'.split(' ');
/** What RFC 7518 §3.2 asks of a secret for HS256. */
const LEAST_BYTES = 32;
const SECRET_FIX = 'Give a random one of 32 bytes or more from an environment variable: openssl rand -base64 48';

function* wrongSecrets(hub: HubConfig, isOutside: boolean): Generator<ConfigIssue> {
  const { secret } = hub;
  const { publisher, subscriber } = hub as EmbeddedHubConfig;
  if (secret === undefined) {
    if (isOutside) yield issue('ORIEL_HUB_SECRET', 'hub.secret', 'Without it no update can be signed', SECRET_FIX);
    else if ('secret' in hub)
      yield issue('ORIEL_HUB_SECRET', 'hub.secret', 'It is undefined', `${SECRET_FIX}; or leave it out`);
  } else if (typeof secret !== 'string' || Buffer.byteLength(secret) < LEAST_BYTES) {
    const reason =
      typeof secret === 'string' ? `It has ${Buffer.byteLength(secret)} bytes` : `It is a ${typeof secret}`;
    yield issue('ORIEL_HUB_SECRET', 'hub.secret', reason, SECRET_FIX);
  }
  for (const [name, keys] of Object.entries({ publisher, subscriber })) {
    for (const key of keys === undefined ? [] : [keys].flat()) {
      const reason = flawOf(key);
      if (reason !== undefined) yield issue('ORIEL_HUB_KEY', `hub.${name}`, reason, KEY_FIX);
    }
  }
}

const KEY_FIX =
  'Give { key, algorithm }: a secret of 32 bytes for HS256, a public key in PEM or as JWK for ES256, RS256 or EdDSA';
const ALGORITHM = /^(?:[HRP]S(?:256|384|512)|ES(?:256|384)|EdDSA)$/;

function flawOf(given: unknown): string | undefined {
  const { key, algorithm } = (given ?? {}) as { key?: unknown; algorithm?: unknown };
  if (typeof algorithm !== 'string' || !ALGORITHM.test(algorithm)) return `${formatValue(algorithm)} is no algorithm`;
  if (typeof key === 'string' && algorithm.startsWith('HS'))
    return Buffer.byteLength(key) < LEAST_BYTES ? `Its secret has ${Buffer.byteLength(key)} bytes` : undefined;
  try {
    if (typeof key === 'string') createPublicKey(key);
    else if (typeof key !== 'object' || key === null) return `Its key is a ${typeof key}`;
    else if (!('type' in key)) createPublicKey({ key: key as import('node:crypto').JsonWebKey, format: 'jwk' });
    return undefined;
  } catch {
    return `Its key cannot be read as one for ${algorithm}`;
  }
}

/** @param path the only one under which a hub inside is: what it calls its own, publishers may not use */
function* wrongUrl(name: string, value: unknown, path?: string): Generator<ConfigIssue> {
  if (value === undefined) return;
  if (typeof value === 'string' && URL.canParse(value)) {
    const { protocol, pathname, search, hash } = new URL(value);
    const isHere = path === undefined || pathname + search + hash === path;
    if (/^https?:$/.test(protocol) && isHere) return;
  }
  yield wrong(name, value, 'Give a whole address, such as "https://example.com/.well-known/mercure"');
}

function* wrongNumber(name: string, value: unknown): Generator<ConfigIssue> {
  if (value === undefined || (typeof value === 'number' && value >= 0 && !Number.isNaN(value))) return;
  yield issue('ORIEL_CONFIG_NUMBER', `hub.${name}`, `It is ${formatValue(value)}`, 'Give a number of zero or more');
}

function* wrongMetrics(metrics: unknown): Generator<ConfigIssue> {
  if (metrics === undefined) return;
  if (typeof metrics !== 'object' || metrics === null)
    return yield wrong('metrics', metrics, 'Give { token: process.env.METRICS_TOKEN }');
  const { token, path, ...strange } = metrics as Readonly<Record<string, unknown>>;
  yield* validateUnknownKeys(strange, [], 'hub.metrics.');
  if (typeof token !== 'string' || token.length < LEAST_TOKEN)
    yield issue(
      'ORIEL_HUB_SECRET',
      'hub.metrics.token',
      typeof token === 'string' ? `It has ${token.length} characters` : `It is a ${typeof token}`,
      `Give a random one of ${LEAST_TOKEN} characters or more: openssl rand -hex 16`,
    );
  if (path !== undefined && !(typeof path === 'string' && /^\/[\w./-]*$/.test(path)))
    yield wrong('metrics.path', path, 'Give a path such as "/metrics"');
}

const LEAST_TOKEN = 16;

function* wrongCors(cors: unknown): Generator<ConfigIssue> {
  if (cors === undefined || cors === '*') return;
  const fix =
    'Give a list of origins such as "https://example.com", without a path, or "*" for any, but without cookies';
  if (!Array.isArray(cors)) return yield wrong('cors', cors, fix);
  for (const [index, origin] of cors.entries()) {
    const isOrigin =
      typeof origin === 'string' && !origin.includes('*') && URL.canParse(origin) && new URL(origin).origin === origin;
    if (!isOrigin) yield wrong(`cors[${index}]`, origin, fix);
  }
}

function isDialect(value: unknown): boolean {
  return value === 'current' || value === 'earlier';
}

function wrong(place: string, value: unknown, fix: string): ConfigIssue {
  return issue('ORIEL_CONFIG_HUB', place === '' ? 'hub' : `hub.${place}`, `It is ${formatValue(value)}`, fix);
}
