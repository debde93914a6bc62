import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sourceHtml } from './source-html.ts';

const show = (line: string, column: number) =>
  String(sourceHtml({ start: 7, lines: [line], highlight: { line: 7, column } }, 'Source'));
const marks = (line: string, column: number) =>
  [...show(line, column).matchAll(/<mark>(.*?)<\/mark>/g)].map(([, marked]) => marked!.replace(/<[^>]*>/g, ''));

for (const [line, column, marked] of [
  ['a.b(c)', 1, ['a']],
  ['a.b(c)', 3, ['b']],
  ['longName()', 4, ['longName']],
  ['x = "a b"', 6, ['&quot;a b&quot;']],
  ['\treturn 10;', 9, ['10']],
  ['a', 0, []],
  ['a', 2, []],
] as const) {
  test(`in ${JSON.stringify(line)} column ${column} marks ${marked[0] ?? 'nothing'}`, () => {
    assert.deepEqual(marks(line, column), marked);
  });
}

test('highlighting preserves every character', () => {
  const line = "const π = `a${b}` + 'c\\'d' / 0x1f; // \"x\" & <y> \ud83d\ude80 /* @z #q";
  const text = /<code>(.*?)<\/code>/s.exec(show(line, 3))![1]!.replace(/<[^>]*>/g, '');
  const plain = text
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, '&');
  assert.equal(plain, line);
});

test('line numbers start at the first line of the excerpt', () => {
  assert.match(show('a', 1), /<ol class="source" start="7"/);
});
