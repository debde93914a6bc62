import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createProfilerHost } from '../../../../../../test/browser/support/profiler-host.ts';
import { MemoryProfileStorage } from '../../../store/memory/memory-profile-storage.ts';
import { createProfile } from '../../../../../host/src/testing/index.ts';

import { LiveTail } from './live-tail.ts';

describe('the live tail', () => {
  const storage = new MemoryProfileStorage();
  const tail = new LiveTail(storage);
  const { host } = createProfilerHost({ storage, tail });
  let origin = '';
  before(async () => {
    origin = `http://localhost:${(await host.listen({ port: 0, mode: 'development' })).port}`;
  });
  after(() => host.close());

  async function* getEvents(answer: Response): AsyncGenerator<{ id: string; row: Record<string, unknown> }> {
    let text = '';
    for await (const chunk of answer.body!.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        const [, id, data] = /^event: row\nid: (.*)\ndata: (.*)$/.exec(text.slice(0, end)) ?? [];
        text = text.slice(end + 2);
        if (id !== undefined && data !== undefined) yield { id, row: JSON.parse(data) as Record<string, unknown> };
      }
    }
  }

  test('sends each new summary with its token as event id', async () => {
    const stop = new AbortController();
    const answer = await fetch(`${origin}/_profiler/tail?q=path:/books`, { signal: stop.signal });
    assert.match(answer.headers.get('content-type')!, /^text\/event-stream/);
    const profile = createProfile('GET /books');
    storage.write([createProfile('GET /cities'), profile]);
    const { value } = await getEvents(answer).next();
    assert.equal(value?.id, profile.summary.token);
    assert.equal(value?.row['path'], '/books');
    assert.equal(value?.row['link'], `/_profiler/${profile.summary.token}`);
    stop.abort();
  });

  test('marks rows that the list hides, with the number of requests that each represents', async () => {
    const kinds = async (query: string): Promise<unknown[]> => {
      const stop = new AbortController();
      const seen = createProfile('GET /seen');
      storage.write([seen, createProfile('GET /healthz', { summary: { weight: 20 } }), createProfile('GET /x')]);
      const answer = await fetch(`${origin}/_profiler/tail?html=1&after=${seen.summary.token}${query}`, {
        signal: stop.signal,
      });
      const events = getEvents(answer);
      const rows = [(await events.next()).value!.row, (await events.next()).value!.row];
      stop.abort();
      return rows.flatMap(({ background, weight }) => [background, weight]);
    };
    assert.deepEqual(await kinds(''), ['health', 20, undefined, 1]);
    assert.deepEqual(await kinds('&background=show'), [undefined, 20, undefined, 1]);
    assert.deepEqual(await kinds('&q=method:get'), [undefined, 20, undefined, 1]);
  });

  test('resumes after a lost connection', async () => {
    const [seen, missed] = [createProfile('GET /seen'), createProfile('GET /missed')];
    storage.write([seen, missed]);
    const stop = new AbortController();
    const answer = await fetch(`${origin}/_profiler/tail`, {
      signal: stop.signal,
      headers: { 'Last-Event-ID': seen.summary.token },
    });
    const { value } = await getEvents(answer).next();
    assert.equal(value?.row['path'], '/missed');
    stop.abort();
  });

  test('rejects an invalid search with 400', async () =>
    assert.equal((await fetch(`${origin}/_profiler/tail?q=stauts:1`)).status, 400));

  test('closes when the host stops', async () => {
    const answer = await fetch(`${origin}/_profiler/tail`);
    tail.close();
    const closing = host.close();
    for await (const _ of getEvents(answer)) assert.fail('the stream is empty');
    await closing;
  });
});
