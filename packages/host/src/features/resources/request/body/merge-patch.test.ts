import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mergePatch } from './merge-patch.ts';

/** RFC 7396, appendix A. */
const APPENDIX: readonly (readonly [original: string, patch: string, result: string])[] = [
  ['{"a":"b"}', '{"a":"c"}', '{"a":"c"}'],
  ['{"a":"b"}', '{"b":"c"}', '{"a":"b","b":"c"}'],
  ['{"a":"b"}', '{"a":null}', '{}'],
  ['{"a":"b","b":"c"}', '{"a":null}', '{"b":"c"}'],
  ['{"a":["b"]}', '{"a":"c"}', '{"a":"c"}'],
  ['{"a":"c"}', '{"a":["b"]}', '{"a":["b"]}'],
  ['{"a":{"b":"c"}}', '{"a":{"b":"d","c":null}}', '{"a":{"b":"d"}}'],
  ['{"a":[{"b":"c"}]}', '{"a":[1]}', '{"a":[1]}'],
  ['["a","b"]', '["c","d"]', '["c","d"]'],
  ['{"a":"b"}', '["c"]', '["c"]'],
  ['{"a":"foo"}', 'null', 'null'],
  ['{"a":"foo"}', '"bar"', '"bar"'],
  ['{"e":null}', '{"a":1}', '{"e":null,"a":1}'],
  ['[1,2]', '{"a":"b","c":null}', '{"a":"b"}'],
  ['{}', '{"a":{"bb":{"ccc":null}}}', '{"a":{"bb":{}}}'],
];

for (const [original, patch, result] of APPENDIX)
  test(`mergePatch() of ${original} with ${patch} returns ${result}`, () => {
    const target: unknown = JSON.parse(original);
    assert.equal(JSON.stringify(mergePatch(target, JSON.parse(patch))), result);
    assert.equal(JSON.stringify(target), original, 'the original stays as it was');
  });

test('a member named __proto__ is an ordinary member', () => {
  const result = mergePatch({}, JSON.parse('{"__proto__":{"polluted":true}}')) as object;
  assert.deepEqual(Object.keys(result), ['__proto__']);
  assert.equal(({} as { polluted?: boolean }).polluted, undefined);
});
