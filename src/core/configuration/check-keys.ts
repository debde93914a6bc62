import { didYouMean } from '../http/did-you-mean.ts';
import type { HostConfig } from '../../host/config.ts';
import { issue } from './config-issue.ts';
import type { ConfigIssue } from './config-issue.ts';

const KEYS: readonly (keyof HostConfig)[] = [
  'title',
  'version',
  'secret',
  'instances',
  'routes',
  'resources',
  'api',
  'listeners',
  'security',
  'access',
  'sessions',
  'hosts',
  'proxies',
  'limits',
  'compression',
  'origins',
  'cors',
  'methodOverride',
  'robots',
  'securityHeaders',
  'tls',
  'http2',
  'graceMs',
  'query',
  'requestId',
  'rateLimits',
  'health',
  'locales',
  'log',
  'onClose',
  'profiler',
  'hub',
];
const LIMITS =
  'url headers headerCount body headersTimeout requestTimeout bodyTimeout writeTimeout keepAliveTimeout connections pipelined time'.split(
    ' ',
  );

/** Settings that there are not. */
export function* unknownKeys(config: HostConfig): Generator<ConfigIssue> {
  yield* strangers(config, KEYS, '');
  if (typeof config.limits === 'object' && config.limits !== null) yield* strangers(config.limits, LIMITS, 'limits.');
}

/** Keys of an object that nobody knows, each with the one that was probably meant. */
export function* strangers(object: object, known: readonly string[], prefix: string): Generator<ConfigIssue> {
  for (const key of Object.keys(object)) {
    if (known.includes(key)) continue;
    const meant = didYouMean(key, known);
    yield issue(
      'ORIEL_CONFIG_KEY',
      prefix + key,
      `"${key}" is not a setting`,
      meant ? `Did you mean "${meant}"?` : `Known are ${known.join(', ')}`,
    );
  }
}
