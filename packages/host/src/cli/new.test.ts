import assert from 'node:assert/strict';
import { test } from 'node:test';
import { completeManifest, createManifest } from './new.ts';

const HOST = { 'oriel-host': '^1.0.0' };

function nameFor(folder: string): unknown {
  return (JSON.parse(createManifest(folder, HOST)) as { name: unknown }).name;
}

test('the package name is derived from the folder name', () => {
  assert.equal(nameFor('cities'), 'cities');
  assert.equal(nameFor('My Cities (2)'), 'my-cities-2');
  assert.equal(nameFor('_.hidden'), 'hidden');
  assert.equal(nameFor('都市'), 'my-api');
});

test('an existing package.json is completed with what a host needs', () => {
  const text = '\uFEFF{ "name": "mine", "scripts": { "lint": "x" } }';
  assert.deepEqual(JSON.parse(completeManifest(text, HOST)), {
    name: 'mine',
    type: 'module',
    scripts: { types: 'tsc', lint: 'x', dev: 'oriel-host dev', start: 'oriel-host start', test: 'node --test' },
    dependencies: { 'oriel-host': '^1.0.0', zod: '^4.0.0' },
    devDependencies: { '@types/node': '^24.0.0', typescript: '>=5.8' },
  });
});

test('oriel-host in devDependencies stays there', () => {
  const { dependencies, devDependencies } = JSON.parse(
    completeManifest('{ "devDependencies": { "oriel-host": "file:.." } }', HOST),
  ) as Record<string, unknown>;
  assert.deepEqual(
    [dependencies, devDependencies],
    [{ zod: '^4.0.0' }, { 'oriel-host': 'file:..', '@types/node': '^24.0.0', typescript: '>=5.8' }],
  );
});

test('a package.json that is not an object is rejected', () => {
  for (const text of ['', '[]', 'null', '"x"'])
    assert.throws(() => completeManifest(text, HOST), { name: 'UsageError', message: /not a JSON object/ });
});
