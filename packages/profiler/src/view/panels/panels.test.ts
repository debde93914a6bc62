import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SLOW_QUERY_MS } from '../../record/findings/query-findings.ts';
import { getFindings } from '../../record/findings/findings.ts';
import { createBody } from '../../testing/create-profile.ts';
import { knownProfile } from '../../../../../test/profiler/known-profile.ts';
import { trappedProxy } from '../../../../../test/lib/trapped-proxy.ts';
import type { KnownFacts } from '../../../../../test/profiler/known-profile.ts';
import { hostileProfile } from '../../../../../test/profiler/hostile-profile.ts';
import { NO_LINKS } from '../../profile/view-model.ts';
import { renderBlocksAsText } from '../render/blocks-terminal.ts';
import { renderBlocksAsHtml } from '../render/blocks-html.ts';
import type { PanelLinks } from '../../profile/view-model.ts';
import { drawPanel } from './draw-panel.ts';
import { explainEmptyPanel } from './framework.ts';
import { PANELS } from './panels.ts';

const LINKS: PanelLinks = {
  panel: (name, token = 'own', ask = {}) =>
    `/_profiler/${token}?${new URLSearchParams({ panel: name, ...ask }).toString()}`,
  search: (query) => `/_profiler/?q=${query}`,
  source: () => undefined,
};

/** Returns the text of a panel; undefined if it has no data. */
function read(name: string, input: KnownFacts, links: PanelLinks = NO_LINKS): string | undefined {
  const view = drawPanel(
    PANELS.find((panel) => panel.name === name)!,
    knownProfile(input),
    links,
  );
  return view && renderBlocksAsText(view.blocks);
}

test('no trap is called of a proxy that a panel throws', () => {
  const { proxy, calls } = trappedProxy(new Error('no'));
  const view = () => {
    throw proxy;
  };
  const drawn = drawPanel({ name: 'own', title: 'Own', view }, knownProfile(), NO_LINKS)!;
  assert.match(renderBlocksAsText(drawn.blocks), /Panel "own" failed: A proxy was thrown instead of an Error/);
  assert.deepEqual(calls, []);
});

test('a panel without data has no view', () => {
  const profile = knownProfile();
  const empty = PANELS.filter((panel) => drawPanel(panel, profile, NO_LINKS) === undefined).map(({ name }) => name);
  assert.deepEqual(empty, [
    ...['exception', 'timeline', 'database', 'http-client', 'redis', 'logs', 'validation', 'operation', 'pipeline'],
    ...['routing', 'security', 'session', 'limits', 'serializer', 'cache', 'cors', 'locale', 'hub', 'mail'],
  ]);
});

test('every panel renders a profile with hostile text', () => {
  for (const panel of PANELS) {
    const html = renderBlocksAsHtml(drawPanel(panel, hostileProfile(), NO_LINKS)!.blocks).toString();
    assert.equal(/<script|<img/.exec(html)?.[0], undefined, panel.name);
    assert.equal(html.includes('\u001b'), false, panel.name);
    assert.equal(html.includes('failed:'), panel.name === 'timeline', panel.name);
  }
});

test('the panels of a failed collector show its error, and the others are unaffected', () => {
  const failed = { failed: 'Collector "spans" failed: no' } as never;
  assert.match(read('database', { data: { spans: failed } })!, /Collector "spans" failed: no/);
  assert.match(read('timeline', { data: { spans: failed } })!, /Collector "spans" failed: no/);
  assert.match(read('request', { data: { spans: failed } })!, /GET/);
});

