import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defineHost, memoryStore, resource, route } from 'oriel-host';
import type { HostConfigError } from 'oriel-host';
import { z } from 'zod';

const Note = z.object({ id: z.string(), text: z.string() });

function issuesOf(definition: object, options: object = {}): string[] {
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
  assert.deepEqual(issuesOf({ idempotencyy: 'accept' }), [
    'resources[0] "notes".idempotencyy: Unknown setting "idempotencyy". Did you mean "idempotency"?',
  ]);
  const [operation] = issuesOf({ operations: { create: { idempotency: 'accept' } } });
  assert.match(operation!, /operations\.create\.idempotency: Unknown setting "idempotency"\. Use one of: summary, /);
  const custom = { publish: { line: 'POST /{id}/publish', handle: () => 'ok', limitt: {} } };
  assert.match(issuesOf({ custom })[0]!, /custom\.publish\.limitt: Unknown setting "limitt"\. Did you mean "limit"\?/);
  assert.deepEqual(issuesOf({}, { limitt: {} }), [
    'routes[0] "home".limitt: Unknown setting "limitt". Did you mean "limit"?',
  ]);
  assert.deepEqual(issuesOf({}, { limit: { limit: 5, per: '1 min' } }), []);
});
