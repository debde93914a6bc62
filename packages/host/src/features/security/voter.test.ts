import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { AccessInput, ACCESS_PHASES } from '../../http/access-input.ts';
import { isPromise } from '../../../../core/src/http/promises.ts';
import { createContext } from '../../testing/create-context.ts';
import { AccessDecision } from './access-decision.ts';
import { voter } from './voter.ts';
import type { Vote } from './voter.ts';

describe('voters', () => {
  const decide = async (vote: unknown, attribute = 'publish') => {
    const one = voter('one', ['publish'], () => vote as Vote);
    return new AccessDecision({ voters: [one] }).isGranted(input(), attribute, undefined);
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
