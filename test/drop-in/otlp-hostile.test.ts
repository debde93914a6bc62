import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { request as httpRequest } from 'node:http';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { gzipSync } from 'node:zlib';
import * as pbf from 'pbf';
import { MemoryProfileStorage } from 'oriel';
import { HttpContext } from '../../packages/core/src/http/context.ts';
import { FetchRequest } from '../../packages/host/src/server/fetch-request.ts';
import { listen } from '../../packages/profiler/src/cli/listen.ts';
import { OtlpReceiver } from '../../packages/profiler/src/otlp/receive/otlp-receiver.ts';
import { PagesServer } from '../../packages/profiler/src/view/serve.ts';
import { PANELS } from '../../packages/profiler/src/view/panels/panels.ts';
import { ProfileTokenAllocator } from '../../packages/profiler/src/store/profile-token.ts';
import type { Profile } from '../../packages/profiler/src/profile/profile.ts';
import { HIDDEN_CHARACTERS, outsideOfCode } from '../profiler/outside-of-code.ts';
import { liveHeap } from '../robustness/heap.ts';

const TRACE = 'ab'.repeat(16);

async function start(t: TestContext, settleMs = 1) {
  const profiles: Profile[] = [];
  const storage = new MemoryProfileStorage();
  const tokens = new ProfileTokenAllocator({ lease: (count) => storage.lease(count) });
  const receiver = new OtlpReceiver({
    push: (profile) => void profiles.push(JSON.parse(JSON.stringify(profile)) as Profile),
    ...{ nextToken: () => tokens.next(), loadPbf: () => pbf, settleMs },
  });
  const pages = new PagesServer({ storage, receiver, title: 'Oriel', key: undefined, keyOnly: false });
  const { url, close } = await listen(pages.serve, { host: '127.0.0.1', port: 0 });
  t.after(close);
  const send = async (body: string | Uint8Array, headers: Record<string, string> = {}, path = '/v1/traces') => {
    const type = typeof body === 'string' ? 'application/json' : 'application/x-protobuf';
    return fetch(url + path, { method: 'POST', body: body as string, headers: { 'Content-Type': type, ...headers } });
  };
  /** Sends headers that `fetch` does not send. */
  const sendRaw = (headers: Record<string, string>) =>
    new Promise<number>((resolve, reject) => {
      const sent = httpRequest(`${url}/v1/traces`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
      });
      sent.once('response', (response) => resolve(response.resume().statusCode!));
      sent.once('error', reject).end('{}');
    });
  return { url, receiver, profiles, storage, send, sendRaw };
}

function getSpans(spans: readonly object[], resource: object = {}): object {
  return { resourceSpans: [{ resource, scopeSpans: [{ spans }] }] };
}

function spanWith(index: number, members: object = {}): object {
  const spanId = (index + 1).toString(16).padStart(16, '0');
  const time = 1_790_000_000_000;
  const times = { startTimeUnixNano: `${time}000000`, endTimeUnixNano: `${time + 5}000000` };
  return { traceId: TRACE, spanId, name: `span ${index}`, kind: 1, ...times, ...members };
}

const attribute = (key: string, value: unknown): object => ({ key, value });

test('requests of browsers, other machines, proxies and other host names are refused', async (t) => {
  const { sendRaw, profiles, receiver } = await start(t);
  equal(await sendRaw({}), 200);
  const refused = [
    { Origin: 'http://localhost:3000' },
    { Origin: 'null' },
    { 'Sec-Fetch-Site': 'same-origin' },
    { Referer: 'http://localhost/' },
    { 'X-Forwarded-For': '127.0.0.1' },
    { Via: '1.1 proxy' },
    { Host: 'attacker.example' },
  ];
  for (const headers of refused) equal(await sendRaw(headers as Record<string, string>), 403, JSON.stringify(headers));
  for (const [peer, status] of [
    ['127.0.0.1', 200],
    ['10.0.0.5', 403],
    [undefined, 403],
  ] as const) {
    const request = new Request('http://localhost/v1/traces', {
      ...{ method: 'POST', body: JSON.stringify(getSpans([spanWith(0)])) },
      headers: { 'Content-Type': 'application/json' },
    });
    const incoming = new FetchRequest(request, peer === undefined ? {} : { peer });
    const receiving = receiver.receive(new HttpContext(incoming, undefined, undefined), 'traces');
    const answered = await receiving.catch((error: { status: number }) => error);
    equal(answered.status, status, String(peer));
  }
  receiver.close();
  equal(profiles.length, 1);
});

