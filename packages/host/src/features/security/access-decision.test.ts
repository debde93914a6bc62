import { deepEqual, equal, rejects, throws } from 'node:assert/strict';
import { test } from 'node:test';
import { AccessInput, ACCESS_PHASES } from '../../http/access-input.ts';
import { deny } from '../../http/access-rule.ts';
import type { AnyRulePart } from '../../http/access-rule.ts';
import { NullTrace } from '../../../../core/src/trace/trace.ts';
import type { Trace } from '../../../../core/src/trace/trace.ts';
import { createContext } from '../../testing/create-context.ts';
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
    'votes | granted | keep: 1 yes, 1 no, 1 abstain',
    'votes | refused | sell: no voter supports it',
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

test('all parts of a rule must grant access, and the first that denies decides', async () => {
  const decision = new AccessDecision();
  const facts = { operation: 'notes.get', phase: ACCESS_PHASES.head, lastPhase: ACCESS_PHASES.item, uri: {} } as const;
  const getVerdict = (...rule: unknown[]) => {
    const context = createContext('GET /');
    context.user = { id: 'ada', roles: ['editor'] };
    const input = new AccessInput(context, { ...facts, item: undefined, body: undefined, query: undefined });
    return decision.decide(rule as AnyRulePart[], input);
  };
  const refused = { outcome: 'refused', because: 'never denies access', reason: '', hide: false };
  const row = { op: 'eq', field: 'a', value: 1 };
  const other = { op: 'or', of: [] };
  const isEditor = () => true;
  const ofItem = ({ item }: Given) => item.owner === 'ada';
  const slow = async (answer: unknown) => Promise.resolve(answer);
  deepEqual(
    getVerdict('user', isEditor, () => true),
    {
      outcome: 'granted',
      because: 'user, the function isEditor, a function',
      rows: undefined,
    },
  );
  deepEqual(
    getVerdict('user', 'never', () => deny('later')),
    refused,
  );
  deepEqual(getVerdict(ofItem, 'never'), refused);
  for (const none of [false, null, undefined])
    deepEqual(
      getVerdict(() => none),
      { ...refused, because: 'a function denies access' },
    );
  deepEqual(
    getVerdict(() => deny('Too late', { hide: true })),
    {
      ...{ outcome: 'refused', because: 'a function says: Too late', reason: 'Too late', hide: true },
    },
  );
  deepEqual(
    getVerdict(() => deny()),
    { ...refused, because: 'a function says: no' },
  );
  deepEqual(
    getVerdict(
      () => row,
      'user',
      () => other,
    ),
    {
      outcome: 'granted',
      because: 'a function, for some rows, user, a function, for some rows',
      rows: [row, other],
    },
  );
  deepEqual(
    getVerdict(() => row, ofItem),
    { outcome: 'postponed', rest: [ofItem], rows: [row] },
  );
  deepEqual(getVerdict('user', ofItem), { outcome: 'postponed', rest: [ofItem], rows: undefined });
  // A later part that needs no item is decided at once.
  deepEqual(getVerdict(ofItem, isEditor), { outcome: 'postponed', rest: [ofItem], rows: undefined });
  equal((await getVerdict(ofItem, () => false)).outcome, 'refused');
  for (const invalid of [1, 'yes', {}, { op: 7 }, { denied: true }])
    throws(
      () => getVerdict(() => invalid),
      /a function returned \w+; a rule returns true, false, deny\('why'\), or a filter/,
    );
  const yes = async () => slow(true);
  const rows = async () => slow(row);
  deepEqual(await getVerdict(yes, rows, 'user'), {
    outcome: 'granted',
    because: 'the function yes, the function rows, for some rows, user',
    rows: [row],
  });
  deepEqual(await getVerdict(yes, 'never'), refused);
  deepEqual(await getVerdict('never', yes), refused);
});

test('never grants access to no user, whatever their roles are called', () => {
  for (const role of ['', 'never', 'role:never'])
    equal(new AccessDecision().grantsKeyword('never', { id: 'ada', roles: [role] }), false, role);
});

test('a public rule does not read the user, so that the response can be shared', () => {
  const context = createContext('GET /');
  const input = new AccessInput(context, {
    ...{ operation: 'x', phase: ACCESS_PHASES.head, lastPhase: ACCESS_PHASES.head, item: undefined, body: undefined },
    ...{ uri: {}, query: undefined },
  });
  deepEqual(new AccessDecision().decide(['public'], input), { outcome: 'granted', because: 'public', rows: undefined });
  equal(context.variesByUser, false);
  void new AccessDecision().decide(['user'], input);
  equal(context.variesByUser, true);
});

test('voters receive the attribute, the subject, the user and the request', async () => {
  const seen: unknown[] = [];
  const all = voter(
    'all',
    () => true,
    (question) => void seen.push(question),
  );
  const context = createContext('GET /');
  context.user = { id: 'ada', roles: [] };
  const input = new AccessInput(context, {
    ...{ operation: 'x', phase: ACCESS_PHASES.item, lastPhase: ACCESS_PHASES.item, item: { a: 1 }, body: undefined },
    ...{ uri: {}, query: undefined },
  });
  const verdict = await new AccessDecision({ voters: [all] }).decide(['attribute:keep'], input);
  equal(verdict.outcome, 'refused');
  deepEqual(seen, [{ user: context.user, attribute: 'keep', subject: { a: 1 }, request: input }]);
  equal(all.name, 'all');
});
