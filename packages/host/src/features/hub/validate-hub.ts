import { createPublicKey } from 'node:crypto';
import { LONGEST_TIMER } from 'oriel-core/http';
import type { DurationRange } from 'oriel-core/http';
import { HUB_PATH } from './hub-config.ts';
import type { EmbeddedHubConfig, HubConfig, HubCookie } from './hub-config.ts';
import { TOKEN_LIFETIME } from './hub-tokens.ts';
import { validateDuration, validateUnknownKeys, issue, formatValue } from 'oriel-core/configuration';
import type { ConfigIssue } from 'oriel-core/configuration';

/** Reports invalid hub settings. Issues never contain secrets. */
export function* validateHub(hub: HubConfig): Generator<ConfigIssue> {
  if (typeof hub !== 'object' || hub === null || Array.isArray(hub))
    return yield invalid('', hub, 'Use an object such as hub: { secret: process.env.HUB_SECRET }');
  const settings: Readonly<Record<string, unknown>> = { ...hub };
  const isExternal = settings['url'] !== undefined;
  yield* validateUnknownKeys(settings, isExternal ? [...COMMON, ...EXTERNAL] : [...COMMON, ...EMBEDDED], 'hub.');
  yield* validateSecrets(hub, isExternal);
  yield* validateUrl('url', settings['url']);
  yield* validateUrl('publicUrl', settings['publicUrl'], isExternal ? undefined : HUB_PATH);
  for (const name of ['issuer', 'audience']) {
    if (settings[name] !== undefined && (typeof settings[name] !== 'string' || settings[name] === ''))
      yield invalid(name, settings[name], 'Use a string, preferably a URL such as "https://example.com"');
  }
  for (const name of NUMBERS) yield* validateNumber(name, settings[name]);
  for (const [name, range] of Object.entries(DURATIONS)) yield* validateDuration(`hub.${name}`, settings[name], range);
  for (const group of ['history', 'limits'] as const) {
    const value = settings[group];
    if (value === undefined) continue;
    if (typeof value !== 'object' || value === null) yield invalid(group, value, 'Use an object of numbers');
    else {
      yield* validateUnknownKeys(value, group === 'history' ? ['count', 'bytes'] : LIMITS, `hub.${group}.`);
      const { lifetime, ...numbers } = value as Readonly<Record<string, unknown>>;
      yield* validateDuration(`hub.${group}.lifetime`, lifetime, { maximum: LONGEST_TIMER });
      for (const [name, each] of Object.entries(numbers)) yield* validateNumber(`${group}.${name}`, each);
    }
  }
  const { dialects, cors, cookie } = settings;
  if (typeof cookie === 'object' && cookie !== null) yield* validateUnknownKeys(cookie, COOKIE, 'hub.cookie.');
  if (dialects !== undefined && !(Array.isArray(dialects) && dialects.length > 0 && dialects.every(isDialect)))
    yield invalid('dialects', dialects, 'Use an array of "current", "earlier" or both');
  if (!isExternal) yield* validateCors(cors);
  yield* validateMetrics(settings['metrics']);
  if (settings['tokenInQuery'] === true && Array.isArray(dialects) && !dialects.includes('earlier'))
    yield invalid('tokenInQuery', true, 'Remove it; only the earlier dialect has tokens in the query');
}

const COMMON = 'secret issuer audience publicUrl dialects cookie tokenLifetime url metrics'.split(' ');
const EXTERNAL = 'timeout retries queue'.split(' ');
const EMBEDDED =
  'publisher subscriber verify anonymous history heartbeat bufferCap cors subscriptions tokenInQuery limits transport'.split(
    ' ',
  );
const COOKIE: readonly (keyof HubCookie)[] = ['name', 'earlierName', 'domain', 'secure'];
const NUMBERS = 'bufferCap retries queue'.split(' ');
const DURATIONS: Readonly<Record<string, DurationRange>> = {
  tokenLifetime: TOKEN_LIFETIME,
  heartbeat: { maximum: LONGEST_TIMER },
  timeout: { minimum: 1, maximum: LONGEST_TIMER },
};
const LIMITS = 'data topics text matchers pattern steps grants token subscribers perAddress lifetime'.split(' ');
/** The minimum length of a secret for HS256 (RFC 7518 §3.2). */
const MIN_SECRET_BYTES = 32;
const SECRET_FIX = 'Use a random secret of at least 32 bytes from an environment variable: openssl rand -base64 48';

