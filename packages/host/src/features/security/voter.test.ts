import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { AccessInput, ACCESS_PHASES } from '../../http/access-input.ts';
import { isPromise } from '../../../../core/src/http/promises.ts';
import { createContext } from '../../testing/create-context.ts';
import { AccessDecision } from './access-decision.ts';
import { STRATEGIES, tally, voter } from './voter.ts';
import type { Vote } from './voter.ts';

const votes = fc.array(fc.constantFrom<Vote>(true, false, undefined), { maxLength: 8 });

describe('votes', () => {
  for (const [strategy, cast, is] of [
    ['affirmative', [false, false, true], true],
    ['affirmative', [false, undefined], false],
    ['consensus', [true, true, false], true],
    ['consensus', [true, false], false],
    ['unanimous', [true, undefined, true], true],
    ['unanimous', [undefined, true], true],
    ['unanimous', [true, false, true], false],
    ['priority', [undefined, true, false], true],
    ['priority', [undefined, false, true], false],
  ] as const)
    test(`${strategy}: ${cast.map(String).join(', ')} is ${is ? 'granted' : 'denied'}`, () => {
      assert.equal(tally(strategy, cast), is);
    });

  test('denies access without a vote or with only negative votes, for every strategy', () => {
    fc.assert(
      fc.property(fc.constantFrom(...STRATEGIES), votes, (strategy, cast) => {
        if (!cast.includes(true)) assert.equal(tally(strategy, cast), false);
      }),
    );
  });

  test('ignores abstentions, and grants unanimous votes for every strategy', () => {
    fc.assert(
      fc.property(fc.constantFrom(...STRATEGIES), votes, (strategy, cast) => {
        const opinions = cast.filter((vote) => vote !== undefined);
        assert.equal(tally(strategy, cast), tally(strategy, opinions));
        if (tally('unanimous', cast)) assert.equal(tally(strategy, cast), true);
      }),
    );
  });
});

describe('voters', () => {
  const decide = async (
    vote: unknown,
    attribute = 'publish',
    strategy: (typeof STRATEGIES)[number] = 'affirmative',
  ) => {
    const one = voter('one', ['publish'], () => vote as Vote);
    return new AccessDecision({ voters: [one], strategy }).isGranted(input(), attribute, undefined);
  };
  const input = () =>
    new AccessInput(createContext('GET /'), {
      ...{
        operation: 'x',
        phase: ACCESS_PHASES.body,
        lastPhase: ACCESS_PHASES.body,
        item: undefined,
        body: undefined,
        uri: {},
      },
      query: undefined,
    });

  test('calls only voters that support the attribute', async () => {
    assert.equal(await decide(true), true);
    assert.equal(await decide(true, 'print'), false);
    assert.equal(await new AccessDecision().isGranted(input(), 'publish', undefined), false);
    const odd = voter<number>(
      'odd',
      (_attribute, subject) => typeof subject === 'number',
      ({ subject }) => subject % 2 === 1,
    );
    const decision = new AccessDecision({ voters: [odd] });
    assert.deepEqual(await Promise.all([1, 2, '1'].map((subject) => decision.isGranted(input(), 'any', subject))), [
      true,
      false,
      false,
    ]);
  });

  test('awaits asynchronous voters, and calls synchronous ones without waiting', async () => {
    const quick = new AccessDecision({ voters: [voter('quick', ['a'], () => true)] }).isGranted(
      input(),
      'a',
      undefined,
    );
    assert.equal(isPromise(quick), false);
    const late = [voter('late', ['a'], () => Promise.resolve(false)), voter('next', ['a'], () => true)];
    assert.equal(
      await new AccessDecision({ voters: late, strategy: 'unanimous' }).isGranted(input(), 'a', undefined),
      false,
    );
    assert.equal(await new AccessDecision({ voters: late }).isGranted(input(), 'a', undefined), true);
  });

  test('rejects votes that are not true, false or undefined', async () => {
    for (const vote of [1, 'yes', {}, null, Promise.resolve('true')])
      await assert.rejects(async () => decide(vote), /a vote is true, false or undefined/);
  });

  test('grants nothing if a voter throws', async () => {
    const failing = [voter('yes', ['a'], () => true), voter('down', ['a'], () => Promise.reject(new Error('down')))];
    await assert.rejects(
      async () => new AccessDecision({ voters: failing }).isGranted(input(), 'a', undefined),
      /down/,
    );
  });
});
