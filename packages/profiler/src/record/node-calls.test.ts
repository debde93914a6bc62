/** Calls of `node:http`, over sockets: when they begin and end, their errors, and their URLs. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { ClientRequest, IncomingMessage, RequestListener, RequestOptions } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { TestContext } from 'node:test';
import { runInTrace } from '../../../core/src/trace/current.ts';
import { RequestTrace } from '../../../core/src/trace/trace.ts';
import type { Span } from '../../../core/src/trace/trace.ts';
import { OutgoingBody } from './outgoing-bodies.ts';
import { Redactor } from './redaction/redactor.ts';
import { createPropagation } from './propagate-trace.ts';
import { watchHttpClients } from './watch-http.ts';

interface Opened {
  readonly port: number;
  /** Starts a call in a trace of its own, whose only span is returned. */
  readonly call: (options?: RequestOptions) => { readonly sent: ClientRequest; readonly span: Span };
}

async function open(t: TestContext, listener: RequestListener, listenOn: string | number = 0): Promise<Opened> {
  t.after(watchHttpClients(createPropagation(false), 1_000));
  const server = createServer(listener);
  if (typeof listenOn === 'string') server.listen(listenOn);
  else server.listen(listenOn, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  return {
    port,
    call(options = {}) {
      const trace = new RequestTrace();
      const sent = runInTrace(trace, () => request({ host: '127.0.0.1', port, path: '/a', agent: false, ...options }));
      return { sent, span: trace.spans[0]! };
    },
  };
}

const responseTo = async (sent: ClientRequest): Promise<IncomingMessage> =>
  ((await once(sent, 'response')) as [IncomingMessage])[0];

function getBody(span: Span, name: string): unknown {
  const body = span.details?.[name];
  return OutgoingBody.is(body) ? body.record(new Redactor(), 1_000)?.content : undefined;
}

describe('a call of node:http', () => {
  test('ends when its whole body has arrived', async (t) => {
    const { call } = await open(t, (message, response) => {
      response.write('begin ');
      message.resume().on('end', () => response.end('end'));
    });
    const { sent, span } = call({ method: 'POST' });
    sent.flushHeaders();
    const response = await responseTo(sent);
    response.resume();
    assert.equal(span.duration, -1);
    assert.equal(span.details?.['status'], 200);
    assert.equal(typeof span.details?.['headersAt'], 'number');
    sent.end('sent');
    await once(response, 'end');
    assert.ok(span.duration >= (span.details['headersAt'] as number));
    assert.deepEqual([getBody(span, 'requestBody'), getBody(span, 'responseBody')], ['sent', 'begin end']);
    assert.equal(span.error, undefined);
  });

  test('begins when it is created, also if its body is never finished', async (t) => {
    const { call, port } = await open(t, (_message, response) => response.writeHead(413).end('too large'));
    const early = call({ method: 'POST' });
    early.sent.write('x');
    assert.equal(early.span.name, `POST http://127.0.0.1:${port}/a`);
    const response = await responseTo(early.sent);
    await once(response.resume(), 'end');
    assert.deepEqual([early.span.details?.['status'], early.span.duration >= 0], [413, true]);
    early.sent.destroy();

    const destroyed = call({ method: 'POST' });
    destroyed.sent.destroy();
    await once(destroyed.sent, 'error');
    assert.match(destroyed.span.error!, /socket hang up/);

    const refused = call({ method: 'POST', port: 1 });
    refused.sent.write('x');
    await once(refused.sent, 'error');
    assert.match(refused.span.error!, /ECONNREFUSED/);
  });

  test('has the error of a body that breaks off', async (t) => {
    const { call } = await open(t, (message, response) => {
      response.write('half', () => message.socket.destroy());
    });
    const { sent, span } = call();
    const response = await responseTo(sent.end());
    await assert.rejects(once(response.resume(), 'end'), /aborted/);
    if (!sent.closed) await once(sent, 'close');
    assert.match(span.error!, /aborted/);
    assert.equal(span.details?.['status'], 200);
  });

  test('ends without an error when the application does not read to the end', async (t) => {
    const { call } = await open(t, (_message, response) => response.write('half'));
    const { sent, span } = call();
    const response = await responseTo(sent.end());
    response.destroy();
    await once(sent, 'close');
    assert.deepEqual([span.duration >= 0, span.error, span.details?.['status']], [true, undefined, 200]);
  });

  test('ends when the connection is upgraded', async (t) => {
    t.after(watchHttpClients(createPropagation(false), 1_000));
    const server = createServer().listen(0, '127.0.0.1');
    t.after(() => server.close());
    server.on('upgrade', (_message, socket) =>
      socket.end('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'),
    );
    await once(server, 'listening');
    const trace = new RequestTrace();
    const { port } = server.address() as AddressInfo;
    const sent = runInTrace(trace, () =>
      request({ host: '127.0.0.1', port, headers: { Connection: 'upgrade', Upgrade: 'x' } }),
    );
    sent.on('upgrade', () => undefined).end();
    await once(sent, 'close');
    assert.deepEqual([trace.spans[0]!.duration >= 0, trace.spans[0]!.details?.['status']], [true, 101]);
  });

  test('has the type of its body, also if its headers are a list', async (t) => {
    const { call, port } = await open(t, (message, response) => message.resume().on('end', () => response.end()));
    const headers = [
      'Host',
      `127.0.0.1:${port}`,
      'Content-Type',
      'application/x-www-form-urlencoded',
      'Content-Length',
      '14',
    ];
    const { sent, span } = call({ method: 'POST', headers });
    await once((await responseTo(sent.end('a=b&password=x'))).resume(), 'end');
    const body = span.details?.['requestBody'];
    assert.ok(OutgoingBody.is(body));
    assert.equal(body.record(new Redactor(), 1_000)?.type, 'application/x-www-form-urlencoded');
  });

  test('is not read by being recorded', async (t) => {
    const { call } = await open(t, (_message, response) => response.end('whole'));
    const { sent } = call();
    const response = await responseTo(sent.end());
    assert.equal(response.readableFlowing, null);
    assert.equal(sent.write.name, 'write');
    let text = '';
    for await (const chunk of response) text += String(chunk);
    assert.equal(text, 'whole');
  });
});

describe('the URL of a call of node:http', () => {
  const echo: RequestListener = (_message, response) => response.end();

  test('names the host that is connected to, not that of the Host header', async (t) => {
    const { call, port } = await open(t, echo);
    for (const headers of [{ Host: 'other.example' }, ['Host', 'other.example:81']]) {
      const { sent, span } = call({ headers });
      await once((await responseTo(sent.end())).resume(), 'end');
      assert.equal(span.details?.['url'], `http://127.0.0.1:${port}/a`);
      assert.equal(span.name, `GET http://127.0.0.1:${port}/a`);
    }
    const array = call({ headers: ['Host', `127.0.0.1:${port}`] });
    await once((await responseTo(array.sent.end())).resume(), 'end');
    assert.equal(array.span.details?.['url'], `http://127.0.0.1:${port}/a`);
  });

  test('is that of the request to a proxy', async (t) => {
    const { call } = await open(t, echo);
    const { sent, span } = call({ path: 'http://a.example/b?c=1', headers: { Host: 'a.example' } });
    await once((await responseTo(sent.end())).resume(), 'end');
    assert.equal(span.name, 'GET http://a.example/b?c=1');
  });

  test('has the path of a socket', async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'oriel-call-'));
    t.after(() => rmSync(folder, { recursive: true }));
    const socketPath = join(folder, 's');
    const { call } = await open(t, echo, socketPath);
    const { sent, span } = call({ socketPath });
    await once((await responseTo(sent.end())).resume(), 'end');
    assert.equal(span.details?.['url'], `unix:${socketPath}:/a`);
  });
});