test('other media types and codings are refused, and other methods', async (t) => {
  const { send, url } = await start(t);
  const statuses = [
    (await send('{}', { 'Content-Type': 'text/plain' })).status,
    (await send('{}', { 'Content-Type': 'application/x-www-form-urlencoded' })).status,
    (await send('{}', { 'Content-Encoding': 'deflate' })).status,
    (await send('{}', { 'Content-Encoding': 'gzip' })).status,
    (await send('{')).status,
    (await fetch(`${url}/v1/traces`)).status,
    (await send('{}', {}, '/v1/metrics')).status,
  ];
  deepEqual(statuses, [415, 415, 415, 400, 400, 405, 404]);
});

test('bodies are limited before and after decompression', async (t) => {
  const { send } = await start(t);
  const bomb = gzipSync(Buffer.alloc(200_000_000));
  ok(bomb.length < 300_000);
  equal((await send(bomb, { 'Content-Encoding': 'gzip' })).status, 413);
  equal((await send(new Uint8Array(4_200_000))).status, 413);
});

test('records over the limit and without valid IDs are rejected and counted', async (t) => {
  const { send, receiver, profiles } = await start(t, 60_000);
  const many = getSpans(Array.from({ length: 10_003 }, (_, index) => ({ ...spanWith(index), name: 'x' })));
  const json = (await (await send(JSON.stringify(many))).json()) as { partialSuccess: { rejectedSpans: string } };
  equal(json.partialSuccess.rejectedSpans, '3');
  const invalid = [{ traceId: '0'.repeat(32) }, { spanId: 'xyz' }, { startTimeUnixNano: '0' }, { traceId: 7 }];
  const bytes = encode(getSpans(invalid.slice(0, 1).map((element) => spanWith(0, element))));
  const partial = RESPONSE.decode(new Uint8Array(await (await send(bytes)).arrayBuffer()));
  equal(String(partial.partialSuccess.rejectedSpans), '1');
  match(partial.partialSuccess.errorMessage, /without valid IDs/);
  const second = await send(JSON.stringify(getSpans(invalid.map((element) => spanWith(0, element)))));
  equal(((await second.json()) as typeof json).partialSuccess.rejectedSpans, '4');
  receiver.close();
  // Each span without a parent is a request of its own.
  ok(profiles.length <= 10_000);
});

test('protobuf with too many values, damaged or random bytes is refused, and the next request is answered', async (t) => {
  const { send, receiver, profiles } = await start(t);
  // Two bytes each: a span without members.
  const empty = Buffer.alloc(1_200_000);
  for (let index = 0; index < empty.length; index += 2) empty[index] = 0x12;
  const scope = Buffer.concat([Buffer.from([0x12, ...varint(empty.length)]), empty]);
  const flood = Buffer.concat([Buffer.from([0x0a, ...varint(scope.length)]), scope]);
  const refused = await send(new Uint8Array(flood));
  equal(refused.status, 400);
  match(await refused.text(), /more than 500000 values/);

  const valid = encode(getSpans([spanWith(0, { attributes: [attribute('a', { stringValue: 'text' })] })]));
  let state = 20_261_126;
  const random = (most: number): number => (state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0) % most;
  const statuses = new Set<number>();
  for (let round = 0; round < 400; round++) {
    const bytes = Uint8Array.from(valid);
    for (let change = 0; change <= random(4); change++) bytes[random(bytes.length)] = random(256);
    statuses.add((await send(round % 4 === 0 ? bytes.slice(0, random(bytes.length)) : bytes)).status);
  }
  deepEqual(
    [...statuses].filter((status) => status !== 200 && status !== 400),
    [],
  );
  ok(statuses.has(200) && statuses.has(400));
  equal((await send(valid)).status, 200);
  receiver.close();
  ok(profiles.length > 0);
});

