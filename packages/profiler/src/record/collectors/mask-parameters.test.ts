import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maskParameters } from './mask-parameters.ts';

test('a masked parameter is masked in the error of its query', () => {
  const error = 'invalid input syntax for type integer: "Zq7xK0v3", not "ada"';
  const masked = 'invalid input syntax for type integer: "•••", not "ada"';
  assert.equal(maskParameters(error, { parameters: ['ada', 'Zq7xK0v3'] }, { parameters: ['ada', '•••'] }), masked);
  assert.equal(maskParameters(error, { parameters: ['ada', 'type'] }, { parameters: ['ada', 'type'] }), error);
  assert.equal(maskParameters(error, undefined, undefined), error);
  assert.equal(maskParameters('a b', { parameters: ['b'] }, { parameters: ['•••'] }), 'a b');
});
