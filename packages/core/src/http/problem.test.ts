import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { ENGLISH_CATALOGUE } from '../messages/catalogue.ts';
import type { Catalogue } from '../messages/catalogue.ts';
import { message } from '../messages/message.ts';
import { HttpError, InternalServerError, NotFoundError, UnprocessableContentError } from './http-errors.ts';
import { failureReason, getMessage, problem, toProblem } from './problem.ts';

const nameTaken = problem(409, '/problems/name-taken', z.object({ name: z.string() }));

test('a problem type creates errors with its members', () => {
  const error = nameTaken({ name: 'Nereid', detail: 'Another boat is called Nereid' }, { headers: { 'X-A': 'b' } });
  assert.equal(error.status, 409);
  assert.deepEqual(error.headers, { 'X-A': 'b' });
  const expected = {
    type: '/problems/name-taken',
    title: 'Conflict',
    status: 409,
    detail: 'Another boat is called Nereid',
    name: 'Nereid',
  };
  assert.deepEqual(toProblem(error, false), expected);
});

test('a problem type has its status, type and title', () => {
  assert.deepEqual([nameTaken.status, nameTaken.type, nameTaken.title], [409, '/problems/name-taken', 'Conflict']);
});

test('a problem without members needs no schema', () => {
  assert.deepEqual(toProblem(problem(410, '/problems/sold')({}), false), {
    type: '/problems/sold',
    title: 'Gone',
    status: 410,
  });
});

test('rejects invalid members and statuses when the error is created', () => {
  assert.throws(() => nameTaken({ name: 7 as unknown as string }), /has invalid members/);
  assert.throws(() => problem(200, '/p'), RangeError);
  const later = problem(
    400,
    '/p',
    z.object({}).refine(async () => true),
  );
  assert.throws(() => later({}), /synchronously|async/i);
});

test('the message of a 4xx is sent to the client, and the message of a 5xx is not', () => {
  assert.equal(toProblem(new NotFoundError('No book 7'), false).detail, 'No book 7');
  assert.equal(toProblem(new InternalServerError('db at 10.0.0.7 is down'), false).detail, undefined);
  assert.equal(toProblem(new Error('secret'), false).detail, undefined);
  assert.equal(toProblem(new Error('secret'), true).detail, 'secret');
});

test('the detail of a declared problem is sent, also for a 5xx', () => {
  assert.equal(
    toProblem(problem(503, '/problems/tide')({ detail: 'Low tide until noon' }), false).detail,
    'Low tide until noon',
  );
});

test('extensions cannot overwrite standard members', () => {
  const error = new HttpError(400, 'wrong', { extensions: { status: 200, type: 'x', title: 'y', balance: 30 } });
  assert.deepEqual(toProblem(error, false), {
    status: 400,
    type: 'about:blank',
    title: 'Bad Request',
    balance: 30,
    detail: 'wrong',
  });
});

test('describes thrown values of every type', () => {
  const hostile = new Proxy(
    {},
    {
      getPrototypeOf: () => {
        throw new Error('no');
      },
    },
  );
  const throwing = Object.defineProperty(new Error('x'), 'message', {
    get: () => {
      throw new Error('no');
    },
  });
  assert.equal(getMessage(new Error('x')), 'x');
  assert.equal(getMessage('plain'), 'plain');
  assert.equal(getMessage(undefined), 'A value that is not an Error was thrown: undefined');
  assert.equal(getMessage(null), 'A value that is not an Error was thrown: null');
  for (const thrown of [hostile, throwing, Object.create(null)])
    assert.equal(getMessage(thrown), 'Something was thrown that cannot be described');
});

const SWISS: Catalogue = {
  ...ENGLISH_CATALOGUE,
  tag: 'gsw',
  statuses: { ...ENGLISH_CATALOGUE.statuses, 404: 'Nöd gfunde' },
  texts: {
    ...ENGLISH_CATALOGUE.texts,
    'title.validation-failed': 'Prüefig fählgschlage',
    'item.not-found': 'Es git kei {type} «{id}»',
    'member.taken': 'Isch scho vergää',
  },
};

test('the title, the detail and the violations are written in the language of the catalogue', () => {
  const notFound = new NotFoundError(message('item.not-found', { type: 'Boat', id: 7 }));
  assert.equal(notFound.message, 'There is no Boat "7"');
  const { title, detail } = toProblem(notFound, false, SWISS);
  assert.deepEqual([title, detail], ['Nöd gfunde', 'Es git kei Boat «7»']);
  const invalid = new UnprocessableContentError([
    { pointer: '/name', detail: message('member.taken'), code: 'taken' },
    { pointer: '/size', detail: 'Too small for the sea' },
  ]);
  assert.deepEqual(toProblem(invalid, false, SWISS), {
    type: '/problems/validation',
    title: 'Prüefig fählgschlage',
    status: 422,
    detail: '/name: Isch scho vergää; /size: Too small for the sea',
    errors: [
      { pointer: '/name', detail: 'Isch scho vergää', code: 'taken' },
      { pointer: '/size', detail: 'Too small for the sea' },
    ],
  });
});

test('a problem document contains strings only, and members named errors of an application are kept', () => {
  const invalid = new UnprocessableContentError([{ pointer: '/name', detail: message('member.taken') }]);
  const problem = toProblem(invalid, false);
  assert.deepEqual(problem, JSON.parse(JSON.stringify(problem)));
  const error = new HttpError(400, 'wrong', { extensions: { errors: ['a', null, { detail: 'b' }, 7] } });
  assert.deepEqual(toProblem(error, false, SWISS)['errors'], ['a', null, { detail: 'b' }, 7]);
});

test('an error of a driver without a message is described by its code or its class', () => {
  class TimeoutError extends Error {}
  const refused = Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' });
  assert.deepEqual([new Error('closed'), refused, new TimeoutError()].map(failureReason), [
    'closed',
    'ECONNREFUSED',
    'TimeoutError',
  ]);
  const anonymous = Object.assign(new Error(), { constructor: undefined });
  assert.equal(failureReason(anonymous), 'no answer');
});
