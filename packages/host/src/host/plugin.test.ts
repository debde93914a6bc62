import assert from 'node:assert/strict';
import { test } from 'node:test';
import { feature as securityHeaders } from '../features/security-headers/feature.ts';
import { defineHost, HostConfigError, memoryStore, on, plugin, resource, route } from '../index.ts';
import type { HostConfig } from '../index.ts';
import { panel } from '../../../profiler/src/index.ts';
import { MemoryProfileStorage } from '../../../profiler/src/store/memory/memory-profile-storage.ts';
import { z } from 'zod';

const hello = route('hello', 'GET /hello', { handle: () => 'Hello' });

function findIssues(config: HostConfig): readonly string[] {
  try {
    defineHost(config);
  } catch (error) {
    assert.ok(error instanceof HostConfigError);
    return error.issues.map(({ code, place }) => `${code} ${place}`);
  }
  return [];
}

test('a plugin adds routes, listeners and health checks to a host', async () => {
  const calls: string[] = [];
  const added = plugin({
    name: 'added',
    routes: [route('added', 'GET /added', { handle: () => 'Added' })],
    listeners: [on('kernel.response', 0, 'stamp', ({ response }) => response.headers.set('X-Added', 'yes'))],
    healthChecks: { added: () => void calls.push('check') },
  });
  await using host = defineHost({ routes: [hello], plugins: [added], health: true, log: false });
  const response = await host.fetch(new Request('http://localhost/added'));
  assert.equal(await response.text(), 'Added');
  assert.equal(response.headers.get('x-added'), 'yes');
  const ready = await host.fetch(new Request('http://localhost/readyz'));
  assert.deepEqual(await ready.json(), { status: 'ready', checks: { added: 'ok' } });
  assert.deepEqual(calls, ['check']);
});

test('a plugin creates parts that depend on the mode and logs through the host', async () => {
  const records: string[] = [];
  const added = plugin({
    name: 'added',
    create: ({ mode, logger }) => ({
      routes: [
        route('mode', 'GET /mode', {
          handle: () => {
            logger.log('warning', 'added', 'The mode was requested');
            return mode;
          },
        }),
      ],
    }),
  });
  await using host = defineHost({
    plugins: [added],
    log: { sink: { write: ({ message }) => void records.push(message) } },
  });
  assert.equal(await (await host.fetch(new Request('http://localhost/mode'))).text(), 'production');
  assert.deepEqual(records, ['The mode was requested']);
});

test('onStart runs once before the first response, and onClose once when the host stops', async () => {
  const calls: string[] = [];
  const note = (name: string) => (): void => void calls.push(name);
  const added = plugin({ name: 'added', onStart: note('plugin starts'), onClose: note('plugin closes') });
  const host = defineHost({
    ...{ routes: [hello], plugins: [added], log: false },
    ...{ onStart: note('host starts'), onClose: note('host closes') },
  });
  assert.deepEqual(calls, []);
  for (let index = 0; index < 2; index++) await host.fetch(new Request('http://localhost/hello'));
  assert.deepEqual(calls, ['host starts', 'plugin starts']);
  await host.close();
  assert.deepEqual(calls.slice(2), ['plugin closes', 'host closes']);
});

test('a rejection of onStart keeps the host from listening', async () => {
  await using host = defineHost({
    routes: [hello],
    onStart: () => Promise.reject(new Error('no database')),
    log: false,
  });
  await assert.rejects(host.listen({ port: 0 }), /no database/);
});

test('a start that failed is tried again with the next request', async () => {
  let attempts = 0;
  const onStart = (): void => {
    if (++attempts === 1) throw new Error('no database');
  };
  await using host = defineHost({ routes: [hello], onStart, log: false });
  const request = (): Request => new Request('http://localhost/hello');
  await assert.rejects(host.fetch(request()), /no database/);
  assert.equal((await host.fetch(request())).status, 200);
  assert.equal(attempts, 2);
});

test('errors of onDrain and onClose are logged and do not keep the others from stopping', async () => {
  const messages: string[] = [];
  const closed: string[] = [];
  const failing = plugin({
    name: 'failing',
    onDrain: () => Promise.reject(new Error('cannot drain')),
    onClose: () => Promise.reject(new Error('cannot close')),
  });
  const other = plugin({ name: 'other', onClose: () => void closed.push('other') });
  const log = { sink: { write: ({ message }: { readonly message: string }) => void messages.push(message) } };
  const host = defineHost({ routes: [hello], plugins: [failing, other], log });
  const { close } = await host.listen({ port: 0, mode: 'development' });
  await close();
  await host.close();
  assert.deepEqual(closed, ['other']);
  assert.ok(messages.includes('onDrain of a plugin failed: cannot drain'), messages.join());
  assert.ok(messages.includes('onClose of a plugin failed: cannot close'), messages.join());
});

