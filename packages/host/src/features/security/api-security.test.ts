import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apiSecurity } from './api-security.ts';

const { guardOf } = apiSecurity(
  {
    firewalls: [
      { name: 'admin', path: '/admin', authenticators: [] },
      { name: 'main', anonymous: true },
    ],
    access: [
      { path: '/admin/', methods: ['GET'], allow: 'role:admin' },
      { path: '/hosts', hosts: ['a.example.com'], allow: 'user' },
    ],
  },
  undefined,
);

test('describes the firewall and the path rule that apply to requests of a path', () => {
  for (const [path, method, requiresCredentials, rule] of [
    ['/admin', 'GET', true, ['role:admin']],
    ['/admin/users', 'HEAD', true, ['role:admin']],
    ['/admin.json', 'GET', true, ['role:admin']],
    ['/admin', 'POST', true, undefined],
    ['/administrators', 'GET', false, undefined],
    ['/hosts', 'GET', false, undefined],
  ] as const) {
    const guard = guardOf(path, method);
    assert.equal(guard.requiresCredentials, requiresCredentials, path);
    assert.deepEqual(guard.rule, rule, path);
  }
});
