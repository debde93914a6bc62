import { validateUnknownKeys } from '../core/configuration/check-keys.ts';
import type { ConfigIssue } from '../core/configuration/config-issue.ts';
import type { HostConfig } from './config.ts';

/** Reports unknown settings. */
export function* validateKeys(config: HostConfig): Generator<ConfigIssue> {
  yield* validateUnknownKeys(config, KEYS, '');
  if (typeof config.limits === 'object' && config.limits !== null)
    yield* validateUnknownKeys(config.limits, LIMITS, 'limits.');
}

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
  'onStart',
  'plugins',
  'profiler',
  'hub',
];
const LIMITS =
  'url headers headerCount body headersTimeout requestTimeout bodyTimeout writeTimeout keepAliveTimeout connections pipelined time'.split(
    ' ',
  );