test('validate adds its issues to those of the host', () => {
  const strict = plugin({
    name: 'strict',
    validate: ({ title }) =>
      title === undefined ? [{ code: 'NO_TITLE', place: 'title', reason: 'It is missing', fix: 'Set it' }] : [],
  });
  assert.deepEqual(findIssues({ plugins: [strict] }), ['NO_TITLE title']);
  assert.deepEqual(findIssues({ plugins: [strict], title: 'Harbour' }), []);
});

test('openapi changes the document that the host serves', async () => {
  const Tide = z.object({ id: z.number() });
  const tides = resource('tides', Tide, {
    id: 'id',
    only: ['list'],
    access: { read: 'public' },
    store: memoryStore([{ id: 1 }]),
  });
  const contact = plugin({ name: 'contact', openapi: (document) => ({ ...document, 'x-contact': 'harbour' }) });
  await using host = defineHost({ resources: [tides], plugins: [contact], log: false });
  const response = await host.fetch(new Request('http://localhost/api/docs.json'));
  assert.equal(((await response.json()) as Record<string, unknown>)['x-contact'], 'harbour');
});

test('a panel and a finding of a plugin are in the profile', async () => {
  const storage = new MemoryProfileStorage();
  const greeting = panel({
    name: 'greeting',
    title: 'Greeting',
    collect: () => 'Hello',
    view: () => ({ blocks: [] }),
  });
  const added = plugin({
    name: 'added',
    panels: [greeting],
    findings: [() => ({ code: 'greeted', severity: 'info', text: 'It was greeted', panel: 'greeting' }) as never],
  });
  await using host = defineHost({ routes: [hello], plugins: [added], profiler: { storage }, log: false });
  const { url } = await host.listen({ port: 0, mode: 'development' });
  const response = await fetch(`${url}/hello`);
  await response.text();
  const token = response.headers.get('x-debug-token')!;
  const profile = await eventually(async () => {
    const found = await fetch(`${url}/_profiler/${token}.json`);
    return found.status === 200 ? await found.text() : undefined;
  });
  assert.match(profile, /"greeted"/);
  assert.match(profile, /"greeting"/);
  await host.close();
});

test('listeners run before and after others by name', async () => {
  const order: string[] = [];
  const note = (name: string) => (): void => void order.push(name);
  await using host = defineHost({
    routes: [hello],
    listeners: [
      on('kernel.request', { after: 'router' }, 'after router', note('after router')),
      on('kernel.request', { before: 'router' }, 'before router', note('before router')),
      on('kernel.request', { before: 'after router' }, 'between', note('between')),
      on('kernel.request', 32, 'same priority', note('same priority')),
    ],
    log: false,
  });
  const names = host
    .assembly()
    .dispatcher.listeners('kernel.request')
    .map(({ name }) => name);
  const part = names.slice(names.indexOf('before router'), names.indexOf('same priority') + 1);
  assert.deepEqual(part, ['before router', 'RouterListener', 'between', 'after router', 'same priority']);
  await host.fetch(new Request('http://localhost/hello'));
  assert.deepEqual(order, ['before router', 'between', 'after router', 'same priority']);
});

test('a listener beside a name that does not listen to the event is a configuration error', () => {
  const listeners = [on('kernel.request', { before: 'firewal' }, 'mine', () => {})];
  assert.throws(
    () => defineHost({ listeners }),
    (error) =>
      error instanceof HostConfigError &&
      error.issues.some(({ code, fix }) => code === 'ORIEL_LISTENER_POSITION' && fix.includes('"firewall"')),
  );
});

test('plugins that are not plugins, or have the same name, are configuration errors', () => {
  const twice = plugin({ name: 'twice' });
  assert.deepEqual(findIssues({ plugins: [twice, twice] }), ['ORIEL_CONFIG_PLUGINS plugins[1]']);
  assert.deepEqual(findIssues({ plugins: [{} as never] }), ['ORIEL_CONFIG_PLUGINS plugins[0]']);
  assert.deepEqual(findIssues({ plugins: 7 as never }), ['ORIEL_CONFIG_PLUGINS plugins']);
});

test('a built-in feature works as a plugin', async () => {
  await using host = defineHost({ routes: [hello], securityHeaders: true, plugins: [securityHeaders], log: false });
  const response = await host.fetch(new Request('http://localhost/hello'));
  assert.equal(response.headers.get('cross-origin-resource-policy'), 'same-origin');
});

/** Waits until the queue of the profiler has written. */
async function eventually(read: () => Promise<string | undefined>): Promise<string> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const found = await read();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error('The profile was not written');
}
