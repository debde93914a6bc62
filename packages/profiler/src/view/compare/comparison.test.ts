import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Span } from 'oriel-core/trace';
import { HIDDEN_CHARACTERS, outsideOfCode } from '../../../../../test/profiler/outside-of-code.ts';
import { hostileProfile } from '../../../../../test/profiler/hostile-profile.ts';
import { MemoryProfileStorage } from '../../store/memory/memory-profile-storage.ts';
import { createBody, createProfile } from '../../testing/create-profile.ts';
import type { HeaderLine, Profile, ProfileData, ProfileSummary, RecordedBody } from '../../profile/profile.ts';
import {
  exportComparisonData,
  exportComparisonHtml,
  exportComparisonMarkdown,
  exportComparisonText,
} from './comparison-documents.ts';
import { compareProfiles } from './comparison.ts';
import type { Comparison } from './comparison.ts';

interface Facts {
  readonly summary?: Partial<ProfileSummary>;
  readonly data?: Partial<ProfileData>;
  readonly headers?: readonly HeaderLine[];
  readonly body?: RecordedBody | undefined;
}

const ORDERS = JSON.stringify(Array.from({ length: 63 }, (_, id) => ({ id, customer: { id: id % 7 } })));
const TIME = Date.now() - 3_600_000;
let requests = 0;

/** A response of `GET /api/orders` with the headers that no two responses have in common. */
function createResponse(facts: Facts = {}): Profile {
  const { summary, data, headers = [] } = facts;
  const body = 'body' in facts ? facts.body : createBody(ORDERS, 'application/json');
  requests++;
  const time = TIME + requests * 1_000;
  const profile = createProfile('GET /api/orders', {
    summary: { route: '/api/orders', time, duration: 40 + requests / 10, bytes: body?.size ?? 0, ...summary },
  });
  const lines: HeaderLine[] = [
    ['Content-Type', 'application/json'],
    ['Date', new Date(time).toUTCString()],
    ['X-Request-Id', `request-${requests}`],
    ...headers,
  ];
  return {
    ...profile,
    data: { ...profile.data, response: { ...profile.data.response, headers: lines, body }, ...data },
  };
}

let ids = 0;
function createQuery(sql: string, caller: string, duration = 1): Span {
  return {
    id: ++ids,
    parent: 0,
    kind: 'db',
    name: 'query',
    start: ids,
    duration,
    details: { sql, caller, system: 'sqlite' },
  };
}

async function compare(before: Profile, after: Profile, others: readonly Profile[] = []): Promise<Comparison> {
  const storage = new MemoryProfileStorage();
  storage.write([...others, before, after]);
  return compareProfiles(storage, before, after, process.cwd());
}

const listLines = ({ differences }: Comparison): string[] =>
  differences.map(({ aspect, kind, path, before = '', after = '', rows, caller }) =>
    [aspect, kind, path, before, after, rows, caller].filter((part) => part !== '' && part !== undefined).join(' | '),
  );

const LIST = createQuery('select * from orders order by id', 'app.js:39', 2);
const others = Array.from({ length: 30 }, (_, index) =>
  createResponse({ summary: { duration: index < 3 ? 38 : index < 27 ? 45 : 55 } }),
);

test('an N+1 query and its fix are the two statements, their numbers and the header that was added', async () => {
  const loop = Array.from({ length: 63 }, (_, id) =>
    createQuery(`select * from customers where id = ${id}`, 'app.js:41', 258 / 63),
  );
  const fixed = createQuery('select * from customers where id in (1, 2, 3)', 'app.js:44', 6);
  const before = createResponse({ summary: { token: 'a1b2c3', duration: 312 }, data: { spans: [LIST, ...loop] } });
  const after = createResponse({
    summary: { token: 'd4e5f6', duration: 41 },
    headers: [['Cache-Control', 'private']],
    data: { spans: [LIST, fixed] },
  });
  assert.equal(
    exportComparisonText(await compare(before, after, others)),
    `### GET /api/orders    a1b2c3 → d4e5f6

· Same status, same body. 62 fewer queries, 312 → 41 ms (typical 38–55 ms).

#### Database 64 → 2
CHANGE  WHAT                    VALUE  FROM       TIME
−       customers by id         ×63    app.js:41  258 ms
+       customers by id in (?)  ×1     app.js:44  6.0 ms

#### Headers
CHANGE  WHAT           VALUE
+       cache-control  private

· Not compared: date, x-request-id (they differ in every request of this route)`,
  );
});

