import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { JsonPoster, parseRetryAfter } from './post-json.ts';
import { SignalQueue } from './signal-queue.ts';
import type { SignalQueueOptions } from './signal-queue.ts';

/** A queue that sends to a real server, which answers as `answers` do, one after the other; the last one repeats. */
async function start(
  t: TestContext,
  answers: readonly ((response: ServerResponse) => void)[],
  options: Partial<SignalQueueOptions> & { readonly timeoutMs?: number } = {},
) {
  const bodies: string[] = [];
  const reports: string[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const text of request.setEncoding('utf8')) body += String(text);
    const answer = answers[Math.min(bodies.push(body), answers.length) - 1]!;
    answer(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/traces`);
  const poster = new JsonPoster({ url, headers: {}, timeoutMs: options.timeoutMs ?? 5_000 });
  const queue = new SignalQueue({
    ...{ what: 'spans', rejectedName: 'rejectedSpans', delayMs: 1, retryMs: 1 },
    post: (body) => poster.post(body),
    ...{ head: '[', tail: ']' },
    report: (message) => void reports.push(message),
    ...options,
  });
  t.after(() => {
    queue.close();
    poster.close();
    server.close();
    server.closeAllConnections();
  });
  const until = async (condition: () => boolean): Promise<void> => {
    for (let attempt = 0; attempt < 2_000 && !condition(); attempt++) await sleep(5);
    ok(condition(), `never true: ${condition.toString()}`);
  };
  return { queue, bodies, reports, until };
}

const accept = (response: ServerResponse): void => void response.end('{}');
const answer = (status: number, headers: Record<string, string> = {}, body = '') => {
  return (response: ServerResponse): void => void response.writeHead(status, headers).end(body);
};

test('entries that arrive together are one batch', async (t) => {
  const { queue, bodies, until } = await start(t, [accept]);
  queue.push({ text: '1', count: 1 });
  queue.push({ text: '2,3', count: 2 });
  await until(() => queue.status.exported === 3);
  deepEqual(bodies, ['[1,2,3]']);
});

for (const status of [429, 502, 503, 504])
  test(`a batch is sent again after ${status}, unchanged and before later entries`, async (t) => {
    const { queue, bodies, reports, until } = await start(t, [answer(status), accept]);
    queue.push({ text: '1', count: 1 });
    await until(() => queue.status.retries === 1);
    queue.push({ text: '2', count: 1 });
    await until(() => queue.status.exported === 2);
    deepEqual(bodies, ['[1]', '[1]', '[2]']);
    deepEqual(queue.status, { waiting: 0, exported: 2, dropped: 0, rejected: 0, retries: 1, trouble: undefined });
    match(reports[0]!, new RegExp(`^OTLP: spans are not exported: status ${status}\\.`));
    equal(reports[1], 'OTLP: spans are exported again');
  });

test('the time of Retry-After applies instead of the own delay', async (t) => {
  const { queue, until } = await start(t, [answer(503, { 'Retry-After': '0' }), accept], { retryMs: 3_600_000 });
  queue.push({ text: '1', count: 1 });
  await until(() => queue.status.exported === 1);
});

test('Retry-After is a number of seconds or a date, and is limited to five minutes', () => {
  const now = Date.parse('2026-11-26T10:00:00Z');
  const parsed = ['7', ' 0 ', 'Thu, 26 Nov 2026 10:00:03 GMT', '99999', '-1', 'soon', undefined];
  deepEqual(
    parsed.map((header) => parseRetryAfter(header, now)),
    [7_000, 0, 3_000, 300_000, 0, undefined, undefined],
  );
});

for (const status of [302, 400, 401, 404, 413, 500])
  test(`a batch is dropped after ${status}, counted and not sent again`, async (t) => {
    const { queue, bodies, until } = await start(t, [answer(status, { Location: '/elsewhere' }), accept]);
    queue.push({ text: '1,2', count: 2 });
    await until(() => queue.status.dropped === 2);
    equal(queue.status.trouble, `status ${status}`);
    queue.push({ text: '3', count: 1 });
    await until(() => queue.status.exported === 1);
    deepEqual([bodies, queue.status.retries], [['[1,2]', '[3]'], 0]);
  });

test('what the collector rejects from a batch that it accepts is counted, with its message in one line', async (t) => {
  const partialSuccess = { rejectedSpans: '2', errorMessage: 'too\n\u001b[31mold' };
  const { queue, reports, until } = await start(t, [answer(200, {}, JSON.stringify({ partialSuccess }))]);
  queue.push({ text: '1,2,3', count: 3 });
  await until(() => queue.status.exported === 1);
  equal(queue.status.rejected, 2);
  match(reports[0]!, /2 of 3 were rejected: too \[31mold\. /);
});

test('a response that is not JSON counts as accepted', async (t) => {
  const { queue, until } = await start(t, [answer(200, {}, '<html>')]);
  queue.push({ text: '1', count: 1 });
  await until(() => queue.status.exported === 1);
});

test('a full queue drops its oldest batches', async (t) => {
  const never = (): void => {};
  const { queue, bodies, until } = await start(t, [never], { batchBytes: 11, maxBytes: 3 * 11 });
  queue.push({ text: '"first---"', count: 1 });
  await until(() => bodies.length === 1);
  for (let index = 0; index < 5; index++) queue.push({ text: `"entry-${index}-"`.slice(0, 10), count: 1 });
  // The batch that is being sent is not in the queue.
  deepEqual([queue.status.waiting, queue.status.dropped], [4, 2]);
  queue.close();
  deepEqual([queue.status.waiting, queue.status.dropped], [0, 6]);
});

test('a batch that is full is sent without a delay, and so are those that follow it', async (t) => {
  const { queue, bodies, until } = await start(t, [accept], { delayMs: 3_600_000, batchBytes: 20 });
  for (let index = 0; index < 5; index++) queue.push({ text: `"entry-${index}"`, count: 1 });
  await until(() => queue.status.exported === 4);
  // The last one is not full.
  deepEqual([bodies, queue.status.waiting], [['["entry-0","entry-1"]', '["entry-2","entry-3"]'], 1]);
});

test('an entry that is larger than a batch is a batch of its own', async (t) => {
  const { queue, bodies, until } = await start(t, [accept], { batchBytes: 20 });
  const large = `"•${'x'.repeat(100)}"`;
  for (const text of ['"1"', large, '"2"']) queue.push({ text, count: 1 });
  await until(() => queue.status.exported === 3);
  deepEqual(bodies, ['["1"]', `[${large}]`, '["2"]']);
});

test('after an answer to a part of a batch the rest is not sent, because its memory is used again', async (t) => {
  let [isClosed, hasChanged] = [false, false];
  const server = createTcpServer((socket) => {
    socket.once('data', () => {
      socket.pause().write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}');
      socket.on('data', (bytes) => (hasChanged ||= bytes.includes('Z')));
    });
    socket.on('error', () => {}).once('close', () => (isClosed = true));
    sockets.push(socket);
  });
  const sockets: Socket[] = [];
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/traces`);
  const poster = new JsonPoster({ url, headers: {}, timeoutMs: 5_000 });
  t.after(() => {
    poster.close();
    server.close();
  });
  const body = Buffer.alloc(64_000_000, 'a');
  equal((await poster.post(body)).outcome, 'accepted');
  body.fill('Z');
  sockets[0]!.resume();
  for (let attempt = 0; attempt < 1_000 && !isClosed && !hasChanged; attempt++) await sleep(5);
  deepEqual({ isClosed, hasChanged }, { isClosed: true, hasChanged: false });
});

test('a collector that does not answer in time is tried again', async (t) => {
  const never = (): void => {};
  const { queue, reports, until } = await start(t, [never, accept], { timeoutMs: 50 });
  queue.push({ text: '1', count: 1 });
  await until(() => queue.status.exported === 1);
  match(reports[0]!, /no answer within 50 ms/);
});

test('a response that does not end in time is tried again', async (t) => {
  const half = (response: ServerResponse): void => void response.writeHead(200, { 'Content-Length': '9' }).write('{');
  const { queue, until } = await start(t, [half, accept], { timeoutMs: 50 });
  queue.push({ text: '1', count: 1 });
  await until(() => queue.status.exported === 1);
  // A slow machine needs more than one.
  ok(queue.status.retries >= 1);
});

test('flushing sends what waits at once, and stops when the collector fails', async (t) => {
  const { queue, bodies } = await start(t, [accept, answer(503)], { delayMs: 3_600_000, retryMs: 3_600_000 });
  queue.push({ text: '1', count: 1 });
  await queue.flush();
  queue.push({ text: '2', count: 1 });
  await queue.flush();
  deepEqual([bodies, queue.status.exported, queue.status.waiting], [['[1]', '[2]'], 1, 1]);
  ok(queue.status.trouble !== undefined);
});
