import { formatValue, issue, validateUnknownKeys } from 'oriel-core/configuration';
import type { ConfigIssue } from 'oriel-core/configuration';
import { workerSettings } from '../../server/worker-protocol.ts';
import type { Feature } from '../feature.ts';
import { PROFILER_STATUS } from '../service-keys.ts';
import type { HostMetricsConfig } from './metrics-config.ts';
import { MetricsEndpoint } from './metrics-endpoint.ts';
import { BUCKETS, RequestMetrics } from './request-metrics.ts';

/** The part of the host's configuration that the metrics depend on. */
export interface MetricsSettings {
  readonly metrics?: boolean | HostMetricsConfig;
  readonly routes?: readonly { readonly name: string; readonly path: string }[];
}

export const feature: Feature<MetricsSettings> = {
  name: 'metrics',
  validate: validateMetrics,
  create({ metrics }, { isProfilerRoute, isListening, find, metrics: ofFeatures }) {
    if (metrics === undefined || metrics === false) return {};
    const config = metrics === true ? {} : metrics;
    const requests = new RequestMetrics(config.buckets ?? BUCKETS, isProfilerRoute);
    const sources = { requests, profiler: () => find(PROFILER_STATUS)?.(), features: ofFeatures };
    const endpoint = new MetricsEndpoint(config, sources, isListening && workerSettings() !== undefined);
    return {
      listeners: { metrics: requests },
      answer: (incoming) => endpoint.answer(incoming),
      answers: (incoming) => endpoint.isMeant(incoming),
      onClose: () => endpoint.close(),
    };
  },
};

function* validateMetrics({ metrics, routes = [] }: MetricsSettings): Generator<ConfigIssue> {
  if (metrics === undefined || metrics === false) return;
  if (metrics === true) return yield* validateMetrics({ metrics: {}, routes });
  const report = (name: string, reason: string, fix: string): ConfigIssue =>
    issue('ORIEL_CONFIG_METRICS', name === '' ? 'metrics' : `metrics.${name}`, reason, fix);
  if (typeof metrics !== 'object' || metrics === null)
    return yield report(
      '',
      `It is ${formatValue(metrics)}`,
      "metrics: true, or { token: process.env['METRICS_TOKEN'] }",
    );
  yield* validateUnknownKeys(metrics, ['path', 'token', 'access', 'buckets', 'pools'], 'metrics.');
  const { path = '/metrics', token, access, buckets = BUCKETS, pools = {} } = metrics;
  const taken = (Array.isArray(routes) ? routes : []).find((route) => route?.path === path);
  if (typeof path !== 'string' || !PATH.test(path))
    yield report('path', `${formatValue(path)} is not a path`, "Use a path such as '/metrics'");
  else if (taken !== undefined)
    yield report(
      'path',
      `${path} is also the path of the route "${taken.name}", which would never be reached`,
      'Use another path',
    );
  // The message does not contain the token.
  if ('token' in metrics && (typeof token !== 'string' || !TOKEN.test(token)))
    yield report(
      'token',
      typeof token === 'string' ? `It has ${token.length} characters, or spaces` : 'It is not a string',
      'Set 16 to 1,024 characters without spaces; `openssl rand -hex 32` prints some',
    );
  if (access !== undefined && (access as unknown) !== 'public')
    yield report(
      'access',
      `It is ${formatValue(access)}`,
      "Remove it, or state that every client may read the metrics: 'public'",
    );
  else if (access === 'public' && token !== undefined)
    yield report('access', 'It is "public", so that the token has no effect', 'Remove one of them');
  if (!isAscending(buckets))
    yield report(
      'buckets',
      `It is ${formatValue(buckets)}`,
      'List 1 to 50 positive numbers of seconds in ascending order',
    );
  for (const [name, pool] of Object.entries(pools))
    if (!COUNTS.every((each) => typeof (pool as unknown as Record<string, unknown> | null)?.[each] === 'number'))
      yield report(
        `pools.${name}`,
        `It is ${formatValue(pool)}`,
        `Use an object with the numbers ${COUNTS.join(', ')}, such as a Pool of pg`,
      );
}

function isAscending(buckets: readonly unknown[]): boolean {
  if (!Array.isArray(buckets) || buckets.length === 0 || buckets.length > 50) return false;
  return buckets.every((each, index) => Number.isFinite(each) && each > (index === 0 ? 0 : buckets[index - 1]));
}

const COUNTS = ['totalCount', 'idleCount', 'waitingCount'];
const PATH = /^\/[^?#\s]*$/;
const TOKEN = /^\S{16,1024}$/;
