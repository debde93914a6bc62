import { deepEqual, equal, ok } from 'node:assert/strict';
import { test } from 'node:test';
import { HostConfigError, defineHost, filter, memoryStore, resource, route } from 'oriel-host';
import type { HostConfig } from 'oriel-host';
import { z } from 'zod';

const Note = z.object({ id: z.int(), text: z.string(), owner: z.int() });
const firewalls = [{ name: 'all', authenticators: [{ name: 'some', authenticate: () => undefined }], anonymous: true }];
const handle = () => 'x';

/** Returns the codes and places of all issues of a host configuration. */
function findIssues(config: object): string[] {
  try {
    defineHost(config as HostConfig);
    return [];
  } catch (error) {
    ok(error instanceof HostConfigError, String(error));
    for (const { fix, reason } of error.issues) ok(fix.length > 5 && reason.length > 5);
    return error.issues.map(({ code, place }) => `${code.replace('ORIEL_ACCESS_', '')} ${place}`);
  }
}

const notes = (definition: object, name = 'notes') =>
  resource(name, Note, { id: 'id', store: memoryStore(), ...definition } as never);
const host = (definition: object, security: object = {}) => ({
  resources: [notes(definition)],
  security: { firewalls, ...security },
});

const MATRIX: readonly [name: string, config: object, issues: readonly string[]][] = [
  ['accepts valid rules', host({ access: { read: 'public', write: 'user' } }), []],
  ['accepts a resource without rules and security', { resources: [notes({})] }, []],
  ['rejects a resource without a rule for writing', host({}), ['UNSAID resources "notes".access']],
  ['accepts a path rule that covers the resource', host({}, { access: [{ path: '/api/notes', allow: 'user' }] }), []],
  ['accepts default: "deny" instead of a rule', host({}, { default: 'deny' }), []],
  [
    'rejects a path rule that covers only some hostnames',
    host({}, { access: [{ path: '/api', hosts: ['a.example'], allow: 'user' }] }),
    ['UNSAID resources "notes".access'],
  ],
  [
    'rejects an unknown operation',
    host({ access: { write: 'user', remove: 'user' } }),
    ['ORIEL_CONFIG_KEY resources[0] "notes".access.remove'],
  ],
  [
    'rejects a value that is not a rule',
    host({ access: { write: 'admin' } }),
    ['RULE resources[0] "notes".access.write'],
  ],
  ['rejects an empty list of rules', host({ access: { write: [] } }), ['RULE resources[0] "notes".access.write']],
  [
    'rejects "public" in a list of rules',
    host({ access: { write: ['public', 'user'] } }),
    ['RULE resources[0] "notes".access.write'],
  ],
  [
    'rejects a rule for an unknown field',
    host({ access: { write: 'user' }, fields: { txt: 'user' } }),
    ['FIELD resources[0] "notes".fields.txt'],
  ],
  [
    'rejects an invalid rule for a field',
    host({ access: { write: 'user' }, fields: { text: 'me' } }),
    ['FIELD resources[0] "notes".fields.text'],
  ],
  [
    'rejects a rule for an unknown parameter',
    host({ access: { write: 'user', parameters: { q: 'user' } } }),
    ['PARAMETER resources[0] "notes".access.parameters.q'],
  ],
  [
    'rejects a public create that returns an item only users may read',
    host({ access: { read: 'user', write: 'user', create: 'public' } }),
    ['ANSWER resources[0] "notes".access.create'],
  ],
  [
    'accepts a public create without output',
    host({ access: { read: 'user', write: 'user', create: 'public' }, operations: { create: { output: false } } }),
    [],
  ],
  [
    'rejects a public cache for items that only users may read',
    host({ access: { read: 'user', write: 'user' }, cache: { public: true } }),
    ['CACHE resources[0] "notes".cache.public', 'CACHE resources[0] "notes".cache.public'],
  ],
  [
    'rejects an order by a field of hidden rows',
    {
      resources: [
        notes({
          access: { write: 'user' },
          links: { owner: 'people' },
          filters: { order: filter.order(['owner.text']) },
        }),
        notes({ access: { read: 'user', write: 'user' } }, 'people'),
      ],
      security: { firewalls },
    },
    ['ORDER resources[0] "notes".filters.order'],
  ],
  [
    'rejects an unknown role',
    host({ access: { write: 'role:admn' } }, { roles: ['admin'] }),
    ['ROLE resources[0] "notes".access.write'],
  ],
  [
    'rejects an attribute without voters',
    host({ access: { write: 'attribute:x' } }),
    ['CONFIG resources[0] "notes".access.write'],
  ],
  [
    'rejects a rule for users without a firewall',
    { resources: [notes({ access: { write: 'user' } })] },
    ['NO_FIREWALL resources[0] "notes".access.write'],
  ],
  [
    'rejects a route that requires a role without a firewall',
    { routes: [route('a', 'GET /a', { access: ['role:x'], handle })] },
    ['NO_FIREWALL routes[0] "a".access'],
  ],
  [
    'rejects an invalid rule of a route',
    { routes: [route('a', 'GET /a', { access: 'x' as 'user', handle })], security: { firewalls } },
    ['RULE routes[0] "a".access'],
  ],
  ['rejects an invalid default', { security: { firewalls, default: 'allow' } }, ['CONFIG security.default']],
  ['rejects roles that are not lists', { security: { firewalls, roles: { a: 'b' } } }, ['CONFIG security.roles']],
  [
    'rejects null for access, voters and roles',
    { security: { firewalls, access: null, voters: null, roles: null } },
    ['CONFIG security.access', 'CONFIG security.voters', 'CONFIG security.roles'],
  ],
  ['rejects a value that is not a voter', { security: { firewalls, voters: ['x'] } }, ['CONFIG security.voters[0]']],
  [
    'rejects a path with a parameter',
    { security: { firewalls, access: [{ path: '/a/{id}', allow: 'user' }] } },
    ['PATH security.access[0].path'],
  ],
  [
    'rejects a path rule without allow',
    { security: { firewalls, access: [{ path: '/a' }] } },
    ['PATH security.access[0].allow'],
  ],
  [
    'rejects an invalid hostname',
    { security: { firewalls, access: [{ path: '/a', hosts: ['A'], allow: 'user' }] } },
    ['PATH security.access[0].hosts[0]'],
  ],
  [
    'rejects a path rule that is never reached',
    {
      security: {
        firewalls,
        access: [
          { path: '/a', allow: 'user' },
          { path: '/a/b', methods: ['GET'], allow: 'never' },
        ],
      },
    },
    ['UNREACHABLE security.access[1]'],
  ],
  [
    'accepts a path rule after one for other methods',
    {
      security: {
        firewalls,
        access: [
          { path: '/a', methods: ['POST'], allow: 'user' },
          { path: '/a/b', allow: 'never' },
        ],
      },
    },
    [],
  ],
];

for (const [name, config, issues] of MATRIX)
  test(`validates access rules: ${name}`, () => {
    deepEqual(findIssues(config), issues);
  });

test('an unknown role is reported with the closest role', () => {
  try {
    defineHost(host({ access: { write: 'role:admn' } }, { roles: { admin: [] } }) as HostConfig);
    ok(false);
  } catch (error) {
    equal((error as HostConfigError).issues[0]?.fix, "Did you mean 'role:admin'?");
  }
});
