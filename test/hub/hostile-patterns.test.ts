/** Patterns that have brought matchers down: refused for their length, matched in linear time, and bounded together. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_LIMITS } from '../../src/features/hub/hub-config.ts';
import { MAX_COST, lastMatchCost } from '../../src/core/matching/nfa-matcher.ts';
import { TopicMatchers } from '../../src/features/hub/topic-matcher.ts';
import type { MatcherType, TopicMatcher } from '../../src/features/hub/topic-matcher.ts';
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

test('a form is as long as what it stands for, so that only what is encoded may be longer', async () => {
  const status = async (text: string): Promise<number> => {
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const body = `match=a&x=${text.repeat(Math.floor(300_000 / text.length))}`;
    return (await hubUnderTest().send(`QUERY ${HUB}`, { headers, body })).status;
  };
  assert.equal(await status('%2F'), 200);
  // These take longest to decode.
  for (const text of ['a', '+', '&a=b', '%', '%2', '%2F+']) assert.equal(await status(text), 413, text);
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

const TOPICS = ['a'.repeat(2000), `${'a'.repeat(1999)}!`, 'é'.repeat(600), 'a-'.repeat(900)].map(
  (each) => `https://x/${each}`,
);

test('hostile patterns as large as they may be look at no more places than there are, and at so many in all', () => {
  let most = 0;
  for (const { matcher, name } of HOSTILE.map(largest))
    for (const topic of TOPICS) {
      matcher.matches(topic);
      const work = lastMatchCost();
      // Each place is come to by two ways at most, for each character.
      const ways = 2 * matcher.steps + 1;
      assert.ok(work <= ways * (topic.length + 1), `${name}: ${work} for ${topic.length} characters`);
      assert.ok(work <= MAX_COST + ways, `${name}: ${work}`);
      most = Math.max(most, work);
    }
  assert.ok(most > MAX_COST / 2, `nothing was hostile: ${most}`);
});

test('to read and match them takes a few times the processor time of harmless ones of their length', () => {
  const hostile = HOSTILE.map(largest);
  // One name, as long as all that is hostile; it takes every character of most topics.
  const harmless = hostile.map(({ type, matcher }) => {
    const name = 'n'.repeat(matcher.pattern.length - 12);
    return { type, pattern: type === 'urlpattern' ? `https://x/:${name}` : `https://x/{${name}}` };
  });
  const spend = (patterns: readonly { type: MatcherType; pattern: string }[]): number =>
    processorTime(() => {
      for (const { type, pattern } of patterns) {
        const matcher = new TopicMatchers(HUB_URL).get(type, pattern);
        for (const topic of TOPICS) matcher.matches(topic);
      }
    });
  const all = hostile.map(({ type, matcher }) => ({ type, pattern: matcher.pattern }));
  // Whatever the machine does meets both alike, so the best of a few rounds tells; the compiler works in the first.
  const ratios = Array.from({ length: 4 }, () => spend(all) / spend(harmless));
  assert.ok(Math.min(...ratios) < MOST_RATIO, `${ratios.map((each) => each.toFixed(1)).join(', ')} times as much`);
});

test('so many characters take as long in a few long topics as in many short ones', () => {
  const matchers = [':x', '(a+)+', '{a*}'].map((each, index) =>
    new TopicMatchers(HUB_URL).get(index < 2 ? 'urlpattern' : 'uritemplate', `https://x/${each}`),
  );
  const spend = (count: number, length: number): number => {
    const topic = `https://x/${'a'.repeat(length)}`;
    return processorTime(() => {
      for (const matcher of matchers) for (let at = 0; at < count; at++) matcher.matches(topic);
    });
  };
  const ratios = Array.from({ length: 4 }, () => spend(20, 2000) / spend(200, 200));
  assert.ok(Math.min(...ratios) < 4, `${ratios.map((each) => each.toFixed(1)).join(', ')} times as much`);
});

/** Microseconds that the processor worked, however long it took. */
function processorTime(work: () => void): number {
  const before = process.cpuUsage();
  for (let turn = 0; turn < TURNS; turn++) work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

const TURNS = 5;
const MOST_RATIO = 6;

/** What has brought matchers down, each piece with a number where names may not come twice. */
const HOSTILE: readonly (readonly [type: MatcherType, piece: (number: number) => string])[] = [
  ...['(a+)+', '(a*)*', '(a|aa)+', '(.*)', '{a}?', '{(a*)b}*', '([a-z]+)*', '(a{9}){9}', '*'].map(
    (piece) => ['urlpattern', () => piece] as const,
  ),
  ...[':x#-', ':x#(a*)'].map((piece) => ['urlpattern', numbered(piece)] as const),
  ...['{a#}', '{a#*}', '{+a#}', '{/a#}', '{?a#}', '{;a#*}', '{a#}-'].map(
    (piece) => ['uritemplate', numbered(piece)] as const,
  ),
];

function numbered(piece: string): (number: number) => string {
  return (number) => piece.replace('#', String(number));
}

/** As many of a piece as are accepted in one pattern. */
function largest([type, piece]: (typeof HOSTILE)[number]) {
  let found: TopicMatcher | undefined;
  let pattern = 'https://x/';
  for (let number = 0; ; number++) {
    pattern += piece(number);
    const matcher = pattern.length > DEFAULT_LIMITS.pattern ? undefined : accepted(type, pattern);
    if (matcher === undefined) break;
    found = matcher;
  }
  assert.ok(found, `${piece(0)} is never accepted`);
  return { type, matcher: found, name: `${type} of ${piece(0)}` };
}

// A template that is too large stands for itself alone.
function accepted(type: MatcherType, pattern: string): TopicMatcher | undefined {
  try {
    const matcher = new TopicMatchers(HUB_URL).get(type, pattern);
    return matcher.isExact ? undefined : matcher;
  } catch (error) {
    assert.equal((error as Error).name, 'PatternError');
    return undefined;
  }
}