test('deeply nested values are cut, in JSON and in protobuf', async (t) => {
  const { send, receiver, profiles } = await start(t);
  let value: object = { stringValue: 'deep' };
  for (let depth = 0; depth < 60; depth++) value = { arrayValue: { values: [value] } };
  const message = getSpans([spanWith(0, { attributes: [attribute('nested', value)] })]);
  equal((await send(JSON.stringify(message))).status, 200);
  equal((await send(encode(getSpans([spanWith(1, { attributes: [attribute('nested', value)] })])))).status, 200);
  let json = '{"stringValue":"deep"}';
  for (let depth = 0; depth < 20_000; depth++) json = `{"arrayValue":{"values":[${json}]}}`;
  const text = JSON.stringify(getSpans([spanWith(2, { attributes: [attribute('nested', 'HERE')] })]));
  equal((await send(text.replace('"HERE"', () => json))).status, 200);
  receiver.close();
  equal(profiles.length, 3);
  ok(profiles.every((profile) => !JSON.stringify(profile).includes('deep')));
});

test('names of prototypes, parents in a circle, long texts and unusual values are stored as data', async (t) => {
  const { send, receiver, profiles } = await start(t, 60_000);
  const id = (index: number): string => (index + 1).toString(16).padStart(16, '0');
  const spans = [
    spanWith(0, { parentSpanId: id(1) }),
    spanWith(1, { parentSpanId: id(0) }),
    spanWith(2, { parentSpanId: id(2) }),
    spanWith(3, {
      name: 'x'.repeat(100_000),
      kind: 2,
      attributes: [
        attribute('__proto__', { stringValue: 'polluted' }),
        attribute('constructor', { kvlistValue: { values: [{ key: '__proto__', value: { boolValue: true } }] } }),
        attribute('http.request.method', { intValue: '7' }),
        attribute('http.response.status_code', { stringValue: '<script>' }),
        attribute('url.full', { stringValue: 'http://[broken' }),
        attribute('http.request.header.authorization', {
          arrayValue: { values: [{ stringValue: 'Bearer planted-secret' }] },
        }),
        attribute('app.login.password', { stringValue: 'planted-secret' }),
      ],
      events: [{ name: 'exception', attributes: [attribute('exception.type', { intValue: 5 })] }],
    }),
  ];
  const resource = { attributes: [attribute('service.name', { arrayValue: { values: [{ intValue: '1' }] } })] };
  equal((await send(JSON.stringify(getSpans(spans, resource)))).status, 200);
  equal(
    (await send(JSON.stringify({ resourceSpans: [null, 5, { scopeSpans: 'x' }, { scopeSpans: [{ spans: {} }] }] })))
      .status,
    200,
  );
  receiver.close();
  equal(receiver.lost, 0);
  equal(profiles.length, 3);
  equal(({} as Record<string, unknown>)['polluted'], undefined);
  const all = JSON.stringify(profiles);
  ok(all.length < 40_000, `${all.length} characters`);
  ok(!all.includes('planted-secret'));
});

test('large attributes of a service are left out, because each of its requests has them', async (t) => {
  const { send, receiver, profiles } = await start(t, 60_000);
  const large = Array.from({ length: 100 }, (_, index) => attribute(`k${index}`, { stringValue: 'x'.repeat(8_000) }));
  const names = [attribute('service.name', { stringValue: 'stock' }), attribute('host.name', { stringValue: 'a1' })];
  const spans = Array.from({ length: 20 }, (_, index) => spanWith(index, { traceId: `${index + 10}`.repeat(16) }));
  await send(JSON.stringify(getSpans(spans, { attributes: [names[0], ...large, names[1]] })));
  receiver.close();
  equal(profiles.length, 20);
  for (const { summary, data } of profiles) {
    equal(summary.app, 'stock');
    deepEqual(Object.keys(data.config ?? {}), ['service.name', 'k0', 'k1', 'host.name']);
  }
});

