/** Patterns that are expensive for backtracking matchers: limits of length and cost, and linear matching time. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resolveHubLimits } from '../../packages/host/src/features/hub/hub-limits.ts';
import { MAX_COST, lastMatchCost } from '../../packages/host/src/matching/nfa-matcher.ts';
import { TopicMatchers } from '../../packages/host/src/features/hub/topic-matcher.ts';
import type { MatcherType, TopicMatcher } from '../../packages/host/src/features/hub/topic-matcher.ts';
import { HUB, HUB_URL, createTestHub } from './test-hub.ts';

test('patterns of a megabyte are rejected with 400 or 413', async () => {
  const hub = createTestHub();
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

test('a form with a too large Content-Length gets 413 before its body arrives', async () => {
  const hub = createTestHub();
  const body = new ReadableStream({ pull: () => new Promise(() => {}) });
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded', 'Content-Length': '1000000' };
  const request = new Request(HUB_URL, { method: 'QUERY', headers, body, duplex: 'half' });
  assert.equal((await hub.host.fetch(request)).status, 413);
});

test('the size limit of a form applies to its decoded length', async () => {
  const status = async (text: string): Promise<number> => {
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const body = `match=a&x=${text.repeat(Math.floor(300_000 / text.length))}`;
    return (await createTestHub().send(`QUERY ${HUB}`, { headers, body })).status;
  };
  assert.equal(await status('%2F'), 200);
  // These take the longest to decode.
  for (const text of ['a', '+', '&a=b', '%', '%2', '%2F+']) assert.equal(await status(text), 413, text);
});

test('the patterns of one subscriber share a limit of steps', async () => {
  const hub = createTestHub();
  const ask = (count: number, pattern: string): Promise<Response> =>
    hub.send(`QUERY ${HUB}`, {
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: Array.from({ length: count }, (_, number) => `match_urlpattern=/${number}/${pattern}`).join('&'),
    });
  assert.equal((await ask(100, ':id')).status, 200);
  assert.equal((await ask(2, '{*a}+'.repeat(40))).status, 200);
  const refused = await ask(50, '{*a}+'.repeat(40));
  assert.equal(refused.status, 400);
  assert.match(await refused.text(), /5000 steps together/);
});

const TOPICS = ['a'.repeat(2000), `${'a'.repeat(1999)}!`, 'é'.repeat(600), 'a-'.repeat(900)].map(
  (value) => `https://x/${value}`,
);

test('matching the largest hostile patterns costs at most two visits of each step per character, up to MAX_COST', () => {
  let most = 0;
  for (const { matcher, name } of HOSTILE_PATTERNS.map(largest))
    for (const topic of TOPICS) {
      matcher.matches(topic);
      const work = lastMatchCost();
      // For each character, each step is reached at most twice.
      const visits = 2 * matcher.steps + 1;
      assert.ok(work <= visits * (topic.length + 1), `${name}: ${work} for ${topic.length} characters`);
      assert.ok(work <= MAX_COST + visits, `${name}: ${work}`);
      most = Math.max(most, work);
    }
  assert.ok(most > MAX_COST / 2, `no pattern was expensive: ${most}`);
});

test('parsing and matching hostile patterns takes a small multiple of the processor time of ordinary patterns', () => {
  const hostile = HOSTILE_PATTERNS.map(largest);
  // One long parameter name, which matches every character of most topics.
  const ordinary = hostile.map(({ type, matcher }) => {
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
  // Takes the best of several rounds: other processes disturb some, and the first includes compilation.
  const ratios = Array.from({ length: 4 }, () => spend(all) / spend(ordinary));
  assert.ok(Math.min(...ratios) < MAX_RATIO, `${ratios.map((ratio) => ratio.toFixed(1)).join(', ')} times as much`);
});

test('matching a few long topics takes about as long as many short ones with the same number of characters', () => {
  const matchers = [':x', '{*a}+', '{a*}'].map((value, index) =>
    new TopicMatchers(HUB_URL).get(index < 2 ? 'urlpattern' : 'uritemplate', `https://x/${value}`),
  );
  const spend = (count: number, length: number): number => {
    const topic = `https://x/${'a'.repeat(length)}`;
    return processorTime(() => {
      for (const matcher of matchers) for (let round = 0; round < count; round++) matcher.matches(topic);
    });
  };
  const ratios = Array.from({ length: 4 }, () => spend(20, 2000) / spend(200, 200));
  assert.ok(Math.min(...ratios) < 4, `${ratios.map((ratio) => ratio.toFixed(1)).join(', ')} times as much`);
});

/** Returns the processor time of some work in microseconds. */
function processorTime(work: () => void): number {
  const before = process.cpuUsage();
  for (let repetition = 0; repetition < REPETITIONS; repetition++) work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

const REPETITIONS = 5;
const MAX_RATIO = 6;

/** Pieces of patterns that are expensive for backtracking matchers. "#" is replaced by a number, because names must be unique. */
const HOSTILE_PATTERNS: readonly (readonly [type: MatcherType, piece: (number: number) => string])[] = [
  ...['{a}+', '{aa}*', '{a}?', '{*b}*', '{*a}+', '*'].map((piece) => ['urlpattern', () => piece] as const),
  ...[':x#-', '{:x#a}+', '{:x#}*'].map((piece) => ['urlpattern', numbered(piece)] as const),
  ...['{a#}', '{a#*}', '{+a#}', '{/a#}', '{?a#}', '{;a#*}', '{a#}-'].map(
    (piece) => ['uritemplate', numbered(piece)] as const,
  ),
];

function numbered(piece: string): (number: number) => string {
  return (number) => piece.replace('#', String(number));
}

/** Returns the longest accepted pattern that repeats a piece. */
function largest([type, piece]: (typeof HOSTILE_PATTERNS)[number]) {
  let found: TopicMatcher | undefined;
  let pattern = 'https://x/';
  for (let number = 0; ; number++) {
    pattern += piece(number);
    const matcher = pattern.length > resolveHubLimits().pattern ? undefined : accepted(type, pattern);
    if (matcher === undefined) break;
    found = matcher;
  }
  assert.ok(found, `${piece(0)} is never accepted`);
  return { type, matcher: found, name: `${type} of ${piece(0)}` };
}

// A template that is too large matches only itself.
function accepted(type: MatcherType, pattern: string): TopicMatcher | undefined {
  try {
    const matcher = new TopicMatchers(HUB_URL).get(type, pattern);
    return matcher.isExact ? undefined : matcher;
  } catch (error) {
    assert.equal((error as Error).name, 'PatternError');
    return undefined;
  }
}
