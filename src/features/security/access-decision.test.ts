import { deepEqual, equal, rejects } from 'node:assert/strict';
import { test } from 'node:test';
import { AccessInput, ACCESS_PHASES } from '../../core/http/access-input.ts';
import type { AnyRulePart } from '../../core/http/access-rule.ts';
import { NullTrace } from '../../core/trace/trace.ts';
import type { Trace } from '../../core/trace/trace.ts';
import { createContext } from '../../testing/index.ts';
import { AccessDecision } from './access-decision.ts';
import type { AccessDecisionOptions } from './access-decision.ts';
import { voter } from './voter.ts';
import type { Vote } from './voter.ts';

type Given = { readonly item: { readonly owner: string } };

/** Decides a rule while only the head of the request is known. */
async function decide(
  rule: unknown,
  options: AccessDecisionOptions = {},
  phase: 0 | 1 = ACCESS_PHASES.head,
  trace: Trace = NullTrace,
) {
  const facts = {
    operation: 'notes.get',
    phase,
    lastPhase: ACCESS_PHASES.item,
    item: { owner: 'ada' },
    body: undefined,
  };
  const input = new AccessInput(createContext('GET /', { trace }), { ...facts, uri: {}, query: undefined });
  return new AccessDecision(options).decide([rule] as AnyRulePart[], input);
}

test('postpones a rule that reads unavailable data, however it accesses it', async () => {
  for (const rule of [
    ({ item }: Given) => item.owner === 'ada',
    async ({ item }: Given) => Promise.resolve(item.owner === 'ada'),
    async (given: Given) => {
      await Promise.resolve();
      return given.item.owner === 'ada';
    },
    // The result for a missing item is ignored, even if the rule catches the error.
    (given: Given) => {
      try {
        return given.item.owner !== '';
      } catch {
        return true;
      }
    },
    async (given: Given) => {
      try {
        return await Promise.resolve(given.item.owner !== '');
      } catch {
        return true;
      }
    },
  ]) {
    equal((await decide(rule)).outcome, 'postponed', String(rule));
    equal((await decide(rule, {}, ACCESS_PHASES.item)).outcome, 'granted', String(rule));
  }
});

test('throws if a rule throws or returns a value of another type', async () => {
  const broken = () => {
    throw new RangeError('no tide');
  };
  await rejects(decide(broken), /no tide/);
  await rejects(
    decide(async () => Promise.reject(new RangeError('no tide'))),
    /no tide/,
  );
  await rejects(
    decide(() => 7),
    /a function returned number; a rule returns true/,
  );
  deepEqual(await decide(() => undefined), {
    ...{ outcome: 'refused', because: 'a function denies access', reason: '', hide: false },
  });
});

test('calls voters in order and names a voter that returns an invalid vote', async () => {
  const saying = (name: string, vote: unknown) => voter(name, ['keep'], () => vote as Vote);
  const voters = [saying('a', undefined), saying('b', Promise.resolve(false)), saying('c', true)];
  equal((await decide('attribute:keep', { voters }, ACCESS_PHASES.item)).outcome, 'granted');
  equal((await decide('attribute:keep', { voters, strategy: 'unanimous' }, ACCESS_PHASES.item)).outcome, 'refused');
  // No voter supports this attribute.
  equal((await decide('attribute:sell', { voters }, ACCESS_PHASES.item)).outcome, 'refused');
  await rejects(
    decide('attribute:keep', { voters: [saying('odd', 'yes')] }, ACCESS_PHASES.item),
    /voter "odd" returned string/,
  );
});

test('records every vote and the result', async () => {
  const recorded: string[] = [];
  const decided = (...words: string[]) => void recorded.push(words.join(' | '));
  const trace = Object.create(NullTrace, { recording: { value: true }, decide: { value: decided } }) as Trace;
  const saying = (name: string, vote: Vote) => voter(name, ['keep'], () => vote);
  const voters = [saying('a', undefined), saying('b', false), saying('c', true)];
  await decide('attribute:keep', { voters }, ACCESS_PHASES.item, trace);
  await decide('attribute:sell', { voters }, ACCESS_PHASES.item, trace);
  deepEqual(recorded, [
    'vote | abstains | voter "a" on keep',
    'vote | no | voter "b" on keep',
    'vote | yes | voter "c" on keep',
    'votes | granted | keep, affirmative: 1 yes, 1 no, 1 abstain',
    'votes | refused | sell, affirmative: no voter supports it',
  ]);
});

test('distinguishes users with a role, other users and anonymous requests', () => {
  const decision = new AccessDecision({ roles: { admin: ['editor'] } });
  const ada = { id: 'ada', roles: ['admin'] };
  deepEqual(
    (['public', 'user', 'role:editor', 'role:owner'] as const).map((word) => [
      decision.grantsKeyword(word, ada),
      decision.grantsKeyword(word, null),
    ]),
    [
      [true, true],
      [true, false],
      [true, false],
      [false, false],
    ],
  );
});
