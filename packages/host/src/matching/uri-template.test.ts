import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NfaMatcher } from './nfa-matcher.ts';
import { PatternError } from './pattern.ts';
import { parseUriTemplate } from './uri-template.ts';

function matches(template: string, text: string): boolean {
  return new NfaMatcher(parseUriTemplate(template)!).matches(text);
}

// Examples similar to RFC 6570 §1.2 and §3.2: a template, texts that it expands to, and texts that it does not.
for (const [template, yes, no] of [
  ['/books/{id}', ['/books/7', '/books/', '/books/a%20b', '/books/red,green'], ['/books/7/8', '/books', '/books/a b']],
  ['/x/{+path}', ['/x//foo/bar', '/x/a?b'], ['/x/a b', '/y/a']],
  ['/x{#frag}', ['/x', '/x#', '/x#a/b'], ['/xa', '/x?a']],
  ['/x{.ext}', ['/x', '/x.json', '/x.tar.gz'], ['/xjson']],
  ['/x{.a,b}', ['/x.1', '/x.1.2'], ['/x.1/2', '/x1.2']],
  ['/q?a=1{&x,y}', ['/q?a=1&x=1&y=2', '/q?a=1&y=2'], ['/q?a=1&x=1,y=2', '/q?a=1x=1']],
  ['/q{?x,y}', ['/q?x=1&y=2'], ['/q?x=1,y=2', '/q?x=1?y=2']],
  ['/m{;x*}', ['/m;x=1;x=2', '/m;a=1'], ['/m,a=1']],
  ['/x{+a,b}', ['/x1,2'], []],
  ['/x{#a,b}', ['/x#1,2'], ['/x1']],
  ['/v/{v:3}{w:2}', ['/v/abcde', '/v/%C3%A9bc'], ['/v/abcdef']],
  ['/a{/b,c}', ['/a', '/a/1', '/a/1/2'], ['/a/1/2/3', '/a1']],
  ['/a{/list*}', ['/a/1/2/3', '/a'], ['/a/1?2']],
  ['/m{;x,y}', ['/m', '/m;x=1', '/m;x=1;y=2', '/m;y=2', '/m;x'], ['/m;z=1', '/m;y=2;x=1']],
  ['/q{?x,y}', ['/q', '/q?x=1', '/q?y=2', '/q?x=1&y='], ['/q?', '/q&x=1', '/q?z=1', '/q?x']],
  ['/q?a=1{&x}', ['/q?a=1', '/q?a=1&x=2'], ['/q?a=1&y=2']],
  ['/q{?keys*}', ['/q?semi=%3B&dot=.', '/q?keys=1'], ['/p?x']],
  ['/v/{v:3}', ['/v/', '/v/abc'], ['/v/abcd']],
  ['é/{a}', ['é/1', '%C3%A9/1'], ['e/1']],
] as const) {
  test(`${template} matches its expansions`, () => {
    for (const text of yes) assert.equal(matches(template, text), true, text);
    for (const text of no) assert.equal(matches(template, text), false, text);
  });
}

test('a text without expressions is not a template, and an invalid template is rejected', () => {
  assert.equal(parseUriTemplate('https://example.com/a'), undefined);
  for (const broken of [
    '{',
    'a}',
    '{}',
    '{ }',
    '{a',
    '{=a}',
    '{a:0}',
    '{a:10000}',
    '{a**}',
    '{a{b}}',
    `{${'a,'.repeat(40)}a}`,
  ])
    assert.throws(() => parseUriTemplate(broken), PatternError, broken);
});
