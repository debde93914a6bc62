import assert from 'node:assert/strict';
import { test } from 'node:test';
import { correctInstallCommand, findInstallCommands } from './install-commands.ts';

test('commands that install Oriel are found in sh blocks, without their comments', () => {
  const page =
    '```sh\nnpm install oriel # first\nnpm install kysely\nnpm install && npm run dev\n```\n\nnpm install oriel\n\n```ts\nnpm install oriel\n```\n';
  assert.deepEqual(findInstallCommands('a.md', page), [{ path: 'a.md', line: 2, text: 'npm install oriel' }]);
});

for (const [written, packed, released] of [
  [
    'npm install -D oriel',
    'npm install -D ../oriel/var/packages/oriel-core.tgz ../oriel/var/packages/oriel.tgz',
    'npm install -D oriel',
  ],
  [
    'npm install oriel-host zod',
    'npm install ../oriel/var/packages/oriel-core.tgz ../oriel/var/packages/oriel.tgz ../oriel/var/packages/oriel-host.tgz zod',
    'npm install oriel-host zod',
  ],
  [
    'npm install ../oriel/var/packages/oriel-client.tgz',
    'npm install ../oriel/var/packages/oriel-client.tgz',
    'npm install oriel-client',
  ],
] as const)
  test(`"${written}" installs packed packages before the release, and those of the registry after it`, () => {
    assert.equal(correctInstallCommand(written, false), packed);
    assert.equal(correctInstallCommand(packed, true), released);
    assert.equal(correctInstallCommand(released, false), packed);
  });
