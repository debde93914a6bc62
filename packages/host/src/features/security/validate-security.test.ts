import { deepEqual, equal, ok } from 'node:assert/strict';
import { test } from 'node:test';
import { HostConfigError } from '../../../../core/src/configuration/config-issue.ts';
import { defineHost } from '../../host/define-host.ts';
import type { HostConfig } from '../../host/config.ts';

const some = { name: 'some', authenticate: () => undefined };
const rest = { name: 'rest', anonymous: true };

/** Returns the codes and places of all issues. */
function findIssues(security: unknown): string[] {
  try {
    defineHost({ security } as HostConfig);
    return [];
  } catch (error) {
    ok(error instanceof HostConfigError);
    for (const { fix, reason } of error.issues) ok(fix.length > 5 && reason.length > 5);
    return error.issues.map(
      ({ code, place }) => `${code.replace('ORIEL_SECURITY_', '')} ${place.replace('security.', '')}`,
    );
  }
}

const MATRIX: readonly [name: string, security: unknown, expected: readonly string[]][] = [
  ['what works', { firewalls: [{ name: 'a', path: '/a', authenticators: [some] }, rest] }, []],
  ['no firewalls', { firewalls: [] }, ['FIREWALLS firewalls']],
  ['no list', { firewalls: rest }, ['FIREWALLS firewalls']],
  ['requests without a firewall', { firewalls: [{ name: 'a', path: '/a', anonymous: true }] }, ['UNCOVERED firewalls']],
  ['a firewall that rejects every request', { firewalls: [{ name: 'a' }] }, ['FIREWALL firewalls[0] "a"']],
  [
    'a firewall that never applies',
    { firewalls: [rest, { name: 'a', path: '/a', authenticators: [some] }] },
    ['FIREWALL firewalls[1] "a"', 'UNCOVERED firewalls'],
  ],
  [
    'a firewall behind one with a wider path',
    {
      firewalls: [
        { name: 'a', path: '/a', anonymous: true },
        { name: 'b', path: '/a/b', authenticators: [some] },
        rest,
      ],
    },
    ['FIREWALL firewalls[1] "b"'],
  ],
  [
    'duplicate names',
    { firewalls: [{ name: 'rest', path: '/a', anonymous: true }, rest] },
    ['FIREWALL firewalls[1] "rest"'],
  ],
  [
    'an invalid path',
    {
      firewalls: [
        { ...rest, name: 'a', path: '/a/%61' },
        { ...rest, name: 'b', path: 'x' },
        { ...rest, name: 'c', path: '/x/{id}' },
        rest,
      ],
    },
    ['FIREWALL firewalls[0] "a".path', 'FIREWALL firewalls[1] "b".path', 'FIREWALL firewalls[2] "c".path'],
  ],
  [
    'an invalid host name',
    { firewalls: [{ ...rest, name: 'a', host: 'http://x' }, rest] },
    ['FIREWALL firewalls[0] "a".host'],
  ],
  [
    'no authenticator',
    { firewalls: [{ name: 'a', authenticators: ['basic'] }] },
    ['FIREWALL firewalls[0] "a".authenticators[0]'],
  ],
  [
    'two authenticators with one name',
    { firewalls: [{ name: 'a', authenticators: [some, some] }] },
    ['FIREWALL firewalls[0] "a".authenticators[1]'],
  ],
  [
    'firewalls of the wrong type',
    { firewalls: [null, 'all', { anonymous: true }, { ...rest, name: 'a b' }] },
    [
      'FIREWALL firewalls[0]',
      'FIREWALL firewalls[1]',
      'FIREWALL firewalls[2].name',
      'FIREWALL firewalls[3] "a b".name',
    ],
  ],
  [
    'yes instead of true',
    { firewalls: [{ name: 'a', anonymous: 'yes', authenticators: [some] }] },
    ['FIREWALL firewalls[0] "a".anonymous'],
  ],
  [
    'authenticators that are not an array',
    { firewalls: [{ name: 'a', authenticators: some }] },
    ['FIREWALL firewalls[0] "a".authenticators'],
  ],
  [
    'null as an authenticator',
    { firewalls: [{ name: 'a', authenticators: [null] }] },
    ['FIREWALL firewalls[0] "a".authenticators[0]'],
  ],
  [
    'several paths and hosts',
    { firewalls: [{ ...rest, name: 'a', path: ['/a', '/b'], host: ['a.example', '*.b.example'] }, rest] },
    [],
  ],
  [
    'a firewall behind one with a wider host',
    {
      firewalls: [
        { ...rest, name: 'a', path: '/a', host: '*.a.example' },
        { name: 'b', path: '/a/b', host: 'x.a.example', authenticators: [some] },
        { name: 'c', path: '/c', host: 'x.a.example', authenticators: [some] },
        rest,
      ],
    },
    ['FIREWALL firewalls[1] "b"'],
  ],
  [
    'invalid rules for paths',
    {
      firewalls: [rest],
      access: ['/admin', { path: '/a', methods: 'GET', allow: 'user' }, { path: '/b', allow: 'role:' }],
    },
    ['ORIEL_ACCESS_PATH access[0]', 'ORIEL_ACCESS_PATH access[1].methods', 'ORIEL_ACCESS_RULE access[2].allow'],
  ],
  [
    'rules for paths that never apply',
    {
      firewalls: [rest],
      access: [
        { path: '/a', methods: ['GET'], hosts: ['*.a.example'], allow: 'user' },
        { path: '/a/b', methods: ['get'], hosts: ['x.a.example'], allow: 'user' },
        { path: '/a/b', methods: ['POST'], hosts: ['x.a.example'], allow: 'user' },
        { path: '/a/b', hosts: ['x.a.example'], allow: 'user' },
      ],
    },
    ['ORIEL_ACCESS_UNREACHABLE access[1]'],
  ],
  [
    'a misspelt option',
    { firewall: [], firewalls: [{ ...rest, anonymus: true }] },
    ['ORIEL_CONFIG_KEY firewall', 'ORIEL_CONFIG_KEY firewalls[0] "rest".anonymus'],
  ],
  [
    'a password in plain text',
    { firewalls: [rest], users: [{ id: 'a', roles: [], password: 'secret' }] },
    ['PLAINTEXT users[0].password'],
  ],
  [
    'another algorithm',
    { firewalls: [rest], users: [{ id: 'a', roles: [], password: '$2b$10$abcdefghijklmnopqrstuv' }] },
    ['PLAINTEXT users[0].password'],
  ],
  [
    'a duplicate account',
    {
      firewalls: [rest],
      users: [
        { id: 'a', roles: [] },
        { id: 'a', roles: [] },
      ],
    },
    ['USERS users[1]'],
  ],
  ['no roles', { firewalls: [rest], users: [{ id: 'a' }] }, ['USERS users[0]']],
  ['too little memory for passwords', { firewalls: [rest], passwords: { memory: 64 } }, ['PASSWORDS passwords.memory']],
  [
    'a login without accounts',
    { firewalls: [{ name: 'a', authenticators: [{ ...some, needs: ['users', 'sessions'] }] }] },
    ['NEEDS firewalls[0] "a"', 'NEEDS firewalls[0] "a"'],
  ],
];

for (const [name, security, expected] of MATRIX)
  test(`security: ${name} is ${expected.length === 0 ? 'accepted' : 'reported with a fix'}`, () =>
    deepEqual(findIssues(security), expected));

test('never includes a password in an issue', () => {
  try {
    defineHost({ security: { firewalls: [rest], users: [{ id: 'a', roles: [], password: 'hunter2' }] } });
  } catch (error) {
    equal(String((error as Error).message).includes('hunter2'), false);
  }
});
