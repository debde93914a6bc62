import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { AccessInput, ACCESS_PHASES } from '../../core/http/access-input.ts';
import { isPromise } from '../../core/http/promises.ts';
import { createContext } from '../../testing/index.ts';
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
    ['unanimous', [true, false, true], false],
    ['priority', [undefined, true, false], true],
    ['priority', [undefined, false, true], false],
  ] as const)
    test(`${strategy}: ${cast.map(String).join(', ')} is ${is ? 'a yes' : 'a no'}`, () => {
      assert.equal(tally(strategy, cast), is);
    });

  test('nobody with an opinion is a no, and so are noes alone, whatever the strategy', () => {
    fc.assert(
      fc.property(fc.constantFrom(...STRATEGIES), votes, (strategy, cast) => {
        if (!cast.includes(true)) assert.equal(tally(strategy, cast), false);
      }),
    );
  });

  test('who abstains changes nothing, and what is unanimous is a yes by every strategy', () => {
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
  const asked = async (vote: unknown, attribute = 'publish', strategy: (typeof STRATEGIES)[number] = 'affirmative') => {
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

  test('are asked about what they support, and nobody else says yes for them', async () => {
    assert.equal(await asked(true), true);
    assert.equal(await asked(true, 'print'), false);
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

  test('may wait, and those who do not are not waited for', async () => {
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

  test('who says something else than yes, no or nothing is an error and no yes', async () => {
    for (const vote of [1, 'yes', {}, null, Promise.resolve('true')])
      await assert.rejects(async () => asked(vote), /a vote is true, false or undefined/);
  });

  test('who fails grants nothing', async () => {
    const failing = [voter('yes', ['a'], () => true), voter('down', ['a'], () => Promise.reject(new Error('down')))];
    await assert.rejects(
      async () => new AccessDecision({ voters: failing }).isGranted(input(), 'a', undefined),
      /down/,
    );
  });
});
