// A service that is instrumented with the SDK of OpenTelemetry, and knows nothing of Oriel.
const { SeverityNumber, SpanKind, SpanStatusCode, context, propagation, trace } = require('@opentelemetry/api');
const { AsyncLocalStorageContextManager } = require('@opentelemetry/context-async-hooks');
const { W3CTraceContextPropagator } = require('@opentelemetry/core');
const { OTLPLogExporter } = require('@opentelemetry/exporter-logs-otlp-proto');
const { HttpInstrumentation } = require('@opentelemetry/instrumentation-http');
const { registerInstrumentations } = require('@opentelemetry/instrumentation');
const { resourceFromAttributes } = require('@opentelemetry/resources');
const { BatchLogRecordProcessor, LoggerProvider } = require('@opentelemetry/sdk-logs');
const { BatchSpanProcessor, TracerProvider } = require('@opentelemetry/sdk-trace');

const protocol = process.env.PROTOCOL;
const { OTLPTraceExporter } = require(
  `@opentelemetry/exporter-trace-otlp-${protocol === 'protobuf' ? 'proto' : 'http'}`,
);
const collector = process.env.COLLECTOR_URL;
const resource = resourceFromAttributes({
  'service.name': 'stock',
  'telemetry.sdk.language': 'nodejs',
  'telemetry.sdk.version': '3',
  'deploy.password': 'planted-secret-1',
});

context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
propagation.setGlobalPropagator(new W3CTraceContextPropagator());
const exporter = new OTLPTraceExporter({ url: `${collector}/v1/traces` });
const processor = new BatchSpanProcessor({ exporter, scheduledDelayMillis: 100 });
const provider = new TracerProvider({ resource, spanProcessors: [processor] });
trace.setGlobalTracerProvider(provider);
const logExporter = new OTLPLogExporter({ url: `${collector}/v1/logs` });
const logs = new LoggerProvider({
  resource,
  processors: [new BatchLogRecordProcessor({ exporter: logExporter, scheduledDelayMillis: 100 })],
});
const logger = logs.getLogger('stock');
registerInstrumentations({ instrumentations: [new HttpInstrumentation()], tracerProvider: provider });

const { createServer, get } = require('node:http');
const tracer = trace.getTracer('stock');

const server = createServer(async (request, response) => {
  const url = new URL(request.url, 'http://localhost');
  if (url.pathname === '/broken') {
    const span = trace.getActiveSpan();
    span.recordException(new RangeError('No crane, api_key=planted-secret-2'));
    span.setStatus({ code: SpanStatusCode.ERROR, message: 'No crane' });
    return void response.writeHead(500).end('broken');
  }
  logger.emit({
    severityNumber: SeverityNumber.WARN,
    body: 'Stock is low',
    attributes: { left: 3, token: 'planted-secret-3' },
  });
  const attributes = {
    'db.system.name': 'postgresql',
    'db.query.text': "select * from stock where password = 'planted-secret-4'",
    'db.response.returned_rows': 7,
  };
  tracer.startActiveSpan('SELECT stock', { kind: SpanKind.CLIENT, attributes }, (span) => span.end());
  const to = url.searchParams.get('to');
  if (to === null) return void response.end('stock');
  get(to, (answer) => answer.resume().on('end', () => response.end('called')));
});
server.listen(0, '127.0.0.1', () => console.log(`listening on ${server.address().port}`));
