import { validateUnknownKeys } from 'oriel-core/configuration';
import type { ConfigIssue } from 'oriel-core/configuration';
import type { CompressionOptions } from '../server/server-options.ts';
import type { HostConfig, HostLimits, HostsConfig, LogConfig } from './config.ts';

/** Reports unknown settings. */
export function* validateKeys(config: HostConfig): Generator<ConfigIssue> {
  yield* validateUnknownKeys(config, KEYS, '');
  for (const [name, known] of Object.entries(GROUPS)) {
    const group: unknown = config[name as keyof HostConfig];
    if (typeof group === 'object' && group !== null) yield* validateUnknownKeys(group, known, `${name}.`);
  }
}

const KEYS: readonly (keyof HostConfig)[] = [
  'title',
  'version',
  'secret',
  'instances',
  'state',
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
  'gracePeriod',
  'query',
  'requestId',
  'rateLimits',
  'files',
  'health',
  'metrics',
  'locales',
  'log',
  'migrations',
  'onClose',
  'onStart',
  'plugins',
  'profiler',
  'hub',
  'mcp',
];
const HOSTS_KEYS: readonly (keyof HostsConfig)[] = ['names', 'www', 'unknown'];
const LOG_KEYS: readonly (keyof LogConfig)[] = ['level', 'access', 'sink'];
const COMPRESSION_KEYS: readonly (keyof CompressionOptions)[] = ['threshold', 'encodings'];
const LIMIT_KEYS: readonly (keyof HostLimits)[] = [
  ...(['url', 'headers', 'headerCount', 'body', 'connections', 'pipelined', 'time'] as const),
  ...(['headersTimeout', 'requestTimeout', 'bodyTimeout', 'writeTimeout', 'keepAliveTimeout'] as const),
];
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  limits: LIMIT_KEYS,
  hosts: HOSTS_KEYS,
  log: LOG_KEYS,
  compression: COMPRESSION_KEYS,
};
