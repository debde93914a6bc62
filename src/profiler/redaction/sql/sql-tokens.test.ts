import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sqlTokens } from './sql-tokens.ts';

/** Returns the kinds and texts of the tokens, such as `word a`. */
const tokens = (sql: string): string[] => sqlTokens(sql).map(({ kind, text }) => `${kind} ${text}`);

test('tokens of SQL have their kinds, and comments are not tokens', () => {
  assert.deepEqual(tokens('select a.b, "c d" from `e` where f = ? and g >= $2'), [
    ...[
      'word select',
      'word a',
      'sign .',
      'word b',
      'sign ,',
      'name c d',
      'word from',
      'name e',
      'word where',
      'word f',
      'sign =',
      'placeholder ?',
    ],
    ...['word and', 'word g', 'sign >=', 'placeholder $2'],
  ]);
  assert.deepEqual(tokens("[x y] [1] 1.5e3 0x1F 'it''s' N'n' e'\\n' é_1 :name @v $v ?3 a::int"), [
    ...[
      'name x y',
      'sign [',
      'number 1',
      'sign ]',
      'number 1.5e3',
      'number 0x1F',
      "text 'it''s'",
      "text N'n'",
      "text e'\\n'",
      'word é_1',
    ],
    ...['placeholder :name', 'placeholder @v', 'placeholder $v', 'placeholder ?3', 'word a', 'sign ::', 'word int'],
  ]);
  assert.deepEqual(tokens("a -- 'b'\n/* 'c' */ d /* e"), ['word a', 'word d']);
  assert.deepEqual(tokens("$$a'b$$ $t$c$d$t$"), ["text $$a'b$$", 'text $t$c$d$t$']);
});

test('an unclosed text extends to the end', () => {
  assert.deepEqual(
    [tokens("a = 'b c"), tokens('"a b'), tokens('$$a b')],
    [['word a', 'sign =', "text 'b c"], ['name a '], ['text $$a b']],
  );
});

test('tokens have their positions', () => {
  assert.deepEqual(
    sqlTokens('a  "b"').map(({ start, end }) => [start, end]),
    [
      [0, 1],
      [3, 6],
    ],
  );
});

test('texts of MySQL have backslashes and double quotes, and # begins a comment', () => {
  const mysql = (sql: string): string[] => sqlTokens(sql, 'mysql').map(({ kind, text }) => `${kind} ${text}`);
  assert.deepEqual(mysql(String.raw`a = 'it\'s' "b\"c""d" 'x\\' 'it''s'`), [
    ...['word a', 'sign =', String.raw`text 'it\'s'`, String.raw`text "b\"c""d"`, String.raw`text 'x\\'`],
    "text 'it''s'",
  ]);
  assert.deepEqual(mysql("a # it's\n`b`"), ['word a', 'name b']);
  assert.deepEqual(mysql('a #>> b'), ['word a', 'sign #>>', 'word b']);
  assert.deepEqual(mysql("'a b\\"), ["text 'a b\\"]);
});
