import assert from 'node:assert/strict';
import { METHODS } from 'node:http';
import { describe, test } from 'node:test';
import { HostConfigError, defineHost, memoryStore, resource, route } from 'oriel-host';
import type { HostConfig } from 'oriel-host';
import { sessionLogin } from 'oriel-host/security';
import { z } from 'zod';

const handle = (): string => 'ok';
const Note = z.object({ id: z.string(), text: z.string() });

/** Returns the issues of `defineHost` or, without any, those of the first request. */
async function findIssues(config: HostConfig): Promise<string[]> {
  try {
    const host = defineHost({ access: 'public', log: false, profiler: false, ...config });
    const { status } = await host.fetch(new Request('http://localhost/'));
    assert.ok(status < 500);
    await host.close();
    return [];
  } catch (error) {
    assert.ok(error instanceof HostConfigError);
    for (const { fix } of error.issues) assert.ok(fix.length > 5);
    return error.issues.map(({ place, reason }) => `${place}: ${reason}`);
  }
}

const notes = (custom: object, definition: object = {}) =>
  resource('notes', Note, { id: 'id', store: memoryStore(), custom, ...definition } as never);
const getRoutes = (...lines: (string | [line: string, options: object])[]): HostConfig => ({
  routes: lines.map((other, index) => {
    const [line, options] = typeof other === 'string' ? [other, {}] : other;
    return route(`r${index}`, line, { ...options, handle });
  }),
});

