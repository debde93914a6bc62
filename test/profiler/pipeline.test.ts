/**
 * What the profiler records of the pipeline for each kind of response: which listeners were called, skipped or not
 * reached, and what each changed. An unintended change of the pipeline fails these tests.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { HttpResponse, on, route } from '../../packages/host/src/index.ts';
import { apiKey } from '../../packages/host/src/features/security/authenticators/api-key.ts';
import type { ListenerCall } from '../../packages/core/src/trace/trace.ts';
import { startRecordedHost } from '../safety/support/recorded-host.ts';
import type { RecordedHost } from '../safety/support/recorded-host.ts';

const END = [
  'response: 0 Headers [X-Request-Id: …] · -15 Firewall · -15 Access · -50 stamp [X-Stamp: here] · -100 Profiler [X-Debug-Token: …; X-Debug-Token-Link: …] · -255 Robots [X-Robots-Tag: noindex]',
  'finish_request: 0 Router · 0 Firewall',
  'terminate: -1024 Profiler',
];
// The renderer of an error has already set X-Content-Type-Options.
const END_OF_SUCCESS = [
  END[0]!.replace('[X-Request-Id', '[X-Content-Type-Options: nosniff; X-Request-Id'),
  ...END.slice(1),
];
const requestEvent = (route: string): string =>
  `request: 256 Host · 32 Router [route ${route}; path parameters] · 8 Firewall · 8 Access · 4 trip · 2 last · 16 QueryParameter skipped`;
const CONTROLLER_EVENTS: readonly string[] = ['controller: 0  no-listener', 'controller_arguments: 0 Payload skipped'];
const NO_ROUTE =
  'request: 256 Host · 32 Router · 16 QueryParameter not-reached by Router · 8 Firewall not-reached by Router · 8 Access not-reached by Router · 4 trip not-reached by Router · 2 last not-reached by Router';
const exceptionEvent = (status: number, more = ''): string =>
  `exception: 0 Log · 0 Profiler · -128 Error [response ${status}; Content-Type: application/problem+json; Vary: Accept; Cache-Control: no-store; ${more}X-Content-Type-Options: nosniff]`;

const CASES: readonly (readonly [
  name: string,
  line: string,
  expected: readonly string[],
  headers?: Readonly<Record<string, string>>,
])[] = [
  [
    'records a matched route',
    'GET /cities/7',
    [
      requestEvent('city'),
      ...CONTROLLER_EVENTS,
      'view: 16 Serialize [the data to send] · 8 Respond [response 200; Content-Type: application/json; charset=utf-8]',
      ...END_OF_SUCCESS,
    ],
  ],
  ['records a 404', 'GET /nowhere', [NO_ROUTE, exceptionEvent(404), ...END]],
  ['records a 405', 'DELETE /cities/7', [NO_ROUTE, exceptionEvent(405, 'Allow: GET, HEAD, OPTIONS; '), ...END]],
  [
    'records a 401',
    'GET /private/page',
    [
      'request: 256 Host · 32 Router [route page; path parameters] · 8 Firewall · 16 QueryParameter skipped · 8 Access not-reached by Firewall · 4 trip not-reached by Firewall · 2 last not-reached by Firewall',
      exceptionEvent(401, 'WWW-Authenticate: ApiKey realm="Oriel", header="X-Api-Key"; '),
      ...END,
    ],
  ],
  [
    'records a 304',
    'GET /cached',
    [requestEvent('cached'), ...CONTROLLER_EVENTS, ...END_OF_SUCCESS],
    { 'If-None-Match': '"v1"' },
  ],
  [
    'records an error of the controller',
    'GET /broken',
    [requestEvent('broken'), ...CONTROLLER_EVENTS, exceptionEvent(500), ...END],
  ],
  [
    'records an error of a listener',
    'GET /tripped',
    [
      'request: 256 Host · 32 Router [route tripped; path parameters] · 8 Firewall · 8 Access · 4 trip threw · 16 QueryParameter skipped · 2 last not-reached by trip',
      exceptionEvent(500),
      ...END,
    ],
  ],
];

describe('the profiler', () => {
  let recorded: RecordedHost;
  before(async () => {
    recorded = await startRecordedHost({
      routes: [
        route('city', 'GET /cities/{id}', { handle: ({ params }) => params }),
        route('cached', 'GET /cached', {
          handle: ({ headers }) =>
            new HttpResponse(headers.get('if-none-match') === '"v1"' ? 304 : 200, ['ETag', '"v1"']),
        }),
        route('page', 'GET /private/page', { handle: () => 'open' }),
        route('broken', 'GET /broken', {
          handle: () => {
            throw new RangeError('too far');
          },
        }),
        route('tripped', 'GET /tripped', { handle: () => 'never' }),
      ],
      security: {
        firewalls: [
          { name: 'private', path: '/private', authenticators: [apiKey({ keys: [] })] },
          { name: 'rest', anonymous: true },
        ],
      },
      listeners: [
        on('kernel.request', 4, 'trip', ({ context }) => {
          if (context.path === '/tripped') throw new TypeError('tripped');
        }),
        on('kernel.request', 2, 'last', () => {}),
        on('kernel.response', -50, 'stamp', ({ response }) => response.headers.set('X-Stamp', 'here')),
      ],
    });
  });
  after(() => recorded[Symbol.asyncDispose]());

  for (const [name, line, expected, headers = {}] of CASES)
    test(name, async () => {
      const answer = await recorded.client.send(line, { headers });
      const { data } = await recorded.profile(answer.get('x-debug-token')!);
      assert.deepEqual(getLines(data.pipeline), expected);
    });
});

/** Returns one line per event: its listeners with priority, the outcome unless they were called, and their changes. */
function getLines(calls: readonly ListenerCall[]): string[] {
  const events = new Map<string, string[]>();
  for (const { event, listener, priority, outcome, changes = [], stoppedBy } of calls) {
    const suffix = outcome === 'called' ? '' : ` ${outcome}${stoppedBy === undefined ? '' : ` by ${short(stoppedBy)}`}`;
    const effects = changes.map((change) => change.replace('response header ', '').replace(VARYING, '…'));
    const line = `${priority} ${short(listener)}${suffix}${effects.length === 0 ? '' : ` [${effects.join('; ')}]`}`;
    events.set(event, [...(events.get(event) ?? []), line]);
  }
  return [...events].map(([event, lines]) => `${event.replace('kernel.', '')}: ${lines.join(' · ')}`);
}

const VARYING = /\b[0-9a-f]{6,}\b|\bhttp:\S+/g;

function short(listener: string): string {
  return listener.replace(/Listener$/, '');
}