function* validateSecrets(hub: HubConfig, isExternal: boolean): Generator<ConfigIssue> {
  const { secret } = hub;
  const { publisher, subscriber } = hub as EmbeddedHubConfig;
  if (secret === undefined) {
    if (isExternal) yield issue('ORIEL_HUB_SECRET', 'hub.secret', 'It is required to sign updates', SECRET_FIX);
    else if ('secret' in hub)
      yield issue('ORIEL_HUB_SECRET', 'hub.secret', 'It is undefined', `${SECRET_FIX}, or remove the setting`);
  } else if (typeof secret !== 'string' || Buffer.byteLength(secret) < MIN_SECRET_BYTES) {
    const reason =
      typeof secret === 'string' ? `It has ${Buffer.byteLength(secret)} bytes` : `It is a ${typeof secret}`;
    yield issue('ORIEL_HUB_SECRET', 'hub.secret', reason, SECRET_FIX);
  }
  for (const [name, keys] of Object.entries({ publisher, subscriber })) {
    for (const key of keys === undefined ? [] : [keys].flat()) {
      const reason = findKeyIssue(key);
      if (reason !== undefined) yield issue('ORIEL_HUB_KEY', `hub.${name}`, reason, KEY_FIX);
    }
  }
}

const KEY_FIX =
  'Use { key, algorithm }: a secret of 32 bytes for HS256, a public key in PEM or as JWK for ES256, RS256 or EdDSA';
const ALGORITHM = /^(?:[HRP]S(?:256|384|512)|ES(?:256|384)|EdDSA)$/;

function findKeyIssue(given: unknown): string | undefined {
  const { key, algorithm } = (given ?? {}) as { key?: unknown; algorithm?: unknown };
  if (typeof algorithm !== 'string' || !ALGORITHM.test(algorithm))
    return `${formatValue(algorithm)} is not a supported algorithm`;
  if (typeof key === 'string' && algorithm.startsWith('HS'))
    return Buffer.byteLength(key) < MIN_SECRET_BYTES ? `Its secret has ${Buffer.byteLength(key)} bytes` : undefined;
  try {
    if (typeof key === 'string') createPublicKey(key);
    else if (typeof key !== 'object' || key === null) return `Its key is a ${typeof key}`;
    else if (!('type' in key)) createPublicKey({ key: key as import('node:crypto').JsonWebKey, format: 'jwk' });
    return undefined;
  } catch {
    return `Its key is not a valid key for ${algorithm}`;
  }
}

/**
 * @param path the required path of an embedded hub: topics below the path of the hub are reserved, so it must be the
 * real one
 */
function* validateUrl(name: string, value: unknown, path?: string): Generator<ConfigIssue> {
  if (value === undefined) return;
  if (typeof value === 'string' && URL.canParse(value)) {
    const { protocol, pathname, search, hash } = new URL(value);
    const hasPath = path === undefined || pathname + search + hash === path;
    if (/^https?:$/.test(protocol) && hasPath) return;
  }
  yield invalid(name, value, 'Use an absolute URL such as "https://example.com/.well-known/mercure"');
}

function* validateNumber(name: string, value: unknown): Generator<ConfigIssue> {
  if (value === undefined || (typeof value === 'number' && value >= 0 && !Number.isNaN(value))) return;
  yield issue('ORIEL_CONFIG_NUMBER', `hub.${name}`, `It is ${formatValue(value)}`, 'Use a number that is not negative');
}

function* validateMetrics(metrics: unknown): Generator<ConfigIssue> {
  if (metrics === undefined) return;
  if (typeof metrics !== 'object' || metrics === null)
    return yield invalid('metrics', metrics, 'Use { token: process.env.METRICS_TOKEN }');
  const { token, path, ...unknown } = metrics as Readonly<Record<string, unknown>>;
  yield* validateUnknownKeys(unknown, [], 'hub.metrics.');
  if (typeof token !== 'string' || token.length < MIN_TOKEN_LENGTH)
    yield issue(
      'ORIEL_HUB_SECRET',
      'hub.metrics.token',
      typeof token === 'string' ? `It has ${token.length} characters` : `It is a ${typeof token}`,
      `Use a random token of at least ${MIN_TOKEN_LENGTH} characters: openssl rand -hex 16`,
    );
  if (path !== undefined && !(typeof path === 'string' && /^\/[\w./-]*$/.test(path)))
    yield invalid('metrics.path', path, 'Use a path such as "/metrics"');
}

const MIN_TOKEN_LENGTH = 16;

function* validateCors(cors: unknown): Generator<ConfigIssue> {
  if (cors === undefined || cors === '*') return;
  const fix = '//example.com", without a path, or "*" for any, but without cookies';
  if (!Array.isArray(cors)) return yield invalid('cors', cors, fix);
  for (const [index, origin] of cors.entries()) {
    const isOrigin =
      typeof origin === 'string' && !origin.includes('*') && URL.canParse(origin) && new URL(origin).origin === origin;
    if (!isOrigin) yield invalid(`cors[${index}]`, origin, fix);
  }
}

function isDialect(value: unknown): boolean {
  return value === 'current' || value === 'earlier';
}

function invalid(place: string, value: unknown, fix: string): ConfigIssue {
  return issue('ORIEL_CONFIG_HUB', place === '' ? 'hub' : `hub.${place}`, `It is ${formatValue(value)}`, fix);
}
