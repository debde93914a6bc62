import { deepEqual, equal, match } from 'node:assert/strict';
import { test } from 'node:test';
import { defineHost, receiveUploads, resource, route } from 'oriel-host';
import type { HostConfig } from 'oriel-host';
import { createTestHost } from 'oriel-host/testing';
import { z } from 'zod';
import type { ConfigIssue } from '../../packages/core/src/configuration/config-issue.ts';

function findIssues(config: HostConfig): readonly ConfigIssue[] {
  try {
    defineHost({ profiler: false, ...config });
    return [];
  } catch (error) {
    return (error as { issues: readonly ConfigIssue[] }).issues;
  }
}

const Dated = z.object({ id: z.int(), at: z.date(), name: z.string() });
const dated = resource('events', Dated, {
  id: 'id',
  order: { at: 'asc' },
  views: { short: ['id', 'at'] },
  provide: { list: () => [], get: () => undefined },
});

test('one field without JSON Schema is one issue, which names it', () => {
  const [issue, ...more] = findIssues({ resources: [dated] });
  deepEqual(more, []);
  match(issue!.reason, /^The field "at": Date cannot be represented in JSON Schema/);
  match(issue!.fix, /api\.jsonSchema/);
});

test('a schema library without JSON Schema is one issue, whose fix is api.jsonSchema', () => {
  const bare = { '~standard': { version: 1, vendor: 'bare', validate: (value: unknown) => ({ value }) } } as const;
  const events = resource('events', bare, { id: 'id' as never, provide: { get: () => ({}) as never } });
  const [issue, ...more] = findIssues({ resources: [events] });
  deepEqual(more, []);
  match(issue!.reason, /"bare" has no JSON Schema/);
  match(issue!.fix, /^Set api\.jsonSchema/);
});

test('api.jsonSchema describes schemas that zod cannot describe', async () => {
  const jsonSchema = () => ({
    type: 'object',
    properties: { id: { type: 'integer' }, at: { type: 'string', format: 'date-time' }, name: { type: 'string' } },
    required: ['id', 'at', 'name'],
  });
  const config = { api: { jsonSchema }, resources: [dated] };
  deepEqual(findIssues(config), []);
  equal((await createTestHost(config).send('GET /api/events')).status, 200);
});

test('routes, operations and uploads reject media types with the same problem', async () => {
  const body = z.object({ a: z.int() });
  const { send } = createTestHost({
    routes: [
      route('body', 'POST /body', { body, handle: () => 'x' }),
      route('patch', 'PATCH /body', { body, handle: () => 'x' }),
      route('upload', 'POST /upload', {
        handle: async (input) => {
          await receiveUploads(input, {
            storage: { save: () => Promise.resolve('1'), remove: () => Promise.resolve() },
          });
        },
      }),
    ],
    resources: [
      resource('things', z.object({ id: z.int() }), {
        id: 'id',
        provide: { get: () => ({ id: 1 }) },
        process: { create: ({ body: item }) => item, patch: ({ next }) => next },
      }),
    ],
  });
  const problems = [];
  for (const line of ['POST /body', 'PATCH /body', 'POST /upload', 'POST /api/things', 'PATCH /api/things/1'])
    for (const type of ['text/x; a=b', undefined]) {
      const bytes = new TextEncoder().encode('x');
      const response = await send(line, { headers: type === undefined ? {} : { 'Content-Type': type }, body: bytes });
      const problem = (await response.json()) as { type: string; title: string; detail: string; accepts: string[] };
      equal(response.status, 415, line);
      const accept = response.headers.get(line.startsWith('PATCH') ? 'Accept-Patch' : 'Accept-Post');
      equal(accept, problem.accepts.join(', '), line);
      problems.push([problem.type, problem.detail.replaceAll(/Supported.*/g, '')]);
    }
  const expected = ['The content-type "text/x" is not supported. ', 'The "Content-Type" header must exist. '];
  deepEqual(
    problems,
    Array.from({ length: 10 }, (_, index) => ['/problems/unsupported-media-type', expected[index % 2]]),
  );
});
