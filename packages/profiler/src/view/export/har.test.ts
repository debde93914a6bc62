import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBody } from '../../testing/create-profile.ts';
import { knownProfile } from '../../../../../test/profiler/known-profile.ts';
import { toHar } from './har.ts';

interface Entry {
  readonly time: number;
  readonly timings: { readonly send: number; readonly wait: number; readonly receive: number };
  readonly request: {
    readonly method: string;
    readonly comment?: string;
    readonly postData?: { readonly params: unknown; readonly comment: string };
  };
  readonly response: {
    readonly cookies: unknown;
    readonly redirectURL: string;
    readonly content: { readonly encoding: string; readonly text: string; readonly comment?: string };
  };
}

type Record = { readonly [name: string]: unknown };

// The members of HAR 1.2 with their types; a question mark marks optional members.
const SPEC = {
  log: { version: 'string', creator: 'creator', entries: 'entry[]', comment: 'string?' },
  creator: { name: 'string', version: 'string' },
  entry: {
    startedDateTime: 'date',
    time: 'number',
    request: 'request',
    response: 'response',
    cache: 'cache',
    timings: 'timings',
    comment: 'string?',
  },
  request: {
    method: 'string',
    url: 'string',
    httpVersion: 'string',
    cookies: 'cookie[]',
    headers: 'pair[]',
    queryString: 'pair[]',
    postData: 'postData?',
    headersSize: 'number',
    bodySize: 'number',
    comment: 'string?',
  },
  response: {
    status: 'number',
    statusText: 'string',
    httpVersion: 'string',
    cookies: 'cookie[]',
    headers: 'pair[]',
    content: 'content',
    redirectURL: 'string',
    headersSize: 'number',
    bodySize: 'number',
  },
  cookie: {
    name: 'string',
    value: 'string',
    path: 'string?',
    domain: 'string?',
    expires: 'date?',
    httpOnly: 'boolean?',
    secure: 'boolean?',
  },
  pair: { name: 'string', value: 'string' },
  postData: { mimeType: 'string', params: 'pair[]', text: 'string', comment: 'string?' },
  content: { size: 'number', mimeType: 'string', text: 'string?', encoding: 'string?', comment: 'string?' },
  cache: {},
  timings: { send: 'number', wait: 'number', receive: 'number' },
} as const satisfies { readonly [type: string]: { readonly [member: string]: string } };

function check(value: unknown, type: string, path: string): void {
  if (type.endsWith('[]')) {
    assert.ok(Array.isArray(value), path);
    for (const [index, element] of value.entries()) check(element, type.slice(0, -2), `${path}[${index}]`);
  } else if (type === 'date') assert.match(String(value), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, path);
  else if (!(type in SPEC)) assert.equal(typeof value, type, path);
  else {
    const members = SPEC[type as keyof typeof SPEC] as { readonly [member: string]: string };
    const given = value as Record;
    assert.deepEqual(
      Object.keys(given).filter((member) => !(member in members)),
      [],
      `${path} has members that HAR 1.2 does not define`,
    );
    for (const [member, of] of Object.entries(members)) {
      if (given[member] === undefined && of.endsWith('?')) continue;
      check(given[member], of.replace('?', ''), `${path}.${member}`);
    }
  }
}

const PROFILES = [
  knownProfile({ summary: { time: 2, duration: 10 } }),
  knownProfile({
    summary: { time: 1, duration: 10, status: 302 },
    request: {
      method: 'POST',
      query: [['a', '1']],
      cookies: [['sid', '•••']],
      body: createBody('a=1&b=x+y', 'application/x-www-form-urlencoded'),
    },
    response: {
      status: 302,
      reason: 'Found',
      headers: [
        ['Location', '/x'],
        ['Set-Cookie', 'sid=1; Path=/; HttpOnly; Expires=Wed, 21 Oct 2026 07:28:00 GMT'],
      ],
      body: createBody(Uint8Array.of(255, 0), 'image/png'),
    },
    data: {
      pipeline: [
        { event: 'kernel.response', listener: 'VaryListener', priority: 0, outcome: 'called', start: 6, duration: 1 },
      ],
    },
  }),
  knownProfile({ request: { body: { ...createBody('x'), size: 5, digest: 'ab' } }, response: { body: undefined } }),
];

