/**
 * What the profiler records of the pipeline, for each way a request can go: who was called, skipped or not reached, and what each
 * changed. A line less or a line more here is a change that somebody can notice.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { HttpResponse, on, route } from '../../src/index.ts';
import { apiKey } from '../../src/features/security/authenticators/api-key.ts';
import type { ListenerCall } from '../../src/core/trace/trace.ts';
import { startRecorded } from '../safety/support/recorded-host.ts';
import type { RecordedHost } from '../safety/support/recorded-host.ts';

const END = [
  'response: 0 Headers [X-Request-Id: …] · -15 Firewall · -15 Access · -50 stamp [X-Stamp: here] · -100 Profiler [X-Debug-Token: …; X-Debug-Token-Link: …] · -255 Robots [X-Robots-Tag: noindex]',
  'finish_request: 0 Router · 0 Firewall',
  'terminate: -1024 Profiler',
];
// An error has the header from its renderer.
const END_OF_SUCCESS = [
  END[0]!.replace('[X-Request-Id', '[X-Content-Type-Options: nosniff; X-Request-Id'),
  ...END.slice(1),
];
const PASSED = (route: string): string =>
  `request: 256 Host · 32 Router [route ${route}; path parameters] · 8 Firewall · 8 Access · 4 trip · 2 last · 16 QueryParameter skipped`;
const CHOSEN: readonly string[] = ['controller: 0  no-listener', 'controller_arguments: 0 Payload skipped'];
const MISSED =
  'request: 256 Host · 32 Router · 16 QueryParameter not-reached by Router · 8 Firewall not-reached by Router · 8 Access not-reached by Router · 4 trip not-reached by Router · 2 last not-reached by Router';
const failed = (status: number, more = ''): string =>
  `exception: 0 Log · 0 Profiler · -128 Error [response ${status}; Content-Type: application/problem+json; Vary: Accept; Cache-Control: no-store; ${more}X-Content-Type-Options: nosniff]`;

const CASES: readonly (readonly [
  name: string,
  line: string,
  golden: readonly string[],
  headers?: Readonly<Record<string, string>>,
])[] = [
  [
    'a match',
    'GET /cities/7',
    [
      PASSED('city'),
      ...CHOSEN,
      'view: 16 Serialize [the data to send] · 8 Respond [response 200; Content-Type: application/json; charset=utf-8]',
      ...END_OF_SUCCESS,
    ],
  ],
  ['a 404', 'GET /nowhere', [MISSED, failed(404), ...END]],
  ['a 405', 'DELETE /cities/7', [MISSED, failed(405, 'Allow: GET, HEAD, OPTIONS; '), ...END]],
  [
    'a 401',
    'GET /private/door',
    [
      'request: 256 Host · 32 Router [route door; path parameters] · 8 Firewall · 16 QueryParameter skipped · 8 Access not-reached by Firewall · 4 trip not-reached by Firewall · 2 last not-reached by Firewall',
      failed(401, 'WWW-Authenticate: ApiKey realm="Oriel", header="X-Api-Key"; '),
      ...END,
    ],
  ],
  ['a 304', 'GET /cached', [PASSED('cached'), ...CHOSEN, ...END_OF_SUCCESS], { 'If-None-Match': '"v1"' }],
  ['a throw in the controller', 'GET /broken', [PASSED('broken'), ...CHOSEN, failed(500), ...END]],
  [
    'a throw in a listener',
    'GET /tripped',
    [
      'request: 256 Host · 32 Router [route tripped; path parameters] · 8 Firewall · 8 Access · 4 trip threw · 16 QueryParameter skipped · 2 last not-reached by trip',
      failed(500),
      ...END,
    ],
  ],
];

describe('the pipeline as it is recorded of', () => {
  let recorded: RecordedHost;
  before(async () => {
    recorded = await startRecorded({
      routes: [
        route('city', 'GET /cities/{id}', { handle: ({ params }) => params }),
        route('cached', 'GET /cached', {
          handle: ({ headers }) =>
            new HttpResponse(headers.get('if-none-match') === '"v1"' ? 304 : 200, ['ETag', '"v1"']),
        }),
        route('door', 'GET /private/door', { handle: () => 'open' }),
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

  for (const [name, line, golden, headers = {}] of CASES)
    test(name, async () => {
      const answer = await recorded.client.ask(line, { headers });
      const { data } = await recorded.profile(answer.get('x-debug-token')!);
      assert.deepEqual(told(data.pipeline), golden);
    });
});

/** One line per event: its listeners with priority, what became of each unless it was called, and what it changed. */
function told(calls: readonly ListenerCall[]): string[] {
  const events = new Map<string, string[]>();
  for (const { event, listener, priority, outcome, changes = [], stoppedBy } of calls) {
    const how = outcome === 'called' ? '' : ` ${outcome}${stoppedBy === undefined ? '' : ` by ${short(stoppedBy)}`}`;
    const what = changes.map((change) => change.replace('response header ', '').replace(VARYING, '…'));
    const line = `${priority} ${short(listener)}${how}${what.length === 0 ? '' : ` [${what.join('; ')}]`}`;
    events.set(event, [...(events.get(event) ?? []), line]);
  }
  return [...events].map(([event, lines]) => `${event.replace('kernel.', '')}: ${lines.join(' · ')}`);
}

const VARYING = /\b[0-9a-f]{6,}\b|\bhttp:\S+/g;

function short(listener: string): string {
  return listener.replace(/Listener$/, '');
}
