/** OpenTelemetry as its documentation sets it up, with spans only. They are collected in batches and not sent. */
import { register } from 'node:module';

process.env.OTEL_METRICS_EXPORTER = 'none';
process.env.OTEL_LOGS_EXPORTER = 'none';
process.env.OTEL_NODE_RESOURCE_DETECTORS = 'none';
process.env.OTEL_LOG_LEVEL = 'none';
register('@opentelemetry/instrumentation/hook.mjs', import.meta.url);
const { NodeSDK } = await import('@opentelemetry/sdk-node');
const { getNodeAutoInstrumentations } = await import('@opentelemetry/auto-instrumentations-node');
const exporter = { export: (_spans, done) => done({ code: 0 }), shutdown: async () => {} };
new NodeSDK({ traceExporter: exporter, instrumentations: [getNodeAutoInstrumentations()] }).start();
