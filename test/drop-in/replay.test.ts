import assert from 'node:assert/strict';
import { METHODS } from 'node:http';
import { connect } from 'node:net';
import { test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { prepareReplay } from '../../packages/profiler/src/view/replay/prepare-replay.ts';
import { sendReplay } from '../../packages/profiler/src/view/replay/send-replay.ts';
import { startRecorder } from '../profiler/recording-server.ts';
import type { ReceivedRequest } from '../profiler/recording-server.ts';
import { startApplication } from './lib/application.ts';
import { getTokens } from './lib/raw-http.ts';

test('200 recorded requests are sent again byte for byte, except for the differences that are named beforehand', async (t) => {
  const seed = Number(process.env['REPLAY_SEED'] ?? Date.now() % 100_000);
  t.diagnostic(`REPLAY_SEED=${seed}`);
  const app = await startApplication(t, 'read-body.mjs', { env: { ORIEL_PROFILER_BODY_CAP: '20000' } });
  const { port, received } = await startRecorder(t);
  const random = new Random(seed);
  const named = new Map<string, number>();
  for (let index = 0; index < 200; index++) {
    const request = createRequest(random, new URL(app.url).host, `127.0.0.1:${port}`);
    const answer = await sendBytes(app.url, toBytes(request));
    const [token] = getTokens(answer);
    assert.ok(token, `${index}: not recorded: ${JSON.stringify(request)} ${answer}`);
    const profile = await app.profile(token);
    const edits = { origin: `http://127.0.0.1:${port}` };
    const masked = prepareReplay(profile, edits);
    assert.ok('missing' in masked, `${index}: ${JSON.stringify(masked)}`);
    const values = Object.fromEntries(
      masked.missing.map(({ variable, in: location, name }) => [
        variable,
        SECRETS[`${location} ${name.toLowerCase()}`]!,
      ]),
    );
    const prepared = prepareReplay(profile, { ...edits, values });
    assert.ok('missing' in prepared);
    assert.deepEqual(prepared.missing, [], String(index));
    const response = await sendReplay(prepared, { storage: { read: () => undefined } });
    assert.equal(response.status, 204, response.failure?.message);
    const [sent] = received.splice(0);
    const expected = prepared.differences.reduce(applyDifference, request);
    assert.deepEqual(
      sent,
      { line: expected.line, headers: expected.headers, body: expected.body },
      `${index}: ${prepared.differences.join(' ')}`,
    );
    for (const difference of prepared.differences) {
      const kind = difference.replaceAll(/\d[\d.:]*/g, 'N');
      named.set(kind, (named.get(kind) ?? 0) + 1);
    }
  }
  t.diagnostic(JSON.stringify(Object.fromEntries(named)));
  assert.ok(named.size >= 8, 'the requests have most kinds of differences');
});

/** Changes a request as a difference describes. Fails for a sentence that is unknown. */
function applyDifference(request: SentRequest, difference: string): SentRequest {
  const { headers } = request;
  const is = (wanted: string, [name]: readonly [string, string]): boolean =>
    name.toLowerCase() === wanted.toLowerCase();
  const change = (wanted: string, to: (name: string) => readonly [string, string]): SentRequest => ({
    ...request,
    headers: headers.map((line) => (is(wanted, line) ? to(line[0]) : line)),
  });
  const [, host] = /^Host is (\S+), to which the request is sent\.$/.exec(difference) ?? [];
  if (host !== undefined) return change('Host', (name) => [name, host]);
  const [, length] = /^Content-Length is (\d+), the length of the body that is sent\.$/.exec(difference) ?? [];
  if (length !== undefined) return change('Content-Length', (name) => [name, length]);
  const [, replaced] = /^Transfer-Encoding is replaced by Content-Length: (\d+)\.$/.exec(difference) ?? [];
  if (replaced !== undefined) return change('Transfer-Encoding', () => ['Content-Length', replaced]);
  const [, added, value] = /^([\w-]+): (\S+) is added\.$/.exec(difference) ?? [];
  if (added !== undefined) return { ...request, headers: [...headers, [added, value!]] };
  const [, omitted] = /^(\S+) is left out\.$/.exec(difference) ?? [];
  if (omitted !== undefined) return { ...request, headers: headers.filter(([name]) => name !== omitted) };
  switch (difference) {
    case 'Host is added as the first header: HTTP/1.1 requires it.':
      return { ...request, headers: [['Host', request.listener], ...headers] };
    case 'The request is sent with HTTP/1.1, not HTTP/1.0.':
      return { ...request, line: request.line.replace(/1\.0$/, '1.1') };
    case 'The compressed body is sent decoded, without Content-Encoding.':
      return {
        ...request,
        headers: headers.filter((line) => !is('Content-Encoding', line)),
        body: gunzipSync(Buffer.from(request.body, 'latin1')).toString('latin1'),
      };
    case 'The request is sent without a body.':
      return { ...request, body: '' };
    case 'A file in the body was not recorded.':
      return request;
    default:
      assert.match(difference, /^Only \d+ of \d+ bytes of the body were recorded\.$/);
      return request;
  }
}

/** A request as it is sent. Texts have one character for each byte. */
interface SentRequest extends ReceivedRequest {
  /** Whether the body is sent in chunks. */
  readonly isChunked: boolean;
  /** Where it is sent again. */
  readonly listener: string;
}

function toBytes({ line, headers, body, isChunked }: SentRequest): Buffer {
  const middle = Math.floor(body.length / 2);
  const chunks = [body.slice(0, middle), body.slice(middle)].filter((chunk) => chunk !== '');
  const content = isChunked
    ? `${chunks.map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`).join('')}0\r\n\r\n`
    : body;
  const head = [line, ...headers.map(([name, value]) => `${name}: ${value}`)].join('\r\n');
  return Buffer.from(`${head}\r\n\r\n${content}`, 'latin1');
}

/** Sends bytes and returns all bytes of the response. */
async function sendBytes(url: string, bytes: Buffer): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.setEncoding('latin1').on('data', (chunk) => (text += String(chunk)));
    socket.on('end', () => resolve(text)).on('error', reject);
  });
}

/** Values that the recorder masks, by what it says about them. */
const SECRETS: Readonly<Record<string, string>> = {
  'cookie sid': 's%3Aabc"d',
  'cookie __host-id': 'x/y==',
  'cookie theme': '',
  'header authorization': 'dXNlcjpodW50ZXIy',
  'query token': 'hunter2-x',
  'body password': 'hunter2',
};

const TARGETS = [
  ...[
    '/',
    '//double//',
    '/a/../b/./',
    '/%2F%41%zz%',
    '/%',
    '/[x]{1..3}|`^',
    '/a\\b',
    "/it's",
    '/?',
    '/??',
    '/a?',
    '/#part',
  ],
  ...[
    '/?a=1&a=&=2&&',
    '/?q=%27%22%00',
    '/?q=a+b%20c',
    '/x?token=hunter2-x&page=2',
    '/@host',
    '/:80',
    '/http://other/',
    '/~u/!*();,',
  ],
];
const NAMES = [
  'X-One',
  'x-two',
  'X-ODD',
  "X-We'ird",
  'X-A|B~`',
  'X_Under',
  'User-Agent',
  'aCCept',
  'If-None-Match',
  'Range',
  'Via',
  'Keep-Alive',
];
const VALUES = [
  '',
  'plain',
  'a\tb',
  'a  b',
  'caf\xe9',
  '\xff\x80',
  'W/"x"',
  '*',
  '"quoted\\"',
  '<script>',
  'x'.repeat(3_000),
];
const EXTRA_LINES: readonly (readonly [string, string])[] = [
  ['traceparent', '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'],
  ['tracestate', 'a=1'],
  ['X-Debug-Record', '1.abc'],
  ['Expect', '100-continue'],
  ['Authorization', `Basic ${SECRETS['header authorization']!}`],
  ['Cookie', `sid=${SECRETS['cookie sid']!}; theme=; __Host-id=${SECRETS['cookie __host-id']!}`],
];
const CONNECTIONS = [[], [], ['close'], ['keep-alive'], ['Keep-Alive, X-One']];

