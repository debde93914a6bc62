import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defineHost, on, route } from '../index.ts';
import type { RouteDeclaration } from '../index.ts';
import { banner } from './banner.ts';
import { listEvents } from './events.ts';
import { explainMatch } from './match.ts';
import { listRoutes } from './routes.ts';
import { typedRequest } from './typed-request.ts';

const handle = () => 'x';

function outcomeOf(line: string, ...routes: RouteDeclaration[]) {
  return explainMatch(defineHost({ routes }).assembly(), typedRequest({ line })).outcome;
}

test('routes are plain data, in the order they are tried', () => {
  const routes = [
    route('any', '/any', { handle }),
    route('first', 'GET|PUT /first', { handle, priority: 1, host: 'a.example', schemes: ['https'] }),
  ];
  const [first, any] = listRoutes(defineHost({ routes }).assembly());
  const { at, ...facts } = first!;
  assert.deepEqual(facts, {
    ...{ name: 'first', methods: ['GET', 'PUT'], path: '/first' },
    ...{ host: 'a.example', schemes: ['https'], priority: 1 },
  });
  assert.match(`${at!.file}:${at!.line}`, /looking\.test\.ts:\d+$/);
  assert.deepEqual([any!.methods, any!.host, any!.schemes], [[], null, []]);
});

test('a route without a call site has no location', () => {
  const { at: _, ...declared } = route('x', '/x', { handle });
  assert.equal(listRoutes(defineHost({ routes: [declared as RouteDeclaration] }).assembly())[0]!.at, null);
});

test('a request matches, is redirected, is rejected or not found', () => {
  const [city, list] = [route('city', 'GET /cities/{id<\\d+>}', { handle }), route('list', 'GET /cities/', { handle })];
  assert.deepEqual(outcomeOf('/cities/7', city), { kind: 'match', route: 'city', params: { id: '7' } });
  assert.deepEqual(outcomeOf('/cities', list), {
    ...{ kind: 'redirect', status: 301, location: 'http://localhost/cities/', route: 'list' },
  });
  assert.deepEqual(outcomeOf('PUT /cities/7', city), { kind: 'method-not-allowed', status: 405, allow: ['GET'] });
  assert.deepEqual(outcomeOf('/nowhere', city), { kind: 'not-found', status: 404 });
});

test('an error is attributed to a route condition only if the condition threw it', () => {
  const picky = route('x', '/x', { handle, condition: () => assert.fail('no headers') });
  assert.throws(() => outcomeOf('/x', picky), {
    name: 'MisuseError',
    message: /The condition of a route .*no headers/,
  });
});

test('events are listed in order, including those of the application', () => {
  const host = defineHost({
    routes: [route('home', '/', { handle })],
    listeners: [on('kernel.view', 3, 'mine', () => {})],
  });
  const events = listEvents(host.assembly(), 'home');
  assert.equal(events[0]!.event, 'kernel.request');
  const mine = events.find(({ event }) => event === 'kernel.view')!.listeners.find(({ name }) => name === 'mine');
  assert.deepEqual(mine, { name: 'mine', priority: 3, conditional: false, skipped: false });
});

test('an unknown route without similar ones refers to the list', () => {
  const assembly = defineHost({ routes: [route('home', '/', { handle })] }).assembly();
  assert.throws(() => listEvents(assembly, 'zebra'), /Unknown route "zebra"; "oriel routes" lists them/);
});

test('the banner lists pages that can be opened, and the profiler if there is one', () => {
  const listening = { url: 'http://127.0.0.1:8000/', mode: 'development' } as const;
  const routes = [
    route('home', 'GET /', { handle }),
    route('any', '/any', { handle }),
    route('post', 'POST /post', { handle }),
    route('city', 'GET /cities/{id}', { handle }),
    route('tenant', 'GET /tenant', { handle, host: 'a.example' }),
  ];
  const [headline, ...pages] = banner(defineHost({ routes }), listening).split('\n');
  assert.match(headline!, /^Oriel \S+ · development · http:\/\/127\.0\.0\.1:8000 · 5 routes$/);
  assert.deepEqual(pages.slice(0, 2), ['  http://127.0.0.1:8000/', '  http://127.0.0.1:8000/any']);
  assert.match(pages[2]!, /http:\/\/127\.0\.0\.1:8000\/_profiler\//);
  assert.doesNotMatch(banner(defineHost({ profiler: false }), listening), /_profiler/);
  assert.doesNotMatch(banner(defineHost({}), { ...listening, mode: 'production' }), /_profiler/);
});
