import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Route } from './route-definition.ts';
import { RouteDefinitionError } from './routing-errors.ts';

const withRequirement = (id: string | RegExp) => new Route({ name: 'r', path: '/{id}', requirements: { id } });

for (const nested of ['(a+)+', '(a*)*', '(?:[a-z]+)*', '(\\w+\\s?)+', '(?:a|b+)+', '((a+)b?)+', '(.*a)*']) {
  test(`the requirement ${nested} is rejected, and the error shows how to write it`, () => {
    assert.throws(
      () => withRequirement(nested),
      (error) =>
        error instanceof RouteDefinitionError &&
        error.code === 'ORIEL_ROUTE_NESTED_REPETITION' &&
        ['"r"', '"id"', `"${nested.replace(/\((?!\?)/g, '(?:')}"`, 'repeat once'].every((part) =>
          error.message.includes(part),
        ),
    );
  });
}

for (const fine of ['[a-z0-9]+(?:-[a-z0-9]+)*', '(?:\\d+,)*\\d+', '(a|b)+', '.+.+', '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}']) {
  test(`the requirement ${fine} is accepted`, () => {
    assert.ok(withRequirement(fine));
  });
}

for (const [source, part] of [
  ['(a', 'Unterminated group'],
  ['[a', 'missing /|Unterminated character class'],
  ['a{2,1}', 'out of order'],
  ['(\\d)\\1', 'Invalid (class )?escape'],
  ['*a', 'Nothing to repeat'],
  ['\\p{Klingon}', 'Invalid property name'],
  ['[[:alpha:]]', 'Lone quantifier brackets'],
] as const) {
  test(`the requirement ${source} is rejected with the reason "${part}"`, () => {
    assert.throws(() => withRequirement(source), { code: 'ORIEL_ROUTE_REQUIREMENT', message: new RegExp(part) });
  });
}

test('a RegExp is used with its source and its flag "i"', () => {
  const route = withRequirement(/^[a-f]+$/i);
  assert.equal(route.compiled.pathPattern.test('/ABC'), true);
  assert.equal(route.compiled.pathPattern.test('/xyz'), false);
});