function createRequest(random: Random, host: string, listener: string): SentRequest {
  const method = random.pick(METHODS.filter((name) => name !== 'CONNECT'));
  const target = random.chance(0.05) ? '*' : random.pick(TARGETS);
  const actualMethod = target === '*' ? 'OPTIONS' : method;
  const isOld = random.chance(0.1);
  const headers: (readonly [string, string])[] = random.list(
    6,
    () => [random.pick(NAMES), random.pick(VALUES)] as const,
  );
  for (const line of EXTRA_LINES) if (random.chance(0.2)) headers.push(line);
  if (random.chance(0.2)) headers.push(['X-Twice', 'b'], ['x-twice', 'a'], ['X-TWICE', 'b']);
  for (const value of random.pick(CONNECTIONS)) headers.push([random.pick(['Connection', 'connection']), value]);
  if (random.chance(0.05)) headers.push(['Upgrade', 'h2c'], ['HTTP2-Settings', 'AAMAAABkAAQAAP__']);
  const { body, lines } = createBody(random);
  const isChunked = body !== '' && !isOld && random.chance(0.3);
  headers.push(...lines);
  if (isChunked) headers.push(['Transfer-Encoding', 'chunked']);
  else if (body !== '' || random.chance(0.2))
    headers.push([random.pick(['Content-Length', 'content-length']), String(body.length)]);
  if (isChunked && random.chance(0.2)) headers.push(['Trailer', 'X-Sum']);
  random.shuffle(headers);
  if (!isOld || random.chance(0.5))
    headers.splice(random.below(headers.length + 1), 0, [random.pick(['Host', 'host', 'HOST']), host]);
  return { line: `${actualMethod} ${target} HTTP/1.${isOld ? 0 : 1}`, headers, body, isChunked, listener };
}