test('an archive has exactly the members that HAR 1.2 requires', () => {
  const har = JSON.parse(JSON.stringify(toHar(PROFILES))) as Record;
  check(har['log'], 'log', 'log');
  assert.equal((har['log'] as Record)['version'], '1.2');
});

test('an archive lists the oldest request first, with consistent times, base64 bytes and parsed cookies', () => {
  const { entries } = (toHar(PROFILES) as { log: { entries: Entry[] } }).log;
  const first = entries[0]!;
  assert.equal(first.request.method, 'POST');
  assert.deepEqual(first.request.postData!.params, [
    { name: 'a', value: '1' },
    { name: 'b', value: 'x y' },
  ]);
  assert.deepEqual(first.response.cookies, [
    { name: 'sid', value: '1', path: '/', expires: '2026-10-21T07:28:00.000Z', httpOnly: true, secure: false },
  ]);
  assert.deepEqual(
    [first.response.content.encoding, first.response.content.text, first.response.redirectURL],
    ['base64', '/wA=', '/x'],
  );
  assert.deepEqual(first.timings, { send: 0, wait: 7, receive: 3 });
  for (const { time, timings } of entries) assert.equal(timings.send + timings.wait + timings.receive, time);
  assert.match(entries[2]!.request.comment!, /only 1 of 5 bytes/);
});

test('an archive supports domain cookies, nameless cookies and bodies without a type', () => {
  const har = toHar([
    knownProfile({
      summary: { duration: 5 },
      data: { pipeline: { failed: 'Collector "pipeline" failed: no' } as never },
      request: { method: 'POST', body: createBody('x', '') },
      response: {
        headers: [
          ['Set-Cookie', 'a=1; Domain=example.com; Secure'],
          ['Set-Cookie', 'bare'],
        ],
      },
    }),
  ]) as { log: { entries: readonly (Entry & { request: { postData: { mimeType: string } } })[] } };
  const [entry] = har.log.entries;
  assert.equal(entry!.request.postData.mimeType, 'application/octet-stream');
  assert.deepEqual(entry!.response.cookies, [
    { name: 'a', value: '1', domain: 'example.com', httpOnly: false, secure: true },
    { name: 'bare', value: '', httpOnly: false, secure: false },
  ]);
  // Without a recorded pipeline, the whole duration counts as waiting.
  assert.deepEqual(entry!.timings, { send: 0, wait: 5, receive: 0 });
});

const createEntry = (given: Parameters<typeof knownProfile>[0]): Entry =>
  (toHar([knownProfile(given)]) as { log: { entries: Entry[] } }).log.entries[0]!;

test('the time until the first byte is waiting, and the rest is receiving', () => {
  const { timings } = createEntry({ summary: { duration: 105 }, response: { firstByte: 4.5 } });
  assert.deepEqual(timings, { send: 0, wait: 4.5, receive: 100.5 });
});

test('a body of which only the beginning is stored has no text, so that no program takes it for the whole', () => {
  const body = { ...createBody('{"rows":[1', 'application/json'), size: 200_000 };
  const binary = { ...createBody(Uint8Array.of(), 'image/png'), size: 70, kept: 0, digest: 'ab' };
  for (const value of [body, binary]) {
    const { request, response } = createEntry({ request: { method: 'POST', body: value }, response: { body: value } });
    assert.equal('text' in response.content, false);
    assert.equal(request.postData, undefined);
    for (const { comment } of [request, response.content]) assert.match(comment!, /^only \d+ of \d+ bytes were kept/);
  }
  const masked = { ...createBody('{"password":"•••"}', 'application/json'), size: 40, redacted: true };
  assert.equal(createEntry({ response: { body: masked } }).response.content.text, '{"password":"•••"}');
});

test('jobs are left out, because they are no requests', () => {
  const job = knownProfile({ summary: { method: 'JOB', url: 'job:mails/welcome' } });
  const { entries } = (toHar([job, knownProfile({})]) as { log: { entries: Entry[] } }).log;
  assert.equal(entries.length, 1);
});
