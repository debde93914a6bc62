/** Patterns that have brought matchers down: refused for their length, matched in linear time, and bounded together. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TopicMatchers } from '../../src/hub/topic-matcher.ts';
import { HUB, HUB_URL, hubUnderTest } from './hub-under-test.ts';

test('hostile patterns of a megabyte are refused, and none ever throws', async () => {
  const hub = hubUnderTest();
  const bodies = ['(a+)+', '*a', '{', '(', ':x', '[', '\\', '%', '((a?){30}){30}', '{a}?', 'é'];
  for (const type of ['match', 'match_urlpattern', 'topic'])
    for (const body of bodies) {
      const value = `https://x/${body.repeat(Math.ceil(1_048_576 / body.length))}`;
      const response = await hub.send(`QUERY ${HUB}`, {
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams([[type, value]]).toString().slice(0, 1_000_000),
      });
      assert.ok([400, 413].includes(response.status), `${type} ${body}: ${response.status}`);
    }
});

test('a form that is too long is refused before any of it has come', async () => {
  const hub = hubUnderTest();
  const body = new ReadableStream({ pull: () => new Promise(() => {}) });
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded', 'Content-Length': '1000000' };
  const request = new Request(HUB_URL, { method: 'QUERY', headers, body, duplex: 'half' });
  assert.equal((await hub.host.fetch(request)).status, 413);
});

test('the patterns of one subscriber are bounded together', async () => {
  const hub = hubUnderTest();
  const ask = (count: number, pattern: string): Promise<Response> =>
    hub.send(`QUERY ${HUB}`, {
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: Array.from({ length: count }, (_, number) => `match_urlpattern=/${number}/${pattern}`).join('&'),
    });
  assert.equal((await ask(100, ':id')).status, 200);
  assert.equal((await ask(2, '(a|aa)*'.repeat(20))).status, 200);
  const refused = await ask(50, '(a|aa)*'.repeat(20));
  assert.equal(refused.status, 400);
  assert.match(await refused.text(), /5000 steps together/);
});

test('hostile patterns as long as they may be take next to no time for any topic', () => {
  const matchers = new TopicMatchers(HUB_URL);
  const bodies = [
    '(a+)+',
    '(a*)*',
    '*a',
    ':x-',
    '(a|aa)+',
    '(.*)',
    '((a?){9}){9}',
    '{a}?',
    '{a*}',
    '([a-z]+)*',
    '(a{9}){9}',
  ];
  const topics = ['a'.repeat(2000), 'a'.repeat(1999) + '!', 'é'.repeat(600), 'a-'.repeat(900)].map(
    (each) => `https://x/${each}`,
  );
  const times: number[] = [];
  for (let round = 0; round < 5; round++)
    for (const type of ['urlpattern', 'uritemplate'] as const)
      for (const body of bodies) {
        const fill = body.repeat(Math.floor(1000 / body.length));
        const started = performance.now();
        try {
          const matcher = matchers.get(type, `https://x/${'b'.repeat(round)}${fill}`);
          times.push(performance.now() - started);
          for (const topic of topics) {
            const before = performance.now();
            matcher.matches(topic);
            times.push(performance.now() - before);
          }
        } catch (error) {
          assert.equal((error as Error).name, 'PatternError');
          times.push(performance.now() - started);
        }
      }
  // One in a hundred may meet a collection, or a machine that does something else.
  const late = times.filter((each) => each > 5).length;
  assert.ok(late <= times.length / 100 + 3, `${late} of ${times.length} took more than 5 ms: ${Math.max(...times)}`);
});
