import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defineHost, memoryStore, resource, route } from 'oriel-host';
import type { HostConfigError } from 'oriel-host';
import { z } from 'zod';

const Note = z.object({ id: z.string(), text: z.string() });

function findIssues(definition: object, options: object = {}): string[] {
  try {
    defineHost({
      routes: [route('home', 'GET /', { handle: () => 'ok', ...options })],
      resources: [resource('notes', Note, { id: 'id', store: memoryStore(), ...definition })],
    });
    return [];
  } catch (error) {
    return (error as HostConfigError).issues.map(({ place, reason, fix }) => `${place}: ${reason}. ${fix}`);
  }
}

test('unknown settings of a resource, of its operations and of a route are reported', () => {
  assert.deepEqual(findIssues({ idempotencyy: 'accept' }), [
    'resources[0] "notes".idempotencyy: Unknown setting "idempotencyy". Did you mean "idempotency"?',
  ]);
  const [operation] = findIssues({ operations: { create: { idempotency: 'accept' } } });
  assert.match(
    operation!,
    /operations\.create\.idempotency: Unknown setting "idempotency"\. Use one of: description, /,
  );
  const custom = { publish: { line: 'POST /{id}/publish', handle: () => 'ok', limitt: {} } };
  assert.match(
    findIssues({ custom })[0]!,
    /custom\.publish\.limitt: Unknown setting "limitt"\. Did you mean "limit"\?/,
  );
  assert.deepEqual(findIssues({}, { limitt: {} }), [
    'routes[0] "home".limitt: Unknown setting "limitt". Did you mean "limit"?',
  ]);
  assert.deepEqual(findIssues({}, { limit: { limit: 5, per: '1 min' } }), []);
});

test('a custom operation of GET with a body is reported', () => {
  const read = { line: 'GET /{id}/text', input: Note, handle: () => 'ok' };
  const find = { line: 'QUERY /find', input: Note, handle: () => [] };
  assert.deepEqual(findIssues({ custom: { read, find } }), [
    'resources[0] "notes".custom.read.input: Requests of "GET /{id}/text" have no body. ' +
      'Use query for parameters, or the method QUERY or POST',
  ]);
});

test('settings that resources and operations do not have are reported, not ignored', () => {
  const unknown = (definition: object) => findIssues(definition).map((text) => text.split(': ', 1)[0]!.slice(21));
  assert.deepEqual(unknown({ stateless: true, throws: [] }), ['stateless', 'throws']);
  assert.deepEqual(unknown({ operations: { get: { stateless: true, webLinks: [] } } }).sort(), [
    'operations.get.stateless',
    'operations.get.webLinks',
  ]);
  assert.deepEqual(unknown({ operations: { create: { uploads: { parts: 3 } } } }), ['operations.create.uploads']);
  assert.deepEqual(unknown({ webLinks: [{ href: '/terms', rel: 'license', early: true }] }), [
    'webLinks[0].early',
    'webLinks[0]',
  ]);
  assert.deepEqual(unknown({ defaults: { text: { create: () => '' } } })[0], 'defaults.text.create');
});
