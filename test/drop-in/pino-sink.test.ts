import { deepEqual, equal, match, ok, throws } from 'node:assert/strict';
import { mkdtempSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { defineHost, pinoSink, route } from 'oriel-host';
import type { LogLevel } from 'oriel-host';
import { MemoryProfileStorage } from 'oriel';

interface Pino {
  (options: object, destination: object): Parameters<typeof pinoSink>[0];
  destination(options: object): object;
}
const pino = createRequire(import.meta.url)('pino') as Pino;

/** A logger of pino, and the lines that it has written. */
function memoryLogger(options: object = {}) {
  const texts: string[] = [];
  const logger = pino({ base: null, level: 'trace', ...options }, { write: (line: string) => void texts.push(line) });
  return { logger, texts, lines: () => texts.map((line) => JSON.parse(line) as Record<string, unknown>) };
}

test('the levels of a host are those of pino, with the field severity where a level is lost', () => {
  const { logger, lines } = memoryLogger();
  const host = defineHost({ log: { level: 'debug', sink: pinoSink(logger) } });
  const levels = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'] as const;
  for (const level of levels satisfies readonly LogLevel[]) host.log(level, `%s ${level}`, { count: 1 });
  deepEqual(
    lines().map(({ level, severity, msg, channel, count }) => [level, severity, msg, channel, count]),
    [
      [20, undefined, '%s debug', 'app', 1],
      [30, undefined, '%s info', 'app', 1],
      [30, 'notice', '%s notice', 'app', 1],
      [40, undefined, '%s warning', 'app', 1],
      [50, undefined, '%s error', 'app', 1],
      [60, 'critical', '%s critical', 'app', 1],
      [60, 'alert', '%s alert', 'app', 1],
      [60, 'emergency', '%s emergency', 'app', 1],
    ],
  );
});

test('an error of a handler has its class, stack and cause, and the id of the request', async () => {
  const { logger, lines } = memoryLogger();
  await using host = defineHost({
    log: { sink: pinoSink(logger) },
    routes: [
      route('rates', 'GET /rates', {
        handle: () => {
          throw new RangeError('No rates', { cause: new Error('Connection lost') });
        },
      }),
    ],
  });
  const response = await host.fetch(new Request('http://localhost/rates'));
  const [line] = lines() as [Record<string, unknown>];
  const { type, message, stack } = line['err'] as Record<string, string>;
  deepEqual([line['level'], line['channel'], type], [60, 'request', 'RangeError']);
  match(message!, /^No rates/);
  match(stack!, /pino-sink\.test\.ts[\s\S]*caused by: Error: Connection lost/);
  equal(line['request_id'], response.headers.get('x-request-id'));
});

test('the access log is written through pino with its fields', async () => {
  const { logger, lines } = memoryLogger();
  await using host = defineHost({
    log: { access: true, sink: pinoSink(logger) },
    routes: [route('hello', 'GET /hello', { handle: () => 'Hello' })],
  });
  const { url } = await host.listen({ port: 0 });
  await (await fetch(`${url}/hello`)).text();
  await host.close();
  const entry = lines().find(({ channel }) => channel === 'access')!;
  deepEqual([entry['level'], entry['route'], entry['status']], [30, 'hello', 200]);
});

test('details cannot replace the fields of pino, the channel or the request, and the line has each field once', () => {
  const { logger, texts, lines } = memoryLogger();
  const details = { level: 1, time: 2, msg: 'forged', channel: 'forged', severity: 'forged', city: 'Lisbon' };
  defineHost({ log: { level: 'info', sink: pinoSink(logger) } }).log('notice', 'Moved', details);
  const { time, ...line } = lines()[0]!;
  ok((time as number) > 1e12);
  const fields = { details_level: 1, details_time: 2, details_msg: 'forged', city: 'Lisbon' };
  deepEqual(line, { level: 30, channel: 'app', severity: 'notice', msg: 'Moved', ...fields });
  equal(texts[0]!.match(/"level":/g)!.length, 1);
});

test('an error or a detail whose getters throw does not lose the record', () => {
  const { logger, lines } = memoryLogger();
  const host = defineHost({ log: { sink: pinoSink(logger) } });
  const hostile = Object.defineProperty(new Error('Broken'), 'stack', {
    get() {
      throw new Error('No stack');
    },
  });
  host.log('error', 'It failed', { exception: hostile });
  const [line] = lines() as [Record<string, unknown>];
  equal(line['msg'], 'It failed');
  match(JSON.stringify(line['err']), /Broken/);
});

test('the level of pino and its redaction apply to the records of the host', () => {
  const { logger, lines } = memoryLogger({ level: 'error', redact: ['card'] });
  const host = defineHost({ log: { level: 'debug', sink: pinoSink(logger) } });
  host.log('warning', 'Slow');
  host.log('error', 'Declined', { card: '4111' });
  deepEqual(
    lines().map(({ msg, card }) => [msg, card]),
    [['Declined', '[Redacted]']],
  );
});

test('closing the host writes the records that pino has buffered', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'oriel-pino-')), 'app.log');
  const logger = pino({}, pino.destination({ dest: file, sync: false, minLength: 8_192 }));
  const host = defineHost({ log: { level: 'info', sink: pinoSink(logger) } });
  host.log('info', 'Buffered');
  await host.close();
  match(readFileSync(file, 'utf8'), /"msg":"Buffered"/);
});

test('pinoSink() throws a TypeError for a value without the methods of pino', () => {
  throws(
    () => pinoSink(console as never),
    /^TypeError: The logger of pinoSink\(\) has no method fatal\(\); pass the result of pino/,
  );
});

test('the log and the access log of a recorded request have the ids of its trace and of its span', async () => {
  const { logger, lines } = memoryLogger();
  const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
  await using host = defineHost({
    log: { level: 'info', access: true, sink: pinoSink(logger) },
    profiler: { storage: new MemoryProfileStorage() },
    routes: [
      route('rates', 'GET /rates', {
        handle: () => {
          host.log('info', 'Loaded');
          return 'done';
        },
      }),
    ],
  });
  const { url } = await host.listen({ port: 0, mode: 'development' });
  const headers = { traceparent: `00-${trace}-00f067aa0ba902b7-01` };
  await (await fetch(`${url}/rates`, { headers })).text();
  await host.close();
  const ofRequest = lines().filter(({ msg }) => msg === 'Loaded' || String(msg).startsWith('GET '));
  const [first, ...others] = ofRequest.map(({ channel, trace_id, span_id }) => ({ channel, trace_id, span_id }));
  deepEqual([first!['channel'], first!['trace_id']], ['app', trace]);
  match(first!['span_id'] as string, /^(?!00f067aa0ba902b7)[0-9a-f]{16}$/);
  deepEqual(others, [{ ...first, channel: 'access' }]);
  ok(!ofRequest.some((line) => 'traceId' in line));
});