test('a query for a list of values has another name than the query for one that it replaces', async () => {
  const before = createResponse({
    data: { spans: [createQuery('select * from customers where id = 1', 'app.js:41')] },
  });
  for (const [condition, name] of [
    ['in (1, 2)', 'in (?)'],
    ['in (select value from json_each(?))', 'in (select …)'],
    ['= any($1)', '= any(…)'],
  ]) {
    const fixed = createQuery(`select * from customers where id ${condition}`, 'app.js:44');
    assert.deepEqual(listLines(await compare(before, createResponse({ data: { spans: [fixed] } }), others)), [
      'database | removed | customers by id | ×1 | app.js:41',
      `database | added | customers by id ${name} | ×1 | app.js:44`,
    ]);
  }
});

test('twenty pairs of requests that did not change have no difference, although their times do', async () => {
  for (let pair = 0; pair < 20; pair++) {
    const create = (): Profile =>
      createResponse({
        summary: { duration: 10 + Math.random() * 500 },
        headers: [
          ['Connection', 'keep-alive'],
          ['Keep-Alive', `timeout=${requests}`],
          ['Server-Timing', `db;dur=${requests}`],
          ['Age', String(requests)],
          ['ETag', '"7"'],
          ['Content-Length', '7'],
          ['X-Debug-Token', `00000${requests % 10}`],
          ['X-Debug-Token-Link', `http://localhost/${requests}`],
          ['Traceparent', `00-${requests}`],
        ],
        data: {
          spans: [LIST, createQuery(`select * from customers where id = ${pair + requests}`, 'app.js:41', requests)],
          logs: [
            {
              at: requests,
              level: 'info',
              channel: 'app',
              message: `took ${requests} ms`,
              context: '',
              route: undefined,
            },
          ],
          findings: [
            {
              code: 'slow-query',
              severity: 'warning',
              panel: 'database',
              text: `It took ${requests} ms from app.js:41`,
            },
          ],
        },
      });
    const { verdict, differences, ignoredHeaders } = await compare(create(), create(), others);
    assert.deepEqual(differences, []);
    assert.match(verdict, /^No difference\. Same status, same body\. /);
    assert.deepEqual(ignoredHeaders, {
      varying: ['age', 'date', 'server-timing', 'traceparent', 'x-debug-token', 'x-debug-token-link', 'x-request-id'],
      connection: ['connection', 'keep-alive'],
      body: ['content-length', 'etag'],
    });
  }
});

test('each fact that differs is one difference', async () => {
  const base = { spans: [LIST, createQuery('select 1 from a where b = 7', 'app.js:7')] };
  const step = (listener: string) =>
    ({ event: 'middleware', listener, priority: 0, outcome: 'called', start: 0, duration: 1 }) as const;
  const log = (level: 'info' | 'error', message: string) => ({
    at: 0,
    level,
    channel: 'app',
    message,
    context: '',
    route: undefined,
  });
  const call = (url: string, status: number): Span => ({
    id: ++ids,
    parent: 0,
    kind: 'http',
    name: 'GET',
    start: 0,
    duration: 5,
    details: { method: 'GET', url, status },
  });
  const pairs: readonly (readonly [expected: string, before: Facts, after: Facts])[] = [
    ['status | changed | 200 | 404', {}, { summary: { status: 404 } }],
    ['exception | added | TypeError', {}, { summary: { exception: 'TypeError' } }],
    [
      'body | changed | /id=3/customer/id | 3 | 5',
      {},
      { body: createBody(ORDERS.replace('"id":3}', '"id":5}'), 'application/json') },
    ],
    [
      'database | changed | a by b | ×1 | ×2 | app.js:7',
      { data: base },
      { data: { spans: [...base.spans, base.spans[1]!] } },
    ],
    [
      'database | changed | a by b | from app.js:7 | from app.js:9 | app.js:9',
      { data: base },
      { data: { spans: [LIST, createQuery('select 1 from a where b = 8', 'app.js:9')] } },
    ],
    [
      'http-client | changed | GET api.test/items/:n | 200 | 503',
      { data: { spans: [call('http://api.test/items/7', 200)] } },
      { data: { spans: [call('http://api.test/items/8', 503)] } },
    ],
    [
      'headers | changed | vary | Accept | Origin',
      { headers: [['Vary', 'Accept']] },
      { headers: [['Vary', 'Origin']] },
    ],
    ['headers | removed | x-empty', { headers: [['X-Empty', '']] }, {}],
    [
      'pipeline | changed | middleware: helmet | position 1 | position 2',
      { data: { pipeline: [step('helmet'), step('cors')] } },
      { data: { pipeline: [step('cors'), step('helmet')] } },
    ],
    [
      'pipeline | added | middleware: cors',
      { data: { pipeline: [step('helmet')] } },
      { data: { pipeline: [step('helmet'), step('cors')] } },
    ],
    [
      'decisions | changed | position 1 | user: anonymous | user: ada',
      { data: { decisions: [{ subject: 'user', outcome: 'anonymous', because: '' }] } },
      { data: { decisions: [{ subject: 'user', outcome: 'ada', because: '' }] } },
    ],
    [
      'logs | added | error: order ? failed',
      { data: { logs: [log('info', 'start')] } },
      { data: { logs: [log('info', 'start'), log('error', 'order 7 failed')] } },
    ],
    [
      'findings | added | uncompressed',
      {},
      { data: { findings: [{ code: 'uncompressed', severity: 'info', text: '12 KB', panel: 'cache' }] } },
    ],
    [
      'request | changed | URL | /api/orders | /api/orders?page=2',
      {},
      { summary: { url: 'http://localhost:8000/api/orders?page=2' } },
    ],
  ];
  for (const [expected, before, after] of pairs)
    assert.deepEqual(listLines(await compare(createResponse(before), createResponse(after), others)), [expected]);
});