test('the request panel shows parameters, query, sorted headers, cookies, attributes and the decoded body', () => {
  const text = read('request', {
    request: {
      params: { id: 7 },
      query: [['q', '']],
      headers: [
        ['X-B', '2'],
        ['a', '1'],
      ],
      cookies: [['sid', '•••']],
      attributes: { user: { id: 1 } },
      body: createBody('{"a":[1]}', 'application/json'),
    },
  })!;
  assert.match(text, /Route parameters\nid +7/);
  assert.match(text, /Query parameters\nq +\(empty\)/);
  assert.match(text, /Headers\n\na +1\nX-B +2/);
  assert.match(text, /Cookies\nsid +•••/);
  assert.match(text, /user +\{"id":1\}/);
  assert.match(text, /"a": \[\n +1\n/);
  assert.match(text, /Raw body[\s\S]*\{"a":\[1\]\}/);
});

test('bodies are shown as form fields, parts or hexadecimal, with notes if truncated or masked', () => {
  const body = (content: string | Uint8Array, type: string, more = {}): string =>
    read('request', { request: { body: { ...createBody(content, type), ...more } } })!;
  assert.match(body('a=1&b=x+y', 'application/x-www-form-urlencoded'), /Fields\na +1\nb +x y/);
  assert.match(
    body(
      '--x\r\nContent-Disposition: form-data; name="f"; filename="a.txt"\r\n\r\nhello\r\n--x--',
      'multipart/form-data; boundary=x',
    ),
    /Part "f"[\s\S]*a\.txt[\s\S]*hello/,
  );
  assert.match(body(Uint8Array.of(0, 255), 'application/octet-stream'), /00000000 {2}00 ff/);
  assert.match(
    body('x', 'text/plain', { size: 3_250_586, digest: 'ab12' }),
    /Truncated: kept 1 B of 3\.1 MB, sha-256 ab12/,
  );
  assert.match(body('x', 'text/plain', { redacted: true }), /it differs from the bytes sent/);
  assert.match(body('{"a":', 'application/json'), /Invalid JSON/);
});

test('the response panel shows status, sizes, headers, and times of the first and last byte', () => {
  const text = read('response', {
    summary: { bytes: 700 },
    response: {
      status: 404,
      reason: 'Not Found',
      headers: [
        ['B', '2'],
        ['A', '1'],
      ],
      body: createBody('x'.repeat(2_000)),
      firstByte: 31.5,
      aborted: true,
    },
  })!;
  assert.match(
    text,
    /Status: 404 Not Found {3}Sent: 700 B {3}Before encoding: 2(?:\.0)? KB {3}First byte: 31\.5 ms {3}Last byte: 39\.0 ms/,
  );
  assert.match(text, /Headers\n\nB +2\nA +1/);
  assert.match(text, /The client closed the connection/);
});

test('the response panel shows which file was sent, and why a part of it', () => {
  const text = read('response', {
    response: { status: 206, reason: 'Partial Content', headers: [] },
    data: {
      decisions: [
        { subject: 'file', outcome: '/srv/a.pdf', because: 'returned by the handler, 10 bytes' },
        { subject: 'file part', outcome: '206, bytes 2-4/10', because: 'the Range header has one range' },
        { subject: 'routing', outcome: 'a', because: 'the path is equal' },
      ],
    },
  })!;
  assert.match(text, /file +\/srv\/a\.pdf +returned by the handler, 10 bytes/);
  assert.match(text, /file part +206, bytes 2-4\/10 +the Range header has one range/);
  assert.doesNotMatch(text, /routing/);
});

const LOGS = (['debug', 'info', 'warning', 'error'] as const).map((level, index) => ({
  at: index * 1.5,
  level,
  channel: index < 2 ? 'app' : 'db',
  message: `message ${level}`,
  context: index === 3 ? '{"id":7}' : '',
  route: undefined,
}));

test('the logs panel shows counts by level, records with time and context, and the tone of the highest level', () => {
  const text = read('logs', { data: { logs: LOGS } })!;
  assert.match(text, /Level: all 4 {3}debug 1 {3}info 1[\s\S]*Channel: all 4 {3}app 2 {3}db 2/);
  assert.match(text, /0\.00 +debug +app +message debug\n1\.50 +info/);
  assert.match(text, /4\.50 +error +db +message error +id=7\n +id +7/);
  assert.equal(
    drawPanel(
      PANELS.find(({ name }) => name === 'logs')!,
      knownProfile({ data: { logs: LOGS } }),
      NO_LINKS,
    )!.tone,
    'bad',
  );
});

test('the logs panel filters by minimum level or by channel', () => {
  const html = renderBlocksAsHtml(
    drawPanel(
      PANELS.find(({ name }) => name === 'logs')!,
      knownProfile({ data: { logs: LOGS } }),
      LINKS,
    )!.blocks,
  ).toString();
  assert.match(html, /href="\/_profiler\/own\?panel=logs&amp;level=warning"/);
  assert.match(html, /panel=logs" +aria-current="true"/);
  const graver = read('logs', { data: { logs: LOGS } }, { ...LINKS, parameters: { level: 'warning' } })!;
  assert.match(graver, /Messages, 2 of 4/);
  assert.equal(graver.includes('message info'), false);
  assert.equal(
    read('logs', { data: { logs: LOGS } }, { ...LINKS, parameters: { channel: 'app' } })!.includes('message warning'),
    false,
  );
  assert.match(read('logs', { data: { logs: LOGS } }, { ...LINKS, parameters: { level: '<x>' } })!, /message debug/);
});

test('the pipeline panel shows which listener set a header, was skipped or stopped the event', () => {
  const call = { event: 'kernel.request', priority: 8, start: 1, duration: 0.25 };
  const text = read('pipeline', {
    data: {
      pipeline: [
        { ...call, listener: 'HostListener', outcome: 'called', changes: ['response header Vary: Accept'] },
        { ...call, listener: 'CorsListener', outcome: 'skipped', start: 0, duration: 0 },
        { ...call, listener: 'Guard', outcome: 'threw' },
        { ...call, listener: 'Late', outcome: 'not-reached', stoppedBy: 'Guard', start: 0, duration: 0 },
        { ...call, event: 'kernel.response', listener: 'HostListener', outcome: 'called' },
      ],
      decisions: [{ subject: 'routing', outcome: 'none', because: 'the path exists for GET only' }],
    },
  })!;
  assert.match(text, /^8 +HostListener +0\.250 +called +Vary: Accept$/m);
  assert.match(text, /^8 +CorsListener +skipped \(not for this route\)$/m);
  assert.match(text, /^8 +Guard +0\.250 +threw$/m);
  assert.match(text, /^8 +Late +not reached \(stopped by Guard\)$/m);
  assert.match(text, /^routing +none +the path exists for GET only$/m);
  assert.ok(text.indexOf('#### kernel.request') < text.indexOf('#### kernel.response'));
});

test('the routing panel shows the route, the path and each candidate with its reason', () => {
  const candidates = [
    { route: 'a', path: '/a', level: 'no', reason: 'Path does not match' },
    { route: 'b', path: '/b', level: 'almost', reason: 'Method does not match' },
  ] as const;
  const text = read('routing', {
    summary: { route: undefined },
    data: { routing: { path: '/b', method: 'PUT', outcome: 'none', candidates } },
  })!;
  assert.match(text, /Matched route +\(none\)\nPath +\/b/);
  assert.match(text, /^1 +a +\/a +no +Path does not match\n2 +b +\/b +almost +Method does not match$/m);
});

test('the database panel shows parameters, rows, durations, and repeated queries with parent and caller', () => {
  const parent = {
    id: 1,
    parent: 0,
    kind: 'db',
    name: 'q',
    start: 0,
    duration: 3,
    error: undefined,
    details: { sql: 'select * from city', parameters: [], rows: 6, caller: 'routes.ts:12' },
  } as const;
  const children = Array.from({ length: 6 }, (_, index) => ({
    ...parent,
    id: index + 2,
    start: 4 + index,
    duration: index === 5 ? 150 : 1,
    details: {
      sql: 'select * from country where code = ?',
      parameters: [`c${index}'`],
      rows: 1,
      caller: 'routes.ts:41',
    },
  }));
  const text = read('database', { data: { spans: [parent, ...children] } })!;
  assert.match(
    text,
    /N\+1: 6 × select \* from country where code = \? from routes\.ts:41, 155 ms, once for each row of select \* from city \(routes\.ts:12\)/,
  );
  assert.match(text, /Queries: 7 {3}Unique queries: 2 {3}Total time: 158 ms {3}Slow: 1/);
  assert.match(text, /select \* from country where code = 'c0'''/);
  assert.match(text, /150\.00 slow/);
  const same = read('database', { data: { spans: [parent, parent] } })!;
  assert.match(same, /^2 +6\.0 ms +none +routes\.ts:12 +select \* from city$/m);
  assert.equal(same.includes('N+1'), false);
});

test('the HTTP client panel shows method, URL, status and phases of each call', () => {
  const call = {
    id: 1,
    parent: 0,
    kind: 'http',
    name: 'GET http://a/x',
    start: 2,
    duration: 30,
    error: undefined,
    details: { method: 'GET', url: 'http://a/x', status: 503, headersAt: 20 },
  } as const;
  const text = read('http-client', {
    data: { spans: [call, { ...call, error: 'Error: refused', details: { method: 'POST', url: 'http://b/' } }] },
  })!;
  assert.match(
    text,
    /^1 +2\.00 +30\.00 +GET +503 +http:\/\/a\/x\n +Until the headers +20\.0 ms\n +Reading the body +10\.0 ms$/m,
  );
  assert.match(text, /POST +failed +http:\/\/b\/\n[\s\S]*Error: refused/);
  assert.match(text, /Failed: 2/);
});

test('the config panel shows the configuration, the recording overhead and dropped entries', () => {
  const text = read('config', { data: { config: { mode: 'development' }, dropped: { entries: 7 } } })!;
  assert.match(text, /mode +development[\s\S]*Overhead +12 µs\nNot stored: entries +7/);
});

test('the database panel and the finding use the same threshold for slow queries', () => {
  for (const duration of [SLOW_QUERY_MS - 0.1, SLOW_QUERY_MS, SLOW_QUERY_MS + 0.1, 99, 100]) {
    const spans = [
      {
        id: 1,
        parent: 0,
        kind: 'db',
        name: 'select 1',
        start: 1,
        duration,
        error: undefined,
        details: { sql: 'select 1' },
      },
    ] as const;
    const profile = knownProfile({ data: { spans } });
    const panel = renderBlocksAsText(
      drawPanel(
        PANELS.find(({ name }) => name === 'database')!,
        profile,
        NO_LINKS,
      )!.blocks,
    );
    const isFound = getFindings(profile).some(({ code }) => code === 'slow-query');
    assert.equal(/ slow\b/.test(panel), isFound, `${duration} ms`);
    assert.equal(isFound, duration >= SLOW_QUERY_MS, `${duration} ms`);
  }
});

const EXPRESS = { name: 'Express 5.1.0', route: '/users/:id', user: { id: 7, name: 'Ada' } };

test('panels that need an Oriel host name the framework of another server', () => {
  const profile = knownProfile({ data: { framework: EXPRESS } });
  const reasons = PANELS.filter((panel) => drawPanel(panel, profile, NO_LINKS) === undefined).map(
    (panel) => `${panel.name}: ${explainEmptyPanel(panel, profile.data)}`,
  );
  for (const name of ['security', 'limits', 'operation', 'validation', 'serializer', 'cache'])
    assert.ok(reasons.includes(`${name}: Not available for Express`), name);
  for (const name of ['session', 'locale', 'cors', 'hub'])
    assert.ok(reasons.includes(`${name}: Not available for Express`), name);
  for (const name of ['exception', 'logs', 'database']) assert.ok(reasons.includes(`${name}: No data`), name);
  assert.equal(
    explainEmptyPanel(
      PANELS.find(({ name }) => name === 'cors')!,
      knownProfile().data,
    ),
    'No data',
  );
});

test('the pipeline panel of another server has neither priorities nor changes, and one table per kind of call', () => {
  const call = { event: 'middleware', listener: '<anonymous>', priority: 0, outcome: 'called', start: 0, duration: 1 };
  const pipeline = [call, call, { ...call, event: 'handler', listener: 'show' }] as never;
  const text = read('pipeline', { data: { pipeline, framework: EXPRESS } })!;
  assert.doesNotMatch(text, /PRIORITY|CHANGED|Skipped|Not reached|listener/);
  assert.match(text, /middleware\nFUNCTION.*\nanonymous middleware.*\nanonymous middleware/);
  assert.match(read('pipeline', { data: { pipeline } })!, /PRIORITY/);
});

test('the request panel shows the user that the application of another server has logged in', () => {
  assert.match(read('request', { data: { framework: EXPRESS } })!, /User\nid +7\nname +Ada/);
  assert.match(read('request', { data: { framework: { ...EXPRESS, user: 'ada' } } })!, /User\nUser +ada/);
});

test('the routing panel of another server shows what the framework reports', () => {
  const text = read('routing', { summary: { route: '/users/:id' }, data: { framework: EXPRESS } })!;
  assert.match(text, /Matched route +\/users\/:id/);
  assert.match(text, /Framework +Express 5\.1\.0/);
  assert.doesNotMatch(text, /Candidates/);
  const none = read('routing', { summary: { route: undefined }, data: { framework: { name: 'node:http' } } })!;
  assert.match(none, /Matched route +none reported by node:http/);
});

test('the config panel shows the framework and the libraries that are not watched', () => {
  const config = { node: 'v24', unwatched: 'pg 9.0 is not watched (tested: 8.11–8.23)\nx is not watched: Error' };
  const text = read('config', { data: { framework: EXPRESS, config } })!;
  assert.match(text, /framework +Express 5\.1\.0/);
  assert.match(text, /Libraries that are not watched/);
  assert.match(text, /pg 9\.0 is not watched \(tested: 8\.11–8\.23\)/);
  assert.doesNotMatch(text, /^unwatched/m);
});

const FAILED_CONTEXT = {
  order: { id: 'a1', lines: [1, 2] },
  err: { type: 'TypeError', message: 'no address', stack: 'TypeError: no address\n    at label (/app/shop.js:44:37)' },
};

test('the logs panel shows the fields of structured records, and a stack only if the exception panel does not', () => {
  const log = { at: 1, level: 'error', channel: 'pino', message: 'no address', route: undefined } as const;
  const exception = { exceptions: [{ frames: [{ file: '/app/shop.js', line: 44, column: 37 }] }], logs: [] };
  const logs = [{ ...log, context: JSON.stringify(FAILED_CONTEXT) }];
  const text = read('logs', { data: { logs, exception } })!;
  assert.match(text, /no address +order=\{"id":"a1","lines":\[1,2\]\} err=TypeError/);
  assert.match(text, /order\.id +a1\n +order\.lines +\[1,2\]\n +err\.type +TypeError\n/);
  assert.match(text, /err\.stack +that of the exception/);
  assert.equal(text.includes('at label'), false);
  assert.match(read('logs', { data: { logs } })!, /err\.stack"\n.*\n +at label \(\/app\/shop\.js:44:37\)/);
  assert.match(read('logs', { data: { logs: [{ ...log, context: '{"cut":"of' }] } })!, /\{"cut":"of/);
});

test('the HTTP client panel links the profile of a call if the store has it', () => {
  const details = { method: 'GET', url: 'http://other:1/x', status: 200, profile: 'abc123' };
  const spans = [
    { ...{ id: 1, parent: 0, kind: 'http', name: 'GET http://other:1/x', start: 2, duration: 3 }, details },
  ];
  const draw = (links: PanelLinks): string =>
    renderBlocksAsHtml(
      drawPanel(
        PANELS.find(({ name }) => name === 'http-client')!,
        knownProfile({ data: { spans: spans as never } }),
        links,
      )!.blocks,
    ).toString();
  assert.match(
    draw({ ...LINKS, callee: (token) => `/_profiler/${token}` }),
    /<a [^>]*href="\/_profiler\/abc123">abc123<\/a>/,
  );
  assert.match(draw({ ...LINKS, callee: () => undefined }), /<span [^>]*>abc123<\/span>/);
});

test('functions without a name are named after the handler, or after what they are', () => {
  const call = { priority: 0, outcome: 'called', start: 0, duration: 1, listener: '<anonymous>' };
  const pipeline = [
    { ...call, event: 'middleware' },
    { ...call, event: 'handler', start: 2 },
    { ...call, event: 'handler', start: 3, duration: 9 },
  ] as never;
  const facts = { data: { pipeline, framework: EXPRESS }, request: { handler: 'app.js:17' } };
  for (const panel of ['pipeline', 'timeline']) {
    const text = read(panel, facts)!;
    assert.match(text, /anonymous middleware[^]*anonymous handler[^]*handler app\.js:17/, panel);
    assert.equal(text.includes('<anonymous>'), false, panel);
  }
});
