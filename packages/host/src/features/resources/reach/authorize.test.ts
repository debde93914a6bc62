/** The rule of an operation is evaluated in up to three phases: for the request, for the item, and for the body. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { z } from 'zod';
import { createRuns } from '../../../../../../test/lib/operation-runs.ts';
import { ACCESS_PHASES } from '../../../http/access-input.ts';
import { deny } from '../../../http/access-rule.ts';
import { HttpError } from '../../../../../core/src/http/http-errors.ts';
import { HiddenError } from '../../../listeners/access-denied.ts';
import type { RequestTrace } from '../../../../../core/src/trace/trace.ts';
import { resource } from '../declare/resource.ts';
import { where } from '../declare/filters/where.ts';
import type { Item } from '../model/reach.ts';
import { EVERYTHING } from '../model/reach.ts';
import type { OperationRun } from '../operations/operation-run.ts';
import { evaluateRule } from './evaluate-rule.ts';
import { memoryStore } from '../source/memory-store.ts';
import { accessError, authorizeBody, authorizeItem, authorizeRequest, notFoundMessage } from './authorize.ts';

const Note = z.object({ id: z.int(), owner: z.string(), text: z.string(), team: z.int().nullable() });
const Team = z.object({ id: z.int(), boss: z.string() });
const ADAS = { id: 1, owner: 'ada', text: 'one', team: 1 };
const BOBS = { id: 2, owner: 'bob', text: 'two', team: 2 };
type Input = { user: { id: string } | null; item: Item | null; body: Item | undefined };

function runs(access: object, more: object = {}) {
  const teams = memoryStore([
    { id: 1, boss: 'ada' },
    { id: 2, boss: 'bob' },
  ]);
  return createRuns([
    resource('teams', Team, { id: 'id', store: teams }),
    resource('notes', Note, {
      id: 'id',
      links: { team: { to: 'teams', as: 'id' } },
      store: memoryStore([ADAS, BOBS]),
      access,
      ...more,
    } as never),
  ]);
}

/** What is known of a request after its head. */
interface Sent {
  readonly item?: Item | null | undefined;
  readonly body?: Item;
}

/** Evaluates a rule in all phases, and returns the phase that denied access with the status of the response. */
async function outcome(run: OperationRun, { item, body }: Sent = {}): Promise<string> {
  let phase = 'head';
  try {
    run.reach = await authorizeRequest(run);
    phase = 'item';
    run.previous = item;
    run.reach = await authorizeItem(run);
    phase = 'body';
    run.input = body;
    run.reach = await authorizeBody(run);
    return 'granted';
  } catch (error) {
    if (error instanceof HttpError) return `${phase} ${error.status}`;
    throw error;
  }
}

const decisions = ({ context }: OperationRun): string[] =>
  (context.trace as RequestTrace).decisions
    .filter(({ subject }) => subject === 'access')
    .map((decision) => `${decision.outcome}: ${decision.because}`);

const owns = ({ user, item }: Input): boolean => item?.['owner'] === user?.id;
const writesOwn = ({ user, body }: Input): boolean => body?.['owner'] === user?.id;
const owned = ({ user }: Input): object => where({ owner: user?.id ?? '' });
type Rule = (input: Input) => unknown;
const later =
  <Given, Answer>(rule: (input: Given) => Answer) =>
  async (input: Given): Promise<Answer> => {
    await Promise.resolve();
    return rule(input);
  };

