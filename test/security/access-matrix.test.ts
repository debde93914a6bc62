import { deepEqual, equal, ok } from 'node:assert/strict';
import { test } from 'node:test';
import { HostConfigError, defineHost, filter, memoryStore, resource, route } from 'oriel';
import type { HostConfig } from 'oriel';
import { z } from 'zod';

const Note = z.object({ id: z.int(), text: z.string(), owner: z.int() });
const firewalls = [{ name: 'all', authenticators: [{ name: 'some', authenticate: () => undefined }], anonymous: true }];
const handle = () => 'x';

/** The codes and places of everything that is wrong with a host. */
function wrongOf(config: object): string[] {
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

const MATRIX: readonly [name: string, config: object, wrong: readonly string[]][] = [
  ['what works', host({ access: { read: 'public', write: 'user' } }), []],
  ['what works without rules and without security', { resources: [notes({})] }, []],
  ['nobody said who may write', host({}), ['UNSAID resources "notes".access']],
  ['somebody said it for the path', host({}, { access: [{ path: '/api/notes', allow: 'user' }] }), []],
  ['or for everything', host({}, { default: 'deny' }), []],
  [
    'a rule for one host alone says nothing about the others',
    host({}, { access: [{ path: '/api', hosts: ['a.example'], allow: 'user' }] }),
    ['UNSAID resources "notes".access'],
  ],
  [
    'no such operation',
    host({ access: { write: 'user', remove: 'user' } }),
    ['OPERATION resources[0] "notes".access.remove'],
  ],
  ['no rule at all', host({ access: { write: 'admin' } }), ['RULE resources[0] "notes".access.write']],
  ['an empty list', host({ access: { write: [] } }), ['RULE resources[0] "notes".access.write']],
  ['public in a list', host({ access: { write: ['public', 'user'] } }), ['RULE resources[0] "notes".access.write']],
  [
    'no such field',
    host({ access: { write: 'user' }, fields: { txt: 'user' } }),
    ['FIELD resources[0] "notes".fields.txt'],
  ],
  [
    'no rule for a field',
    host({ access: { write: 'user' }, fields: { text: 'me' } }),
    ['FIELD resources[0] "notes".fields.text'],
  ],
  [
    'no such parameter',
    host({ access: { write: 'user', parameters: { q: 'user' } } }),
    ['PARAMETER resources[0] "notes".access.parameters.q'],
  ],
  [
    'everybody writes and is shown what not everybody may read',
    host({ access: { read: 'user', write: 'user', create: 'public' } }),
    ['ANSWER resources[0] "notes".access.create'],
  ],
  [
    'unless nothing is shown',
    host({ access: { read: 'user', write: 'user', create: 'public' }, operations: { create: { output: false } } }),
    [],
  ],
  [
    'kept by shared caches',
    host({ access: { read: 'user', write: 'user' }, cache: { public: true } }),
    ['CACHE resources[0] "notes".cache.public', 'CACHE resources[0] "notes".cache.public'],
  ],
  [
    'an order that tells of hidden rows',
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
    'a role that there is not',
    host({ access: { write: 'role:admn' } }, { roles: ['admin'] }),
    ['ROLE resources[0] "notes".access.write'],
  ],
  [
    'voters that there are not',
    host({ access: { write: 'attribute:x' } }),
    ['CONFIG resources[0] "notes".access.write'],
  ],
  [
    'a rule that nobody can meet',
    { resources: [notes({ access: { write: 'user' } })] },
    ['NO_FIREWALL resources[0] "notes".access.write'],
  ],
  [
    'a route that nobody can use',
    { routes: [route('a', 'GET /a', { access: ['role:x'], handle })] },
    ['NO_FIREWALL routes[0] "a".access'],
  ],
  [
    'no rule of a route',
    { routes: [route('a', 'GET /a', { access: 'x' as 'user', handle })], security: { firewalls } },
    ['RULE routes[0] "a".access'],
  ],
  ['no default', { security: { firewalls, default: 'allow' } }, ['CONFIG security.default']],
  ['no strategy', { security: { firewalls, strategy: 'most' } }, ['CONFIG security.strategy']],
  ['no roles', { security: { firewalls, roles: { a: 'b' } } }, ['CONFIG security.roles']],
  [
    'null for everything',
    { security: { firewalls, access: null, voters: null, roles: null } },
    ['CONFIG security.access', 'CONFIG security.voters', 'CONFIG security.roles'],
  ],
  ['no voter', { security: { firewalls, voters: ['x'] } }, ['CONFIG security.voters[0]']],
  [
    'no path',
    { security: { firewalls, access: [{ path: '/a/{id}', allow: 'user' }] } },
    ['PATH security.access[0].path'],
  ],
  ['nothing allowed', { security: { firewalls, access: [{ path: '/a' }] } }, ['PATH security.access[0].allow']],
  [
    'no host',
    { security: { firewalls, access: [{ path: '/a', hosts: ['A'], allow: 'user' }] } },
    ['PATH security.access[0].hosts'],
  ],
  [
    'never reached',
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
    'reached, because the first is for some methods',
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

for (const [name, config, wrong] of MATRIX)
  test(`a host with rules that cannot be right does not start: ${name}`, () => {
    deepEqual(wrongOf(config), wrong);
  });

test('a misspelt role is told with the right one', () => {
  try {
    defineHost(host({ access: { write: 'role:admn' } }, { roles: { admin: [] } }) as HostConfig);
    ok(false);
  } catch (error) {
    equal((error as HostConfigError).issues[0]?.fix, "Did you mean 'role:admin'?");
  }
});
