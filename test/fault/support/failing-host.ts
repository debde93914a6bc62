import { defineHost, memoryStore, on, resource, route } from 'oriel-host';
import type { Host, HostConfig, LogRecord } from 'oriel-host';
import { z } from 'zod';
import { HttpResponse } from '../../../packages/core/src/http/response.ts';
import { KernelEvents } from '../../../packages/host/src/kernel/events.ts';
import { MemoryLimitStore } from '../../../packages/host/src/features/rate-limit/memory-limit-store.ts';
import { MemorySessionStorage } from '../../../packages/host/src/features/session/memory-session-storage.ts';
import { pipelineNames } from '../../../packages/host/src/host/pipeline.ts';
import { MemoryProfileStorage } from '../../../packages/profiler/src/store/memory/memory-profile-storage.ts';
import { PROFILER_KEY, SECRET } from './host-values.ts';

/** Where the host throws, and the request that reaches this place. */
export interface Stage {
  readonly name: string;
  readonly line: string;
  /** The status that the client must receive, or `cut` for a response that must not look complete. */
  readonly expected: number | 'cut';
  /** Whether the host logs only the first of several errors. */
  readonly isOutage?: boolean;
}

/** The text of the errors, which no response may contain. */
export const MARKER = 'the text of the thrown error';

/** A host that throws at one stage, for one request at a time. */
export class FailingHost {
  readonly logs: LogRecord[] = [];
  readonly stages: readonly Stage[];
  readonly host: Host;
  /** The name of the stage that throws. */
  current: string | undefined;
  /** How often it threw. A listener is not called if another one has ended the event. */
  thrown = 0;

  constructor() {
    const places = Object.values(KernelEvents).flatMap((event) =>
      findPaths(event).map((location) => ({ event, ...location })),
    );
    const all = [
      ...places.map(({ event, name }) => ({ name: `${event}, ${name}`, ...REQUESTS[event]! })),
      ...PARTS.map(([name, line, expected]) => ({
        ...{ name, line, expected },
        isOutage: expected === 503 || name.startsWith('limit store'),
      })),
    ];
    this.stages = all.flatMap((stage) => TIMINGS.map((timing) => ({ ...stage, name: `${stage.name}, ${timing}` })));
    this.host = defineHost({
      ...this.#config(),
      listeners: places.map(({ event, position, name }) =>
        on(event, position, `${event}, ${name}`, () => this.#fail(`${event}, ${name}`)),
      ),
    });
  }

  #config(): HostConfig {
    return {
      secret: SECRET,
      access: 'public',
      log: { access: false, sink: { write: (record) => void this.logs.push(record) } },
      sessions: {
        storage: this.#failing(new MemorySessionStorage(), 'session storage'),
        csrf: false,
        anonymous: false,
      },
      rateLimits: {
        store: this.#failing(new MemoryLimitStore(), 'limit store'),
        limits: [{ name: 'limited', limit: 1_000_000, per: '1 h', routes: ['limited', 'plain'] }],
      },
      profiler: { key: PROFILER_KEY, storage: new MemoryProfileStorage() },
      resources: [
        resource('notes', z.object({ id: z.int(), text: z.string() }), {
          id: 'id',
          store: this.#failing(memoryStore([{ id: 1, text: 'a note' }]), 'store'),
          fields: { text: () => (this.#failNow('field rule'), true) },
        }),
      ],
      routes: [
        route('plain', 'GET /plain', { handle: () => this.#fail('handler') ?? { plain: true } }),
        route('late', 'GET /late', {
          handle: async () => {
            await new Promise((resolve) => setImmediate(resolve));
            return this.#fail('late handler') ?? { late: true };
          },
        }),
        route('limited', 'GET /limited', { handle: () => 'limited' }),
        route('session', 'GET /session', { handle: async ({ session }) => ({ session: await session.set('a', 1) }) }),
        route('serialize', 'GET /serialize', {
          handle: () => ({ toJSON: () => (this.#failNow('serializer'), 'serialized') }),
        }),
        route('validate', 'POST /validate', {
          body: z.object({ text: z.string().refine(() => (this.#failNow('schema'), true)) }),
          handle: () => 'validated',
        }),
        route('stream', 'GET /stream', { handle: () => new HttpResponse(200, [], this.#stream()) }),
      ],
    };
  }

  #fail(stage: string): Promise<never> | undefined {
    if (this.current === `${stage}, thrown`) throw this.#error();
    return this.current === `${stage}, rejected` ? Promise.reject(this.#error()) : undefined;
  }

  // A function that cannot return a promise throws in both cases.
  #failNow(stage: string): void {
    if (this.current?.startsWith(`${stage}, `)) throw this.#error();
  }

  #error(): Error {
    this.thrown++;
    return new Error(MARKER);
  }

  // Each method is a stage with its name.
  #failing<Target extends object>(target: Target, name: string): Target {
    return new Proxy(target, {
      get: (_, key) => {
        const value: unknown = Reflect.get(target, key, target);
        if (typeof value !== 'function') return value;
        return (...args: unknown[]): unknown =>
          this.#fail(`${name} ${String(key)}`) ?? (value as (...all: unknown[]) => unknown).apply(target, args);
      },
    });
  }

  #stream(): ReadableStream<Uint8Array> {
    let pulls = 0;
    return new ReadableStream({
      pull: async (controller) => {
        this.#failNow(pulls === 0 ? 'stream before its first byte' : 'stream');
        if (pulls++ === 2) return controller.close();
        controller.enqueue(Buffer.from('a piece'));
        await new Promise((resolve) => setImmediate(resolve));
      },
    });
  }
}

const TIMINGS = ['thrown', 'rejected'] as const;

const REQUESTS: Readonly<Record<string, Omit<Stage, 'name'>>> = {
  'kernel.request': { line: 'GET /plain', expected: 500 },
  'kernel.controller': { line: 'GET /plain', expected: 500 },
  'kernel.controller_arguments': { line: 'POST /api/notes', expected: 500 },
  'kernel.view': { line: 'POST /api/notes', expected: 500 },
  'kernel.response': { line: 'GET /plain', expected: 500 },
  'kernel.finish_request': { line: 'GET /plain', expected: 500 },
  // The response of the first error is sent.
  'kernel.exception': { line: 'GET /missing', expected: 404 },
  'kernel.terminate': { line: 'GET /plain', expected: 200 },
};

// Stages that are no listeners.
const PARTS: readonly (readonly [name: string, line: string, expected: number | 'cut'])[] = [
  ['handler', 'GET /plain', 500],
  ['late handler', 'GET /late', 500],
  ['store list', 'GET /api/notes', 500],
  ['store get', 'GET /api/notes/1', 500],
  ['store create', 'POST /api/notes', 500],
  ['store delete', 'DELETE /api/notes/1', 500],
  ['field rule', 'GET /api/notes/1', 500],
  ['schema', 'POST /validate', 500],
  ['serializer', 'GET /serialize', 500],
  ['session storage create', 'GET /session', 503],
  ['limit store take', 'GET /limited', 200],
  ['stream before its first byte', 'GET /stream', 'cut'],
  ['stream', 'GET /stream', 'cut'],
];

interface Place {
  readonly position: number | { readonly before: string } | { readonly after: string };
  readonly name: string;
}

function findPaths(event: string): Place[] {
  const names = new Set(pipelineNames(event));
  const around = [...names].flatMap((name) => [
    { position: { before: name }, name: `before ${name}` },
    { position: { after: name }, name: `after ${name}` },
  ]);
  return [{ position: 10_000, name: 'first' }, ...around, { position: -10_000, name: 'last' }];
}
