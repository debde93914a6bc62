import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { trappedProxy } from '../../../../test/lib/trapped-proxy.ts';
import { createExceptionList } from '../../../core/src/errors/exceptions.ts';
import { SourceExcerpts } from '../../../core/src/errors/source-excerpt.ts';
import { findLoggedError } from './logged-error.ts';

class QueryError extends Error {}

const error = new QueryError('no such table: cities');
error.name = 'QueryError';
const stack = error.stack!;

test('errors, serialized errors and texts with a stack are found', () => {
  const values: Record<string, readonly unknown[]> = {
    'an error': ['failed', 5, error],
    'an error as a member': [{ requestId: 7, err: error }],
    pino: [
      {
        err: {
          type: 'QueryError',
          message: 'no such table: cities',
          stack: `Error: no such table: cities${stack.slice(stack.indexOf('\n'))}`,
        },
      },
    ],
    'bunyan and log4js': [{ err: { name: 'QueryError', message: 'no such table: cities', stack } }],
    winston: [{ message: 'failed no such table: cities', stack }],
    'a stack': [stack],
    'a stack with a prefix': [`[500] GET /cities\n${stack}`],
    'a stack after a title': [`2026-01-01 ERROR Request failed: ${stack}`],
    'an indented stack': [`\n${stack.replace(/^/gm, '  ')}\n`],
    'a coloured stack': [`\u001b[31m${stack}\u001b[39m`],
    'an inspected error': [inspect(Object.assign(error, { code: 'ERR_X' })), 'more'],
  };
  for (const [what, logged] of Object.entries(values)) {
    const [exception] = createExceptionList(
      findLoggedError(logged),
      process.cwd(),
      new SourceExcerpts(process.cwd(), undefined),
    ).exceptions;
    assert.deepEqual([exception?.className, exception?.message], ['QueryError', 'no such table: cities'], what);
    assert.match(exception!.frames[0]!.file, /logged-error\.test\.ts$/, what);
  }
});

test('other values are not errors', () => {
  const { proxy, calls } = trappedProxy({ stack });
  const getter = {
    get stack(): string {
      throw new Error('called');
    },
    get err(): string {
      throw new Error('called');
    },
  };
  for (const value of [
    'failed',
    'Error: failed',
    'at home\nat 10:30',
    { message: 'no' },
    { stack: 'hay' },
    { stack: [1] },
    null,
    7,
    proxy,
    getter,
    ['Error'],
  ])
    assert.equal(findLoggedError([value]), undefined);
  assert.deepEqual(calls, []);
});
