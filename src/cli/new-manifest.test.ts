import assert from 'node:assert/strict';
import { test } from 'node:test';
import { completeManifest, createManifest } from './new-manifest.ts';

function nameFor(folder: string): unknown {
  return (JSON.parse(createManifest(folder, '^1.0.0')) as { name: unknown }).name;
}

test('the package name is derived from the folder name', () => {
  assert.equal(nameFor('cities'), 'cities');
  assert.equal(nameFor('My Cities (2)'), 'my-cities-2');
  assert.equal(nameFor('_.hidden'), 'hidden');
  assert.equal(nameFor('都市'), 'my-api');
});

test('an existing package.json is completed with what a host needs', () => {
  const text = '\uFEFF{ "name": "mine", "scripts": { "lint": "x" } }';
  assert.deepEqual(JSON.parse(completeManifest(text, '^1.0.0')), {
    name: 'mine',
    type: 'module',
    scripts: { lint: 'x', dev: 'oriel dev', start: 'oriel start', test: 'node --test' },
    dependencies: { oriel: '^1.0.0', zod: '^4.0.0' },
  });
});

test('oriel in devDependencies stays there', () => {
  const { dependencies, devDependencies } = JSON.parse(
    completeManifest('{ "devDependencies": { "oriel": "file:.." } }', '^1.0.0'),
  ) as Record<string, unknown>;
  assert.deepEqual([dependencies, devDependencies], [{ zod: '^4.0.0' }, { oriel: 'file:..' }]);
});

test('a package.json that is not an object is rejected', () => {
  for (const text of ['', '[]', 'null', '"x"'])
    assert.throws(() => completeManifest(text, '1'), { name: 'UsageError', message: /not a JSON object/ });
});
