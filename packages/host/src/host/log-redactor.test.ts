import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LogRecord } from '../../../core/src/trace/trace.ts';
import { defineHost } from './define-host.ts';
import { route } from '../routes/route.ts';
import { createLogRedactor, redactingSink } from './log-redactor.ts';

test('the access log masks the parameters in profiler.redact.names and does not mask those in profiler.redact.keep', async () => {
  const records: LogRecord[] = [];
  const host = defineHost({
    log: { level: 'none', access: true, sink: { write: (record) => void records.push(record) } },
    profiler: { redact: { names: ['boarding code', /^x-/g], keep: ['csrf-mode'] } },
    query: 'lenient',
  });
  for (let round = 0; round < 2; round++)
    await (
      await host.fetch(new Request('http://localhost/a?boardingCode=X7&x-a=1&csrf_mode=on&password=p&page=2'))
    ).text();
  const expected = 'http://localhost/a?boardingCode=•••&x-a=•••&csrf_mode=on&password=•••&page=2';
  assert.equal(records.length, 2);
  for (const { message, context } of records) {
    assert.equal(context['url'], expected);
    assert.equal(message, `GET ${expected} 404`);
  }
});

test('the log sink receives URLs with sensitive parameters masked', async () => {
  const records: LogRecord[] = [];
  const host = defineHost({
    log: { level: 'debug', access: true, sink: { write: (record) => void records.push(record) } },
    routes: [
      route('a', 'GET /a', {
        handle: ({ log }) => {
          log('info', 'Called https://b.example/?api_key=SECRET&page=2', { url: '/own?token=kept' });
          return 'a';
        },
      }),
      route('broken', 'GET /broken', {
        handle: () => {
          throw new Error('Cannot reach https://b.example/x?token=SECRET');
        },
      }),
    ],
    query: 'lenient',
  });
  const headers = { referer: 'https://a.example/cb?token=SECRET&q=1' };
  for (const path of ['/a', '/broken', '/missing'])
    await (await host.fetch(new Request(`http://localhost${path}?password=SECRET&page=2`, { headers }))).text();
  const matched = records.find(({ message }) => message === 'Matched route "a".');
  assert.equal(matched?.context['request_uri'], 'http://localhost/a?password=•••&page=2');
  assert.ok(records.some(({ message }) => message === 'Called https://b.example/?api_key=•••&page=2'));
  const missing = records.filter(({ message }) => message.includes('No route found'));
  assert.match(missing[0]!.message, /\(from "https:\/\/a\.example\/cb\?token=•••&q=1"\)/);
  for (const { message, context } of records)
    assert.doesNotMatch(message + JSON.stringify(context), /SECRET/, JSON.stringify([message, context]));
});

test('the log masks JSON Web Tokens in paths, messages and errors', async () => {
  const records: LogRecord[] = [];
  const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl';
  const host = defineHost({
    log: { level: 'debug', access: true, sink: { write: (record) => void records.push(record) } },
    routes: [
      route('confirm', 'GET /confirm/{token}', {
        handle: ({ log, params }) => {
          log('info', `Confirmed ${params.token}`);
          throw new Error(`No address for ${params.token}`);
        },
      }),
    ],
  });
  for (const path of [`/confirm/${token}`, `/missing/${token}`])
    await (await host.fetch(new Request(`http://localhost${path}`))).text();
  const access = records.filter(({ channel }) => channel === 'access').map(({ context }) => context['url']);
  assert.deepEqual(access, ['http://localhost/confirm/•••', 'http://localhost/missing/•••']);
  for (const { message, context } of records) {
    // Parameters of routes are data of the application, like the context of its own records.
    const { route_parameters: _, error, ...rest } = context;
    assert.doesNotMatch(message + JSON.stringify(rest) + (typeof error === 'string' ? error : ''), /c2lnbmF0dXJl/);
  }
});

function redacted(channel: string, message: string, context: LogRecord['context']): [LogRecord, LogRecord] {
  const record: LogRecord = { level: 'info', channel, message, context, time: 1 };
  const written: LogRecord[] = [];
  redactingSink({ write: (logRecord) => void written.push(logRecord) }, createLogRedactor({ profiler: false })).write(
    record,
  );
  assert.equal(written.length, 1);
  return [record, written[0]!];
}

test('the URLs and texts of the own channels are masked, and the contexts of other channels are not changed', () => {
  const context = {
    url: '/a?token=s',
    request_uri: '/b?token=s',
    error: 'at /c?token=s',
    detail: '/d?token=s',
    own: '/e?token=s',
  };
  for (const channel of ['request', 'server', 'access'])
    assert.deepEqual(redacted(channel, 'at /f?token=s', context)[1], {
      level: 'info',
      channel,
      message: 'at /f?token=•••',
      context: {
        url: '/a?token=•••',
        request_uri: '/b?token=•••',
        error: 'at /c?token=•••',
        detail: '/d?token=•••',
        own: '/e?token=s',
      },
      time: 1,
    });
  const [before, after] = redacted('app', 'at /f?token=s', context);
  assert.equal(after.message, 'at /f?token=•••');
  assert.equal(after.context, before.context);
});

test('a kept URL is not masked in texts, and other URLs with the same path are', () => {
  const { text, keepUrl } = createLogRedactor({});
  const link = 'http://localhost:8000/_profiler/?key=';
  keepUrl(`${link}mzK3x9QpL2vR8tYw5sBn1A`);
  const message = `Open ${link}mzK3x9QpL2vR8tYw5sBn1A or ${link}Zq7WcV4dJ6hT0uXe2gNf8K`;
  assert.equal(text(message), `Open ${link}mzK3x9QpL2vR8tYw5sBn1A or ${link}•••`);
});

test('a record without a secret is passed on as it is', () => {
  for (const context of [{}, { url: '/a?page=1' }, { url: undefined, error: 7, detail: null }]) {
    const [before, after] = redacted('request', 'GET /a?page=1', context);
    assert.equal(after, before);
  }
  const [before, after] = redacted('request', 'at /f?token=s', { url: '/a?page=1' });
  assert.equal(after.context, before.context);
});