test('a header that differs between two responses is compared unless it differs in all others as well', async () => {
  const [one, other] = ['a', 'b'].map((value) => createResponse({ headers: [['X-Build', value]] }));
  const same = Array.from({ length: 5 }, () => createResponse({ headers: [['X-Build', 'a']] }));
  assert.deepEqual(listLines(await compare(one!, other!, same)), ['headers | changed | x-build | a | b']);
  assert.deepEqual(
    listLines(await compare(one!, other!)).map((line) => line.split(' | ')[2]),
    ['x-build', 'x-request-id'],
  );
});

test('values of the body that differ in every response to the same request are named, and not compared', async () => {
  const create = (id: number, url = 'http://localhost:8000/api/orders'): Profile =>
    createResponse({ summary: { url }, body: createBody(JSON.stringify({ id, total: 7 }), 'application/json') });
  const { verdict, ignoredPaths } = await compare(create(1), create(2), [create(3), create(4), create(5)]);
  assert.match(verdict, /^No difference\./);
  assert.deepEqual(ignoredPaths, ['/id']);
  const pages = [1, 2, 3, 4, 5].map((id) => create(id, `http://localhost:8000/api/orders?page=${id}`));
  assert.deepEqual(
    listLines(await compare(pages[0]!, pages[1]!, pages.slice(2))).filter((line) => line.startsWith('body')),
    ['body | changed | /id | 1 | 2'],
  );
});

test('what was not recorded is named, and is not reported as equal', async () => {
  const missing = { body: undefined, summary: { bytes: 900 } };
  const { verdict, differences, notCompared } = await compare(createResponse(missing), createResponse(), others);
  assert.deepEqual(differences, []);
  assert.match(verdict, /^No difference in what was compared\. Same status, body not compared\./);
  assert.deepEqual(notCompared, ['the body (not recorded)']);
  const dropped = createResponse({ data: { dropped: { db: 12 }, logs: { failed: 'x' } as unknown as [] } });
  assert.deepEqual((await compare(dropped, createResponse(), others)).notCompared, [
    '12 more entries of db, which were not recorded',
    'logs, which could not be recorded',
  ]);
});

test('without a body, its length and its entity tag are compared', async () => {
  const create = (tag: string): Profile =>
    createResponse({ body: undefined, summary: { bytes: 900 }, headers: [['ETag', tag]] });
  assert.deepEqual(listLines(await compare(create('"1"'), create('"2"'), others)), [
    'headers | changed | etag | "1" | "2"',
  ]);
});

test('bodies of which only the beginning or the digest is stored are compared by their digests', async () => {
  const create = (digest: string, encoding: 'text' | 'base64' = 'text'): Profile =>
    createResponse({
      body: {
        ...createBody('[1, 2', 'application/json'),
        encoding,
        digest,
        size: 90_000,
        ...(encoding === 'base64' && { content: '' }),
      },
    });
  assert.deepEqual(listLines(await compare(create('aa'), create('aa'), others)), []);
  assert.deepEqual(listLines(await compare(create('aa'), create('bb'), others)), [
    'body | changed | sha-256 aa | sha-256 bb',
  ]);
  assert.deepEqual(listLines(await compare(create('aa', 'base64'), create('aa', 'base64'), others)), []);
  assert.equal((await compare(create('aa', 'base64'), create('bb', 'base64'), others)).body, 'different');
});

test('texts are compared by their lines', async () => {
  const create = (text: string): Profile => createResponse({ body: createBody(text, 'text/html') });
  const page = '<ul>\n<li>one</li>\n<li>two</li>\n</ul>';
  assert.deepEqual(
    listLines(await compare(create(page), create(page.replace('two', 'too').replace('</ul>', '</ul>\nend')), others)),
    ['body | changed | line 3 | <li>two</li> | <li>too</li>', 'body | added | line 5 | end'],
  );
});

