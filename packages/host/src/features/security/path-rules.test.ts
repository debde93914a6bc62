import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createContext } from '../../testing/create-context.ts';
import { PathRules, plainest } from './path-rules.ts';

const rules = new PathRules([
  { path: '/admin/', allow: 'role:admin' },
  { path: '/write', methods: ['POST'], allow: ['user', 'role:writer'] },
  { path: '/read', methods: ['GET'], allow: 'user' },
  { path: '/hosts', hosts: ['A.Example.com', '*.internal'], allow: 'user' },
  { path: '/Mixed', allow: 'user' },
]);
const covering = (line: string, host = 'localhost'): (string | undefined)[] => {
  const [, path = ''] = line.split(' ');
  const context = createContext(line);
  Object.defineProperty(context, 'host', { value: host });
  return rules.covering(context, path).map((rule) => rule?.path);
};

test('the first rule whose path contains that of the request applies', () => {
  for (const [line, expected] of [
    ['GET /admin', ['/admin']],
    ['GET /admin/users', ['/admin']],
    ['GET /admin.json', ['/admin']],
    ['GET /administrator', [undefined]],
    ['GET /', [undefined]],
    ['POST /write', ['/write']],
    ['GET /write', [undefined]],
    ['GET /read', ['/read']],
    ['HEAD /read', ['/read']],
    ['POST /read', [undefined]],
  ] as const)
    assert.deepEqual(covering(line), expected, line);
  assert.deepEqual(rules.rules[1]!.parts, ['user', 'role:writer']);
});

test('a rule may be limited to hosts', () => {
  for (const [host, expected] of [
    ['a.example.com', '/hosts'],
    ['x.internal', '/hosts'],
    ['b.example.com', undefined],
    ['internal', undefined],
  ] as const)
    assert.deepEqual(covering('GET /hosts', host), [expected], host);
});

test('an unusual spelling must satisfy the rule of its normalized form as well', () => {
  for (const [line, expected] of [
    ['GET //admin', [undefined, '/admin']],
    ['GET /ADMIN', [undefined, '/admin']],
    ['GET /x/../admin', [undefined, '/admin']],
    ['GET /admin;x', [undefined, '/admin']],
    ['GET /admin/../read', ['/admin', '/read']],
    ['GET /admin/./users', ['/admin']],
    ['GET /Mixed', ['/Mixed']],
    ['GET /other//path', [undefined]],
  ] as const)
    assert.deepEqual(covering(line), expected, line);
});

test('plainest decodes a path and removes what servers interpret differently', () => {
  for (const [path, expected] of [
    ['/', '/'],
    ['/a//b/', '/a/b'],
    ['/A/./b/../C', '/a/c'],
    ['/../a', '/a'],
    ['/a;x=1/b;y', '/a/b'],
    ['/%61%2Fb', '/a/b'],
    ['/%zz/A', '/%zz/a'],
    ['/a\\b', '/a/b'],
    ['/ a /b', '/a/b'],
  ] as const)
    assert.equal(plainest(path), expected, path);
});

test('always returns the first rule that covers every request with a prefix and method', () => {
  const always = (path: string, method: string): string | undefined => rules.always(path, method)?.path;
  assert.deepEqual(
    [always('/admin/x', 'GET'), always('/write', 'POST'), always('/write', 'GET'), always('/read', 'HEAD')],
    ['/admin', '/write', undefined, '/read'],
  );
  assert.deepEqual([always('/hosts', 'GET'), always('/none', 'GET')], [undefined, undefined]);
});