describe('lines of custom operations', () => {
  const INVALID: readonly [line: unknown, reason: RegExp][] = [
    ['PSOT /{id}/x', /"PSOT" is not a method/],
    ['post /{id}/x', /"post" is not a method/],
    ['GET|POST /x', /"GET\|POST" is not a method/],
    ['/{id}/x', /"\/\{id\}\/x" is not a method/],
    ['POST /{idd}/x', /begins with "\{idd\}"/],
    ['POST /{id<\\d+>}/x', /begins with "\{id/],
    ['POST /{id}x', /begins with "\{id\}x"/],
    ['POST /x/{id}', /\{id\} is not the first segment/],
    ['POST x', /It is "POST x"/],
    ['POST  /x', /It is "POST {2}\/x"/],
    ['POST /', /It is "POST \/"/],
    ['', /It is ""/],
    [undefined, /It is undefined/],
    [5, /It is 5/],
  ];
  for (const [line, reason] of INVALID)
    test(`${JSON.stringify(line)} is an issue of the configuration`, async () => {
      const [issue = 'none', ...more] = await findIssues({ resources: [notes({ touch: { line, handle } })] });
      assert.match(issue, /^resources\[0\] "notes"\.custom\.touch\.line: /);
      assert.match(issue, reason);
      assert.deepEqual(more, []);
    });

  test('may have no path, further parameters and any method that HTTP servers accept', async () => {
    const custom = {
      clear: { line: 'DELETE', handle },
      tag: { line: 'PUT /{id}/tags/{tag}', handle },
      find: { line: 'QUERY /find', handle },
      purge: { line: 'PURGE /{id}', handle },
    };
    assert.deepEqual(await findIssues({ resources: [notes(custom)] }), []);
  });

  test('an operation without a function is an issue', async () => {
    assert.deepEqual(await findIssues({ resources: [notes({ touch: { line: 'POST /touch' } })] }), [
      'resources[0] "notes".custom.touch.handle: It is undefined',
    ]);
  });
});

describe('names of operations and routes', () => {
  test('a custom operation must not replace a standard, a bulk or a QUERY operation', async () => {
    for (const [name, definition] of [
      ['list', {}],
      ['get', {}],
      ['patch', {}],
      ['bulk', { bulk: { max: 10 } }],
      ['query', { acceptQuery: true }],
    ] as const)
      assert.deepEqual(
        await findIssues({ resources: [notes({ [name]: { line: `GET /x/${name}`, handle } }, definition)] }),
        [`resources[0] "notes".custom.${name}: "${name}" is also the name of another operation of the resource`],
        name,
      );
  });

  test('a custom operation must not have the name of another method of the typed client', async () => {
    for (const name of ['refresh', 'in', 'createAll'])
      assert.deepEqual(await findIssues({ resources: [notes({ [name]: { line: `GET /x/${name}`, handle } })] }), [
        `resources[0] "notes".custom.${name}: "${name}" is a method of the typed client, which has the custom operations as methods, too`,
      ]);
  });

  test('a custom operation may have the name of a standard operation that does not exist', async () => {
    const resources = [notes({ delete: { line: 'POST /{id}/delete', handle } }, { only: ['list', 'get'] })];
    assert.deepEqual(await findIssues({ resources }), []);
  });

  test('a route must not have the name of an operation, a document, a login or a folder', async () => {
    const host: HostConfig = {
      resources: [notes({ touch: { line: 'POST /touch', handle } })],
      files: [{ path: '/assets', folder: '.' }],
    };
    for (const name of ['notes.list', 'notes.touch', 'api.docs', 'files /assets'])
      assert.deepEqual(await findIssues({ ...host, routes: [route(name, 'GET /own', { handle })] }), [
        `routes[0] "${name}": "${name}" is also the name of an operation, or of a route of a feature`,
      ]);
  });

  test('identifiers of operations in the OpenAPI document are unique', async () => {
    const host = defineHost({
      access: 'public',
      log: false,
      resources: [notes({})],
      routes: [route('notes', 'GET|POST /other', { handle }), route('notes.post', 'GET /third', { handle })],
    });
    const response = await host.fetch(new Request('http://localhost/api/docs.json'));
    const { paths } = (await response.json()) as { paths: Record<string, Record<string, { operationId?: string }>> };
    const ids = Object.values(paths).flatMap((path) =>
      Object.values(path).flatMap((element) => element.operationId ?? []),
    );
    assert.ok(ids.length > 5);
    assert.deepEqual(ids, [...new Set(ids)]);
    await host.close();
  });
});

describe('methods of routes', () => {
  test('must be methods that HTTP servers accept', async () => {
    assert.deepEqual(await findIssues(getRoutes('PSOT /x')), [
      'routes[0] "r0": "PSOT" is not a method that HTTP servers accept',
    ]);
    assert.deepEqual(await findIssues(getRoutes('GET|FETCH /x')), [
      'routes[0] "r0": "FETCH" is not a method that HTTP servers accept',
    ]);
    assert.deepEqual(await findIssues(getRoutes('get|Purge /x', 'M-SEARCH /y')), []);
  });

  test('may be any that servers of Node.js accept', async () => {
    const lines = METHODS.map((method, index) => `${method} /${index}`);
    assert.ok(lines.length > 30);
    assert.deepEqual(await findIssues(getRoutes(...lines)), []);
  });

  test('of a login are checked, too', async () => {
    const config: HostConfig = {
      sessions: {},
      security: {
        users: { find: () => undefined },
        firewalls: [{ name: 'all', authenticators: [sessionLogin({ login: 'PSOT /login' })] }],
      },
    };
    assert.match((await findIssues(config)).join('\n'), /"PSOT" is not a method that HTTP servers accept/);
  });
});

test('more than two parameters that can divide a path in several ways are an issue', async () => {
  const lines = ['GET /{a<.+>}/{b<.+>}/c', 'GET /x/{a<.+>}/{b<.+>}/{c<.+>}/d', 'GET /{a}/{b}/{c}/{d<.+>}'];
  const issues = await findIssues(getRoutes(...lines));
  assert.equal(issues.length, 1, issues.join('\n'));
  assert.match(issues[0]!, /^routes\[1\] "r1": Its parameters can divide a path in too many ways/);
});

describe('unreachable routes', () => {
  const HIDDEN: readonly [name: string, hidden: number, by: number, ...Parameters<typeof getRoutes>][] = [
    ['the same path twice', 1, 0, 'GET /a', 'GET /a'],
    ['the same path with another name of a parameter', 1, 0, 'GET /a/{x}', 'GET /a/{y}'],
    ['a static path after a parameter', 1, 0, 'GET /{page}', 'GET /about'],
    ['HEAD after GET', 1, 0, 'GET /a', 'HEAD /a'],
    ['any method before one method', 1, 0, '/a', 'GET /a'],
    ['a path after a catch-all', 1, 0, 'GET /{path<.*>}', 'GET /a/b/{c}'],
    ['a stricter requirement after a wider one', 1, 0, 'GET /a/{x<\\d+>}', 'GET /a/{x<\\d\\d>}'],
    ['two methods that two routes receive', 2, 0, 'GET /a/{x}', 'POST /{y}/b', 'GET|POST /a/b'],
    ['a route for one host after one for all', 1, 0, 'GET /a', ['GET /a', { host: 'a.example' }]],
    ['a route for one scheme after one for both', 1, 0, 'GET /a', ['GET /a', { schemes: ['https'] }]],
    ['a lower priority', 0, 1, ['GET /b', { priority: -1 }], 'GET /{x}'],
    ['an optional parameter', 1, 0, 'GET /a/{x?1}', 'GET /a'],
    ['a condition on the hidden route', 1, 0, 'GET /a', ['GET /a', { condition: () => true }]],
  ];
  for (const [name, hidden, by, ...lines] of HIDDEN)
    test(`${name} is an issue`, async () => {
      const issues = await findIssues(getRoutes(...lines));
      assert.equal(issues.length, 1, issues.join('\n'));
      assert.ok(issues[0]!.startsWith(`routes[${hidden}] "r${hidden}": No request reaches it, because "r${by}" `));
    });

  const REACHED: readonly [name: string, ...Parameters<typeof getRoutes>][] = [
    ['another method', 'GET /a', 'POST /a'],
    ['one more method', 'GET /a', 'GET|POST /a'],
    ['a parameter after a static path', 'GET /about', 'GET /{page}'],
    ['a wider requirement', 'GET /a/{x<\\d+>}', 'GET /a/{x}', 'GET /a/{x<.+>}'],
    ['other values', 'GET /a/{x<en|de>}', 'GET /a/{x<[a-z]{2}>}'],
    ['shorter values', 'GET /a/{x<.{1,64}>}', 'GET /a/{x}'],
    ['values without a point', 'GET /a/{x<[^./]+>}', 'GET /a/{x}'],
    ['a condition', ['GET /a', { condition: () => false }], 'GET /a'],
    ['another host', ['GET /a', { host: 'a.example' }], 'GET /a', ['GET /b', { host: '{x}.example' }], 'GET /b'],
    ['another scheme', ['GET /a', { schemes: ['https'] }], ['GET /a', { schemes: ['http'] }]],
    ['a trailing slash', 'GET /a', 'GET /a/'],
    ['a catch-all with a lower priority', ['GET /{path<.*>}', { priority: -10 }], 'GET /a'],
    ['a required parameter after an optional one', 'GET /a/{x<\\d+>?1}', 'GET /a/{y}'],
    ['a value that no sample has', 'GET /a/{x}/b', 'GET /a/{x<qq.*>}/{y}'],
  ];
  for (const [name, ...lines] of REACHED)
    test(`${name} is accepted`, async () => {
      assert.deepEqual(await findIssues(getRoutes(...lines)), []);
    });

  test('an operation behind a route of the application is an issue', async () => {
    const issues = await findIssues({ ...getRoutes('GET|POST /{path<.*>}'), resources: [notes({})] });
    assert.match(issues.join('\n'), /"notes\.list": No request reaches it, because "r0"/);
    assert.match(issues.join('\n'), /"notes\.create": No request reaches it/);
    assert.doesNotMatch(issues.join('\n'), /"notes\.patch"/);
  });

  test('a custom operation before a standard one is an issue of the standard one', async () => {
    const issues = await findIssues({ resources: [notes({ find: { line: 'GET', handle } })] });
    assert.match(issues.join('\n'), /"notes\.list": No request reaches it, because "notes\.find"/);
  });
});