describe('a rule', () => {
  for (const [title, access, operation, user, sent, expected] of [
    ['public grants access to all clients', { read: 'public' }, 'get', '', {}, 'granted'],
    ['never denies access to all users', { read: 'never' }, 'get', 'ada', {}, 'head 403'],
    ['user denies access to anonymous clients with 401', { read: 'user' }, 'get', '', {}, 'head 401'],
    ['user grants access to each user', { read: 'user' }, 'get', 'ada', {}, 'granted'],
    ['role denies access to users without it', { read: 'role:editor' }, 'get', 'ada', {}, 'head 403'],
    ['role grants access to users with it', { read: 'role:editor' }, 'get', 'ada:editor', {}, 'granted'],
    ['attribute denies access without a voter', { read: 'attribute:x' }, 'list', 'ada', {}, 'head 403'],
    ['for reading does not restrict writing', { read: 'never', write: 'user' }, 'delete', 'ada', {}, 'granted'],
    ['for writing does not restrict reading', { read: 'user', write: 'never' }, 'get', 'ada', {}, 'granted'],
    ['of an operation replaces that of its group', { write: 'never', create: 'user' }, 'create', 'ada', {}, 'granted'],
    ['with several parts needs all of them', { read: ['user', 'role:editor'] }, 'get', 'ada', {}, 'head 403'],
    ['that hides answers 404', { read: 'user', hide: true }, 'get', '', {}, 'head 404'],
    ['that reads the item waits for it', { get: owns }, 'get', 'ada', { item: ADAS }, 'granted'],
    ['that reads the item denies others', { get: owns }, 'get', 'ada', { item: BOBS }, 'item 403'],
    ['that reads the item hides it', { get: owns, hide: true }, 'get', 'ada', { item: BOBS }, 'item 404'],
    ['that reads the body waits for it', { write: writesOwn }, 'create', 'ada', { body: ADAS }, 'granted'],
    ['that reads the body denies others', { write: writesOwn }, 'create', 'ada', { body: BOBS }, 'body 403'],
    [
      'that reads both is complete with the body',
      { write: [owns, writesOwn] },
      'patch',
      'ada',
      { item: ADAS, body: BOBS },
      'body 403',
    ],
    ['that returns a filter denies other items', { write: owned }, 'delete', 'ada', { item: BOBS }, 'item 403'],
    ['that returns a filter grants its items', { write: owned }, 'delete', 'ada', { item: ADAS }, 'granted'],
    ['that returns a filter grants a new item', { write: owned }, 'replace', 'ada', { item: null }, 'granted'],
    [
      'with a filter for later denies items that it does not match',
      { write: [owns, () => where({ text: 'two' })] },
      'delete',
      'ada',
      { item: ADAS },
      'item 403',
    ],
    [
      'with a filter through a link loads the linked item',
      { write: () => where({ 'team.boss': 'ada' }) },
      'delete',
      'ada',
      { item: BOBS },
      'item 403',
    ],
    [
      'with a filter through a link grants its items',
      { write: () => where({ 'team.boss': 'ada' }) },
      'delete',
      'ada',
      { item: ADAS },
      'granted',
    ],
  ] as const)
    test(title, async () => {
      const { run } = runs(access);
      assert.equal(await outcome(run(`notes.${operation}`, user), sent), expected);
      // A rule that returns a promise has the same result.
      const slow = Object.fromEntries(
        Object.entries(access).map(([key, rule]) => [
          key,
          [rule].flat().map((part) => (typeof part === 'function' ? later(part as (input: Input) => unknown) : part)),
        ]),
      );
      const { run: slowRun } = runs({ ...slow, hide: 'hide' in access });
      assert.equal(await outcome(slowRun(`notes.${operation}`, user), sent), expected);
    });

  test('receives the path variables, the query, the operation, the item and the body', async () => {
    const seen: unknown[] = [];
    const write = (input: Input & Record<string, unknown>): boolean =>
      seen.push([input['uri'], input['query'], input['operation'], input.item, input.body]) > 0;
    const { run } = runs({ write });
    const given = run('notes.patch', 'ada', { id: '1' });
    given.query = { declared: { page: 2 } } as never;
    assert.equal(await outcome(given, { item: ADAS, body: BOBS }), 'granted');
    assert.deepEqual(seen, [[{ id: '1' }, { page: 2 }, 'notes.patch', ADAS, BOBS]]);
  });

  test('without parts grants access, also on a host without access decisions', () => {
    const { run } = runs({ read: 'public' });
    const given = run('notes.get');
    given.context.access = undefined;
    const subject = { context: given.context, operation: given.operation, uri: {}, item: null, body: 1, query: 2 };
    const { head } = ACCESS_PHASES;
    assert.deepEqual(evaluateRule(subject, [], head, head), { outcome: 'granted', because: 'no rule applies' });
    assert.throws(
      () => evaluateRule(subject, ['user'], head, head),
      new TypeError('No access decision is set up for the rules of notes.get'),
    );
  });
});

