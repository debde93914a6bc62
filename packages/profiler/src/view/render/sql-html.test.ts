import assert from 'node:assert/strict';
import { test } from 'node:test';
import { highlightSql } from './sql-html.ts';

test('highlights keywords, strings, values and comments, but not names', () => {
  assert.equal(
    highlightSql(`select "from", name from t where id = $1 and x = 'a''b' -- all`).toString(),
    '<b>select</b> &quot;from&quot;, name <b>from</b> t <b>where</b> id = <s>$1</s> <b>and</b> x = <q>&#39;a&#39;</q><q>&#39;b&#39;</q> <i>-- all</i>',
  );
});

test('keeps the text of each statement, also of one that is cut or not SQL', () => {
  for (const sql of [
    'INSERT INTO `a b` VALUES (?, ?2, :name, 4.5) ON CONFLICT DO NOTHING',
    "select 'not closed",
    '/* not closed',
    '/* a * b **/ select <script>alert(1)</script> "',
    '{ find: "users", filter: { _id: ? } }',
    '•••\n\t€ 😀',
    '',
  ]) {
    const markup = highlightSql(sql).toString();
    const text = markup
      .replace(/<\/?[bqsi]>/g, '')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&#39;', "'")
      .replaceAll('&amp;', '&');
    assert.equal(text, sql);
  }
});
