import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requireNodeVersion } from './require-node-version.ts';

const versions = (node: string, more = {}): NodeJS.ProcessVersions => ({ ...process.versions, node, ...more });

test('a host needs Node.js 24.7, and the error states the version and the fix', () => {
  for (const node of ['22.15.0', '22.99.0', '24.6.9', '20.19.1'])
    assert.throws(() => requireNodeVersion(versions(node)), {
      message: new RegExp(`^A host of Oriel needs Node.js 24.7 or newer; this is ${node}\nfix: install`),
    });
  for (const node of ['24.7.0', '24.21.0', '26.0.0']) requireNodeVersion(versions(node));
});

test('other runtimes are not checked, because they report a version that they are compatible with', () => {
  requireNodeVersion(versions('22.6.0', { bun: '1.3.0' }));
  requireNodeVersion(versions('22.6.0', { deno: '2.8.0' }));
});