describe('rows', () => {
  const byAda = { op: 'eq', field: 'owner', value: 'ada' };
  const one = { op: 'eq', field: 'text', value: 'one' };
  const isOne = (): object => where({ text: 'one' });

  const wrappers: readonly (readonly [suffix: string, wrap: (rule: Rule) => Rule])[] = [
    ['', (rule) => rule],
    [', if a promise is returned', later],
  ];
  for (const [suffix, wrap] of wrappers) {
    test(`that a read rule allows limit reads${suffix}`, async () => {
      const rule = wrap(owned);
      const { run } = runs({ read: [rule, wrap(isOne)], write: 'user' });
      for (const name of ['notes.list', 'notes.get', 'notes.patch', 'notes.delete']) {
        const given = run(name, 'ada');
        const reach = await authorizeRequest(given);
        assert.deepEqual(reach.rows, { op: 'and', of: [byAda, one] }, name);
        assert.equal(reach.writable, undefined);
      }
    });

    test(`that a write rule allows limit writes${suffix}`, async () => {
      const { run } = runs({ read: 'public', write: [wrap(owned), wrap(isOne)] });
      const given = run('notes.patch', 'ada');
      const reach = await authorizeRequest(given);
      assert.deepEqual(reach.writable, { op: 'and', of: [byAda, one] });
      assert.equal(reach.rows, undefined);
    });

    test(`of several read rules all apply to writes${suffix}`, async () => {
      const { run } = runs({ read: wrap(owned), list: [wrap(isOne), wrap(() => false)], write: 'user' });
      const given = run('notes.patch', 'ada');
      assert.deepEqual((await authorizeRequest(given)).rows, { op: 'and', of: [byAda, one] });
    });
  }

  test('that the rule for one phase allows are added to those of an earlier phase', async () => {
    const { run } = runs({ write: [owned, ({ item }: Input) => item !== null && isOne()] });
    const given = run('notes.patch', 'ada');
    assert.equal(await outcome(given, { item: ADAS, body: ADAS }), 'granted');
    assert.deepEqual(given.reach.writable, { op: 'and', of: [byAda, one] });
    assert.deepEqual(given.reach.pending, []);
  });

  test('are determined again if the rule is evaluated again', async () => {
    const given = runs({ read: owned }).run('notes.list', 'ada');
    given.reach = await authorizeRequest(given);
    assert.deepEqual((await authorizeRequest(given)).rows, byAda);
  });
});

describe('a read rule that needs the item hides it from writes', () => {
  for (const [title, get, item, expected] of [
    ['which it denies', owns, BOBS, 'item 404'],
    ['but not what it allows', owns, ADAS, 'granted'],
    ['outside its rows', ({ item }: Input) => item !== null && where({ owner: 'ada' }), BOBS, 'item 404'],
    ['but not in its rows', ({ item }: Input) => item !== null && where({ owner: 'ada' }), ADAS, 'granted'],
    ['but not an item that is created', ({ item }: Input) => item?.['owner'] === 'x', null, 'granted'],
    ['but not a missing item', ({ item }: Input) => item?.['owner'] === 'x', undefined, 'granted'],
  ] as const)
    test(title, async () => {
      for (const rule of [get, later(get as (input: Input) => unknown)]) {
        const { run } = runs({ list: 'public', get: rule, write: 'public' });
        assert.equal(await outcome(run('notes.replace', 'ada'), { item }), expected);
      }
    });

  test('and the rule for writing is evaluated after it', async () => {
    const { run } = runs({ list: 'public', get: owns, write: ({ item }: Input) => item?.['text'] === 'new' });
    assert.equal(await outcome(run('notes.delete', 'ada'), { item: ADAS }), 'item 403');
    const rows = runs({
      list: 'public',
      get: ({ item }: Input) => item !== null && owned({ user: { id: 'ada' } } as Input),
      write: owns,
    });
    assert.equal(await outcome(rows.run('notes.delete', 'bob'), { item: ADAS }), 'item 403');
  });

  test('and is evaluated once if it is also the rule for writing', async () => {
    const { run } = runs({ list: 'public', get: owns, write: owns });
    const given = run('notes.delete', 'ada');
    assert.equal(await outcome(given, { item: BOBS }), 'item 403');
    assert.deepEqual(given.reach.pendingReads, []);
  });

  test('also without a rule for writing', async () => {
    const { run } = runs({ get: owns });
    const given = run('notes.delete', 'ada');
    assert.equal(await outcome(given, { item: BOBS }), 'item 404');
    assert.deepEqual(decisions(given), ['hidden: notes.delete: the function owns denies access']);
  });
});

