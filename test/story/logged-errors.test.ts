/** What a host writes to its log about client errors and server errors, at the default level and below it. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { ForbiddenError, HttpResponse, TooManyRequestsError, UnauthorizedError, defineHost, route } from 'oriel-host';
import type { HostConfig, LogRecord } from 'oriel-host';
import { MemoryProfileStorage } from '../../packages/profiler/src/store/memory/memory-profile-storage.ts';
import { sendRaw } from './test-transports.ts';

const fail = (error: () => unknown) => () => {
  throw error();
};

const routes = [
  route('add', 'POST /books', { body: z.object({ title: z.string() }), handle: () => 'added' }),
  route('private', 'GET /private', { handle: fail(() => new UnauthorizedError('Log in first')) }),
  route('secret', 'GET /secret', { handle: fail(() => new ForbiddenError('Not for you')) }),
  route('busy', 'GET /busy', { handle: fail(() => new TooManyRequestsError('Slow down')) }),
  route('broken', 'GET /broken', {
    handle: fail(() => new Error('cannot list', { cause: new AggregateError([new Error('down')], 'no replica') })),
  }),
];

for (const transport of ['over a socket', 'in memory'] as const)
  it(`a response with an invalid header is a 500 with a critical record, ${transport}`, async () => {
    const records: LogRecord[] = [];
    await using host = defineHost({
      routes: [route('bad', 'GET /bad', { handle: () => new HttpResponse(200, ['X-A', 'a\nb'], 'x') })],
      log: { sink: { write: (record) => void records.push(record) } },
      profiler: false,
    });
    if (transport === 'in memory') assert.equal((await host.fetch(new Request('http://localhost/bad'))).status, 500);
    else {
      const { port } = await host.listen({ port: 0, host: '127.0.0.1', mode: 'production' });
      assert.equal((await sendRaw(port, 'GET /bad')).status, 500);
    }
    const record = records.find(({ level }) => level === 'critical');
    assert.match(record?.message ?? '', /^The response cannot be sent: .*(?:X-A|header)/i);
    assert.ok(record?.context['exception'] instanceof Error);
  });

const JSON_BODY = { headers: { 'Content-Type': 'application/json' }, body: '{}' };

/** Sends a request for each kind of error over a socket, and returns what was logged. */
async function logAll(mode: 'production' | 'development', level?: 'info' | 'notice'): Promise<LogRecord[]> {
  const records: LogRecord[] = [];
  const log: HostConfig['log'] = {
    ...(level ? { level } : {}),
    sink: { write: (record) => void records.push(record) },
  };
  const profiler = mode === 'development' ? { storage: new MemoryProfileStorage() } : {};
  await using host = defineHost({ routes, log, profiler });
  const { port } = await host.listen({ port: 0, host: '127.0.0.1', mode });
  const statuses: number[] = [];
  for (const line of ['GET /nothing', 'DELETE /books', 'GET /private', 'GET /secret', 'GET /busy', 'GET /broken'])
    statuses.push((await sendRaw(port, line)).status);
  statuses.push((await sendRaw(port, 'POST /books', JSON_BODY)).status);
  assert.deepEqual(statuses, [404, 405, 401, 403, 429, 500, 422]);
  for (let i = 0; i < 200 && records.filter(isAccess).length < 7; i++) await new Promise(setImmediate);
  return records;
}

const isAccess = ({ channel }: LogRecord): boolean => channel === 'access';
const isError = ({ context }: LogRecord): boolean => 'exception' in context;

describe('the log of a host', () => {
  for (const mode of ['production', 'development'] as const) {
    it(`has only an access line for each client error at the default level in ${mode}`, async () => {
      const records = await logAll(mode);
      assert.equal(records.filter(isAccess).length, 7);
      assert.deepEqual(
        records.filter((record) => !isAccess(record)).map(({ level, message }) => [level, message]),
        [['critical', 'Uncaught Error: "cannot list"']],
      );
    });

    it(`has 401, 403 and 429 at the level notice in ${mode}`, async () => {
      const errors = (await logAll(mode, 'notice')).filter(isError);
      assert.deepEqual(
        errors.map(({ level, message }) => `${level} ${message}`),
        [
          'notice UnauthorizedError: "Log in first"',
          'notice ForbiddenError: "Not for you"',
          'notice TooManyRequestsError: "Slow down"',
          'critical Uncaught Error: "cannot list"',
        ],
      );
    });

    it(`has the other client errors at the level info in ${mode}`, async () => {
      const errors = (await logAll(mode, 'info')).filter(isError);
      assert.deepEqual(
        errors.filter(({ level }) => level === 'info').map(({ message }) => message.split(':')[0]),
        ['NotFoundError', 'MethodNotAllowedError', 'UnprocessableContentError'],
      );
    });
  }

  it('is complete in the profile and on the error page of development, whatever the level is', async () => {
    const storage = new MemoryProfileStorage();
    await using host = defineHost({ routes, log: { level: 'none' }, profiler: { storage } });
    const { port } = await host.listen({ port: 0, host: '127.0.0.1', mode: 'development' });
    const page = await sendRaw(port, 'GET /nothing', { headers: { Accept: 'text/html' } });
    assert.match(await page.text(), /NotFoundError: &quot;No route found for/);
    const path = `GET /_profiler/${page.headers.get('x-debug-token')}?panel=logs`;
    const read = () => sendRaw(port, path, { headers: { Accept: 'application/json' } });
    let profile = await read();
    for (let i = 0; i < 500 && profile.status === 404; i++) profile = await read();
    assert.match(await profile.text(), /NotFoundError: \\"No route found for/);
  });
});