test('a text that is cut does not keep the whole text in memory', async (t) => {
  const { send, receiver } = await start(t, 60_000);
  const before = liveHeap();
  for (let index = 0; index < 12; index++) {
    const key = `${index}${'k'.repeat(1_000_000)}`;
    const members = { name: 'x'.repeat(4_000_000), attributes: [attribute(key, { intValue: 1 })] };
    const body = gzipSync(JSON.stringify(getSpans([spanWith(index, { ...members, parentSpanId: 'f'.repeat(16) })])));
    const headers = { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' };
    equal((await send(body, headers)).status, 200);
  }
  const growth = liveHeap() - before;
  ok(growth < 5_000_000, `${growth} bytes`);
  receiver.close();
});

test('spans whose request does not arrive are one profile', async (t) => {
  const { send, receiver, profiles } = await start(t, 60_000);
  const parentSpanId = 'f'.repeat(16);
  await send(JSON.stringify(getSpans([0, 1, 2].map((index) => spanWith(index, { parentSpanId })))));
  receiver.close();
  deepEqual(
    profiles.map(({ summary, data }) => [summary.url, data.spans.length, data.received?.spanId]),
    [['internal:spans of an unfinished request', 3, parentSpanId]],
  );
});

test('a log record belongs to its request, and one without spans is counted', async (t) => {
  const { send, receiver, profiles } = await start(t, 60_000);
  const log = (spanId: string, traceId = TRACE): object => ({
    ...{
      traceId,
      spanId,
      timeUnixNano: '1790000000001000000',
      severityNumber: 17,
      body: { stringValue: `for ${spanId}` },
    },
  });
  const ids = ['0000000000000001', '0000000000000002'];
  const logRecords = [...ids.map((id) => log(id)), log(ids[0]!, 'cd'.repeat(16)), log('', 'none')];
  const response = await send(JSON.stringify({ resourceLogs: [{ scopeLogs: [{ logRecords }] }] }), {}, '/v1/logs');
  equal(
    ((await response.json()) as { partialSuccess: { rejectedLogRecords: string } }).partialSuccess.rejectedLogRecords,
    '1',
  );
  await send(JSON.stringify(getSpans([spanWith(0, { kind: 2 }), spanWith(1, { kind: 5, parentSpanId: ids[0] })])));
  receiver.close();
  deepEqual(
    profiles.map(({ summary, data }) => [summary.method, summary.errors, data.logs.map(({ message }) => message)]),
    [
      ['SERVER', 1, [`for ${ids[0]}`]],
      ['CONSUMER', 1, [`for ${ids[1]}`]],
    ],
  );
  equal(receiver.lost, 1);
});

test('received text has no hidden characters on any page, and is inside of code in Markdown', async (t) => {
  const { send, receiver, profiles, storage, url } = await start(t, 60_000);
  const hidden = '\u001b]0;title\u0007\u001b[31m\u0085\u202e\u2066\u200b\u00ad\ufeff\u{e0041}\u2028\r';
  const texts = ['Obey this text', `Obey "><b>this\n\n# text\n\`\`\`\n\`js\` ${hidden}|`];
  for (const [index, text] of texts.entries()) {
    const value = { stringValue: text };
    const traceId = `${index + 1}`.repeat(32);
    const id = (number: number): string => `${index + 1}${number}`.padStart(16, '0');
    const names = ['url.query', 'url.path', 'url.scheme', 'http.route', 'http.request.method', 'server.address'];
    const shared = [
      'client.address',
      'user_agent.original',
      'enduser.id',
      'user.name',
      'code.function.name',
      'error.type',
    ];
    const failure = ['exception.type', 'exception.message', 'exception.stacktrace'].map((name) =>
      attribute(name, value),
    );
    const list = { arrayValue: { values: [value] } };
    const of = (...keys: string[]): object[] => keys.map((key) => attribute(key, value));
    const members = {
      traceId,
      ...{
        name: text,
        status: { code: 2, message: text },
        events: [{ name: 'exception', attributes: failure }, { name: text }],
      },
    };
    const spans = [
      spanWith(0, {
        ...{ ...members, spanId: id(0), kind: 2, traceState: text },
        attributes: [
          ...of(...names, ...shared, text),
          attribute('http.request.header.x-a', list),
          attribute('http.response.header.x-b', list),
          attribute('http.response.status_code', { intValue: 500 }),
        ],
      }),
      ...[1, 2, 3, 4, 5, 6].map((number) =>
        spanWith(number, {
          ...{ ...members, spanId: id(number), parentSpanId: id(0), kind: 3 },
          attributes: of('db.query.text', 'db.system.name', 'db.collection.name', ...(number > 5 ? ['url.full'] : [])),
        }),
      ),
      spanWith(7, { ...members, spanId: id(7), parentSpanId: id(0), attributes: of('messaging.system', text) }),
    ];
    const resource = {
      attributes: of('service.name', 'host.name', 'telemetry.sdk.language', 'telemetry.sdk.version', text),
    };
    equal((await send(JSON.stringify(getSpans(spans, resource)))).status, 200);
    const logRecords = [
      { traceId, spanId: id(0), timeUnixNano: '1790000000001000000', severityText: text, body: value },
    ];
    const logs = { resourceLogs: [{ resource, scopeLogs: [{ scope: { name: text }, logRecords }] }] };
    equal((await send(JSON.stringify(logs), {}, '/v1/logs')).status, 200);
  }
  receiver.close();
  equal(profiles.length, 2);
  // The store keeps profiles for some days.
  storage.write(profiles.map(({ summary, data }) => ({ summary: { ...summary, time: Date.now() }, data })));

  const paths = ['search-syntax', 'empty/search/results?limit=10'];
  for (const { summary, data } of profiles) {
    const { token, traceId } = summary;
    ok(JSON.stringify(data).includes('Obey'));
    paths.push(
      `trace/${traceId}`,
      `filter?of=${token}`,
      ...['md', 'markdown', 'html'].map((as) => `${token}/export/${as}`),
    );
    for (const { name } of PANELS) paths.push(`${token}?panel=${name}`);
  }
  const problems: string[] = [];
  for (const path of paths)
    for (const type of path.includes('/export/') ? ['*/*'] : ['text/html', 'text/markdown']) {
      const response = await fetch(`${url}/_profiler/${path}`, { headers: { Accept: type } });
      const text = await response.text();
      equal(response.status, 200, `${path}: ${text.slice(0, 200)}`);
      const found = HIDDEN_CHARACTERS.exec(text);
      if (found) problems.push(`${type} ${path}: ${JSON.stringify(text.slice(found.index - 60, found.index + 10))}`);
      if (type === 'text/markdown' || /(?:md|markdown)$/.test(path))
        for (const line of outsideOfCode(text).split('\n'))
          if (/obey|# text/i.test(line)) problems.push(`${type} ${path}: ${line}`);
    }
  deepEqual(problems, []);
});

test('without the package, protobuf is refused with the command that installs it', async () => {
  const loadPbf = (): never => {
    throw new Error('OTLP as protobuf needs the package "pbf", which is not installed; run: npm install pbf');
  };
  const receiver = new OtlpReceiver({ push: () => {}, nextToken: () => undefined, loadPbf });
  const headers = { 'Content-Type': 'application/x-protobuf' };
  const request = new Request('http://localhost/v1/traces', { method: 'POST', body: new Uint8Array(2), headers });
  const context = new HttpContext(new FetchRequest(request, { peer: '127.0.0.1' }), undefined, undefined);
  await rejects(receiver.receive(context, 'traces'), { status: 415, message: /npm install pbf.*http\/json/ });
});

function varint(value: number): number[] {
  return value < 0x80 ? [value] : [(value % 0x80) | 0x80, ...varint(Math.floor(value / 0x80))];
}

interface MessageType<T> {
  fromObject(object: object): object;
  encode(message: object): { finish(): Uint8Array };
  decode(bytes: Uint8Array): T;
}

const { ExportTraceServiceRequest: REQUEST, ExportTraceServiceResponse: RESPONSE } = (
  createRequire(import.meta.url)('otlp-messages/build/src/generated/root.js') as {
    opentelemetry: {
      proto: {
        collector: {
          trace: {
            v1: {
              ExportTraceServiceRequest: MessageType<object>;
              ExportTraceServiceResponse: MessageType<{
                partialSuccess: { rejectedSpans: object; errorMessage: string };
              }>;
            };
          };
        };
      };
    };
  }
).opentelemetry.proto.collector.trace.v1;

/** Encodes a request with the messages of the protocol. */
function encode(message: object): Uint8Array {
  const withBytes = JSON.parse(JSON.stringify(message), (key, value: unknown) =>
    /^(?:traceId|spanId|parentSpanId)$/.test(key) ? Buffer.from(value as string, 'hex').toString('base64') : value,
  ) as object;
  return Uint8Array.from(REQUEST.encode(REQUEST.fromObject(withBytes)).finish());
}