function createBody(random: Random): { body: string; lines: (readonly [string, string])[] } {
  const type = (value: string): readonly [string, string] => [random.pick(['Content-Type', 'content-TYPE']), value];
  const text = random.pick([
    '{"a":1, "b" : [ ]}',
    'a=1&b=%20+&&',
    'Gr\u00fc\u00dfe \u{1f389}',
    '\ufeffbom',
    '\0zero',
    ' \r\n',
    "it's $HOME",
  ]);
  const utf8 = Buffer.from(text).toString('latin1');
  const part = (name: string, content: string): string =>
    `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${content}\r\n`;
  switch (random.below(11)) {
    case 0:
    case 1:
      return { body: '', lines: [] };
    case 2:
      return { body: utf8, lines: [type('text/plain')] };
    case 3:
      return { body: utf8, lines: [] };
    case 4:
      return { body: random.bytes(2_000), lines: [type('application/octet-stream')] };
    case 5:
      return {
        body: gzipSync(text).toString('latin1'),
        lines: [type('application/json'), ['Content-Encoding', 'gzip']],
      };
    case 6:
      return { body: 'x'.repeat(20_001 + random.below(50_000)), lines: [type('text/plain')] };
    case 7:
      return { body: `{"password": "${SECRETS['body password']!}",\n "x":1e2 }`, lines: [type('application/json')] };
    case 8:
      return {
        body: `${part('password', SECRETS['body password']!)}${part('t', utf8)}--b--\r\n`,
        lines: [type('multipart/form-data; boundary=b')],
      };
    case 9:
      return {
        body: `${part('file', random.bytes(300))}--b--\r\n`,
        lines: [type('multipart/form-data; boundary=b')],
      };
    default:
      return { body: 'caf\xe9 \xa4', lines: [type('text/plain; charset=iso-8859-15')] };
  }
}

/** Numbers that follow from a seed. */
class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  below(limit: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4_294_967_296) * limit);
  }

  chance(share: number): boolean {
    return this.below(1_000) < share * 1_000;
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!;
  }

  list<T>(limit: number, create: () => T): T[] {
    return Array.from({ length: this.below(limit) }, create);
  }

  bytes(limit: number): string {
    return this.list(limit, () => String.fromCharCode(this.below(256))).join('') + '\xff\0';
  }

  shuffle(list: unknown[]): void {
    for (let index = list.length - 1; index > 0; index--) {
      const other = this.below(index + 1);
      [list[index], list[other]] = [list[other], list[index]];
    }
  }
}
