import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defineHost, on, route } from '../index.ts';
import { listEvents } from './events.ts';

const handle = () => 'x';

test('listEvents returns the events in order, with listeners of the application', () => {
  const host = defineHost({
    routes: [route('home', '/', { handle })],
    listeners: [on('kernel.view', 3, 'mine', () => {})],
  });
  const events = listEvents(host.assembly(), 'home');
  assert.equal(events[0]!.event, 'kernel.request');
  const mine = events.find(({ event }) => event === 'kernel.view')!.listeners.find(({ name }) => name === 'mine');
  assert.deepEqual(mine, { name: 'mine', priority: 3, conditional: false, skipped: false });
});

test('listEvents throws for an unknown route and names the command that lists routes', () => {
  const assembly = defineHost({ routes: [route('home', '/', { handle })] }).assembly();
  assert.throws(() => listEvents(assembly, 'zebra'), /Unknown route "zebra"; "oriel-host routes" lists them/);
});