test('500 queries on both sides are compared in time that grows with their number', async () => {
  const create = (file: string): Profile =>
    createResponse({
      data: {
        spans: Array.from({ length: 500 }, (_, id) =>
          createQuery(`select ${id} from t${id} where a = 1`, `${file}:${id}`),
        ),
      },
    });
  const { differences } = await compare(create('app.js'), create('orders.js'), others);
  assert.equal(differences.length, 500);
  assert.ok(differences.every(({ kind }) => kind === 'changed'));
});

test('queries whose lines moved together are no difference, and their file is named', async () => {
  const create = (lines: readonly number[]): Profile =>
    createResponse({
      data: { spans: lines.map((line, id) => createQuery(`select ${id} from t${id} where a = 1`, `app.js:${line}`)) },
    });
  const { verdict, differences, movedFiles } = await compare(create([3, 10, 20]), create([3, 14, 24]), others);
  assert.deepEqual([differences, movedFiles], [[], ['app.js']]);
  assert.match(verdict, /^No difference\./);
  for (const lines of [
    [3, 14, 20],
    [4, 14, 25],
    [3, 10, 21],
  ]) {
    const compared = await compare(create([3, 10, 20]), create(lines), others);
    assert.ok(compared.differences.length > 0, lines.join());
    assert.deepEqual(compared.movedFiles, []);
  }
});

test('the port of the server is left out of headers, bodies and the URL', async () => {
  const create = (port: number): Profile => {
    const link = `http://localhost:${port}/api/orders?page=2`;
    return createResponse({
      summary: { url: `http://localhost:${port}/api/orders` },
      headers: [['Link', `<${link}>; rel="next"`]],
      body: createBody(JSON.stringify({ next: link, other: 'http://localhost:7/' }), 'application/json'),
    });
  };
  assert.deepEqual(listLines(await compare(create(3_000), create(4_000), others)), []);
});

test('the length and the entity tag of a response to HEAD are compared', async () => {
  const create = (length: string): Profile =>
    createResponse({ body: createBody('', 'application/json'), headers: [['Content-Length', length]] });
  assert.deepEqual(listLines(await compare(create('270'), create('274'), others)), [
    'headers | changed | content-length | 270 | 274',
  ]);
});

test('a body of another kind is one difference', async () => {
  const text = createResponse({ body: createBody('TypeError: broken\n    at show (app.js:7:3)', 'text/html') });
  const value = createResponse({ body: createBody('{\n  "id": 7\n}', 'application/json') });
  assert.deepEqual(
    listLines(await compare(value, text, others)).filter((line) => line.startsWith('body')),
    ['body | changed | {\n  "id": 7\n} | TypeError: broken\n    at show (app.js:7:3)'],
  );
});

test('functions without a name are compared by their file, because their line moves', async () => {
  const create = (line: number): Profile =>
    createResponse({
      data: {
        pipeline: [
          {
            ...{ event: 'middleware', listener: `app.js:${line}`, priority: 0, outcome: 'called' },
            ...{ start: 0, duration: 1 },
          },
        ],
      },
    });
  assert.deepEqual(listLines(await compare(create(7), create(8), others)), []);
});

test('responses to the same URL are found behind newer ones of the route', async () => {
  const create = (id: number, search = ''): Profile =>
    createResponse({
      summary: { url: `http://localhost:8000/api/orders${search}` },
      body: createBody(JSON.stringify({ id }), 'application/json'),
    });
  const same = [create(1), create(2), create(3)];
  const newer = Array.from({ length: 12 }, (_, page) => create(page, `?page=${page}`));
  const { differences, ignoredPaths } = await compare(create(4), create(5), [...same, ...newer]);
  assert.deepEqual([differences, ignoredPaths], [[], ['/id']]);
});

test('recorded text is escaped, bounded and inside of code in every format', async () => {
  const hostile = hostileProfile();
  const body = createBody(
    JSON.stringify({ '<img src=x onerror=alert(1)>\u202e': `${'<'.repeat(60_000)}\u001b[31m` }),
    'application/json',
  );
  const other = { ...createResponse({ body }), summary: { ...hostile.summary, token: 'bbbbbb' } };
  const comparison = await compare(hostile, other);
  const page = exportComparisonHtml(comparison);
  const tags = [...page.matchAll(/<([a-z][a-z0-9]*)/gi)].map(([, name]) => name);
  assert.deepEqual(
    tags.filter((name) => /^(?:script|img|iframe|svg|form)$/i.test(name!)),
    [],
  );
  const markdown = exportComparisonMarkdown(comparison);
  for (const piece of ['onerror', 'rm -rf', 'Ignore all that'])
    assert.equal(outsideOfCode(markdown).includes(piece), false);
  const text = exportComparisonText(comparison);
  for (const document of [page, markdown, text]) {
    assert.equal(HIDDEN_CHARACTERS.exec(document)?.index, undefined);
    assert.ok(document.length < 60_000, `${document.length} characters`);
  }
  assert.ok(JSON.stringify(exportComparisonData(comparison)).length < 60_000);
});
