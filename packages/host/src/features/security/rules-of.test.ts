import assert from 'node:assert/strict';
import { test } from 'node:test';
import { docsAccess, mcpAccess, getRules } from './rules-of.ts';
import type { SecuritySettings } from './security-config.ts';

const listed = (config: object): [string, unknown][] =>
  [...getRules(config as SecuritySettings)].map(({ place, parts }) => [place, parts]);

test('every rule of a configuration is listed with its place', () => {
  const location = { file: 'host.ts', line: 1 };
  const config = {
    resources: [
      {
        name: 'notes',
        at: location,
        definition: {
          access: {
            read: 'user',
            write: ['user', 'role:x'],
            create: undefined,
            hide: true,
            parameters: { q: 'role:q', p: undefined },
          },
          fields: { pin: 'never', pay: { read: 'role:hr', write: undefined }, open: undefined },
          custom: { publish: { access: 'role:editor' }, open: {} },
        },
      },
      { name: 'plain', definition: {} },
    ],
    routes: [
      { name: 'open', at: location },
      { name: 'closed', access: 'user', at: location },
    ],
    api: { docs: { access: 'role:docs' } },
    mcp: { access: 'role:mcp' },
    security: { access: [{ path: '/', allow: 'user' }, { path: '/x' }, undefined] },
  };
  assert.deepEqual(listed(config), [
    ['resources[0] "notes".access.read', ['user']],
    ['resources[0] "notes".access.write', ['user', 'role:x']],
    ['resources[0] "notes".access.parameters.q', ['role:q']],
    ['resources[0] "notes".fields.pin', ['never']],
    ['resources[0] "notes".fields.pay', ['role:hr']],
    ['resources[0] "notes".custom.publish.access', ['role:editor']],
    ['routes[1] "closed".access', ['user']],
    ['api.docs.access', ['role:docs']],
    ['mcp.access', ['role:mcp']],
    ['security.access[0].allow', ['user']],
  ]);
  assert.deepEqual(
    [...getRules(config as never)].map((rule) => rule.at),
    [location, location, location, location, location, location, location, undefined, undefined, undefined],
  );
});

test('an empty or invalid configuration has no rules', () => {
  for (const config of [
    {},
    { resources: [undefined, { name: 'a' }, { name: 'b', definition: null }], routes: [undefined] },
    { security: { access: 'user' } },
    { api: { docs: true }, mcp: false },
    { api: {} },
  ])
    assert.deepEqual(listed(config), [], JSON.stringify(config));
});

test('the rules of the API documents and of the endpoint for assistants are found by themselves', () => {
  assert.deepEqual([docsAccess({}), docsAccess({ api: { docs: false } })], [undefined, undefined]);
  assert.equal(docsAccess({ api: { docs: { access: 'user' } } }), 'user');
  assert.deepEqual([mcpAccess({}), mcpAccess({ mcp: true })], [undefined, undefined]);
  assert.equal(mcpAccess({ mcp: { access: 'user' } }), 'user');
});
