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

/** What a rule comes to while no more than the head of a request is known. */
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

test('a rule that looks at what is not known yet is asked again, whenever it finds out', async () => {
  for (const rule of [
    ({ item }: Given) => item.owner === 'ada',
    async ({ item }: Given) => Promise.resolve(item.owner === 'ada'),
    async (given: Given) => {
      await Promise.resolve();
      return given.item.owner === 'ada';
    },
    // What it makes of an item that it was not given counts for nothing, even where it swallows that.
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

test('an error of a rule is an error, and an answer that is none as well', async () => {
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
    /a function gave number; a rule gives true/,
  );
  deepEqual(await decide(() => undefined), {
    ...{ outcome: 'refused', because: 'a function says no', reason: '', hide: false },
  });
});

test('voters are asked in order, now or later, and what is no vote is refused with the name of who gave it', async () => {
  const saying = (name: string, vote: unknown) => voter(name, ['keep'], () => vote as Vote);
  const voters = [saying('a', undefined), saying('b', Promise.resolve(false)), saying('c', true)];
  equal((await decide('attribute:keep', { voters }, ACCESS_PHASES.item)).outcome, 'granted');
  equal((await decide('attribute:keep', { voters, strategy: 'unanimous' }, ACCESS_PHASES.item)).outcome, 'refused');
  // Nobody has an opinion about this one.
  equal((await decide('attribute:sell', { voters }, ACCESS_PHASES.item)).outcome, 'refused');
  await rejects(
    decide('attribute:keep', { voters: [saying('odd', 'yes')] }, ACCESS_PHASES.item),
    /voter "odd" gave string/,
  );
});

test('a trace hears of every vote, and how they were counted', async () => {
  const told: string[] = [];
  const decided = (...words: string[]) => void told.push(words.join(' | '));
  const trace = Object.create(NullTrace, { recording: { value: true }, decide: { value: decided } }) as Trace;
  const saying = (name: string, vote: Vote) => voter(name, ['keep'], () => vote);
  const voters = [saying('a', undefined), saying('b', false), saying('c', true)];
  await decide('attribute:keep', { voters }, ACCESS_PHASES.item, trace);
  await decide('attribute:sell', { voters }, ACCESS_PHASES.item, trace);
  deepEqual(told, [
    'vote | abstains | voter "a" on keep',
    'vote | no | voter "b" on keep',
    'vote | yes | voter "c" on keep',
    'votes | granted | keep, affirmative: 1 yes, 1 no, 1 abstain',
    'votes | refused | sell, affirmative: no voter knows it',
  ]);
});

test('who holds a role is told from who is merely known, and from nobody', () => {
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