test('an operation without rules is not restricted', async () => {
  const given = runs({ read: 'user' }).run('notes.delete');
  given.previous = BOBS;
  assert.equal(await authorizeItem(given), EVERYTHING);
  assert.equal(await authorizeBody(given), EVERYTHING);
});

describe('the profile shows', () => {
  test('the rule that granted access', async () => {
    const { run } = runs({ read: ['user', owned], write: owns });
    const read = run('notes.get', 'ada');
    await outcome(read);
    assert.deepEqual(decisions(read), ['granted: notes.get: user, the function owned, for some rows']);
    const write = run('notes.delete', 'ada');
    await outcome(write, { item: ADAS });
    assert.deepEqual(decisions(write), ['granted: notes.delete: the function owns']);
    const open = runs({ get: owned }).run('notes.delete', 'ada');
    await outcome(open, { item: ADAS });
    assert.deepEqual(decisions(open), []);
  });
  test('the rule that denied access, and whether it was hidden', async () => {
    const denied = runs({ write: owned }).run('notes.delete', 'ada');
    await outcome(denied, { item: BOBS });
    const because = 'the item is not among the rows that the rule of notes.delete allows';
    assert.deepEqual(decisions(denied), [
      'granted: notes.delete: the function owned, for some rows',
      `refused: notes.delete: ${because}`,
    ]);
    const hidden = runs({
      list: 'public',
      get: ({ item }: Input) => item !== null && where({ owner: 'x' }),
      write: 'user',
    });
    const run = hidden.run('notes.delete', 'ada');
    await outcome(run, { item: BOBS });
    assert.deepEqual(decisions(run), ['granted: notes.delete: user', `hidden: notes.delete: ${because}`]);
  });
  test('nothing for a request that is not recorded', async () => {
    const given = runs({ read: 'user' }).run('notes.get', 'ada');
    const trace = given.context.trace as { recording: boolean };
    trace.recording = false;
    await outcome(given);
    assert.deepEqual(decisions(given), []);
  });
});

describe('the error', () => {
  const refused = { outcome: 'refused', because: 'x', reason: '', hide: false } as const;
  const { run } = runs({ read: 'user' });

  test('has the reason of the rule', async () => {
    const given = runs({ read: () => deny('Only on weekdays') }).run('notes.get', 'ada');
    await assert.rejects(authorizeRequest(given), /^ForbiddenError: Only on weekdays$/);
    assert.match(accessError(run('notes.get'), { ...refused, reason: 'No' }).message, /^No$/);
  });
  test('of a rule that hides an item is the same as for a missing item', () => {
    const error = accessError(run('notes.get', 'ada', { id: '7' }), { ...refused, hide: true });
    assert.equal(error instanceof HiddenError, false);
    assert.equal(error.message, String(notFoundMessage(run('notes.get', 'ada', { id: '7' }))));
  });
  test('of a rule that needs no item, or of a list, hides the whole route', () => {
    const hidden = { ...refused, hide: true };
    assert.ok(accessError(run('notes.get', 'ada'), hidden, ACCESS_PHASES.head) instanceof HiddenError);
    assert.ok(accessError(run('notes.list', 'ada'), hidden) instanceof HiddenError);
  });
  test('names the identifier, up to 100 characters', () => {
    const named = (id: string): string => String(notFoundMessage(run('notes.get', 'ada', { id })));
    assert.match(named('7'), /Note.*"7"|7/);
    assert.ok(named('x'.repeat(100)).includes('x'.repeat(100)) && !named('x'.repeat(100)).includes('…'));
    assert.ok(named('x'.repeat(101)).includes(`${'x'.repeat(100)}…`));
    const given = run('notes.get', 'ada');
    given.id = { id: 8 };
    assert.match(String(notFoundMessage(given)), /8/);
  });
});
