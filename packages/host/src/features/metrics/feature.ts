import { boolean, either, group, issue, withDefaults } from 'oriel-core/configuration';
import type { ConfigIssue } from 'oriel-core/configuration';
import { workerSettings } from '../../server/worker-protocol.ts';
import type { Feature } from '../feature.ts';
import { PROFILER_STATUS } from '../service-keys.ts';
import { METRICS_PATH, METRICS_SETTINGS } from './metrics-config.ts';
import type { HostMetricsConfig } from './metrics-config.ts';
import { createMetricsEndpoint } from './metrics-endpoint.ts';
import { RequestMetrics } from './request-metrics.ts';

export interface MetricsSettings {
  readonly metrics?: boolean | HostMetricsConfig;
  readonly routes?: readonly { readonly name: string; readonly path: string }[];
}

export const feature: Feature<MetricsSettings> = {
  name: 'metrics',
  validate: validateMetrics,
  create({ metrics }, { isProfilerRoute, isListening, find, metrics: ofFeatures }) {
    if (metrics === undefined || metrics === false) return {};
    const config = withDefaults(METRICS_SETTINGS, metrics === true ? {} : metrics);
    const requests = new RequestMetrics(config.buckets, isProfilerRoute);
    const sources = { requests, profiler: () => find(PROFILER_STATUS)?.(), features: ofFeatures };
    const endpoint = createMetricsEndpoint(config, sources, isListening && workerSettings() !== undefined);
    return { listeners: { metrics: requests }, ...endpoint };
  },
};

const METRICS = either([boolean(), group(METRICS_SETTINGS)], {
  code: 'ORIEL_CONFIG_METRICS',
  fix: "metrics: true, or { token: process.env['METRICS_TOKEN'] }",
});

function* validateMetrics({ metrics, routes }: MetricsSettings): Generator<ConfigIssue> {
  yield* METRICS.validate('metrics', metrics);
  if (metrics === undefined || metrics === false) return;
  const { token, access } = Object(metrics) as HostMetricsConfig;
  const taken = (Array.isArray(routes) ? routes : []).find((route) => route?.path === METRICS_PATH);
  if (taken !== undefined) {
    const reason = `${METRICS_PATH} is also the path of the route "${taken.name}", which would never be reached`;
    yield issue('ORIEL_CONFIG_METRICS', 'metrics', reason, 'Use another path for the route');
  }
  if (access === 'public' && token !== undefined) {
    const reason = 'It is "public", so that the token has no effect';
    yield issue('ORIEL_CONFIG_METRICS', 'metrics.access', reason, 'Remove one of them');
  }
}
