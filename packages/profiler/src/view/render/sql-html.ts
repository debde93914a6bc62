import { html } from 'oriel-core/errors';
import type { Html } from 'oriel-core/errors';

/**
 * Highlights a statement: keywords, strings, numbers, parameters and comments. It works on what a page shows, so that it
 * needs no dialect, and a part that it does not know is shown unchanged.
 */
export function highlightSql(sql: string): Html {
  const pieces: (Html | string)[] = [];
  let plain = '';
  for (const { 0: text, groups = {} } of sql.matchAll(TOKENS)) {
    const piece = renderToken(text, groups);
    if (piece === undefined) {
      plain += text;
      continue;
    }
    pieces.push(plain, piece);
    plain = '';
  }
  return html`${pieces}${plain}`;
}

// Each alternative begins with other characters, so that the time is linear.
const TOKENS =
  /(?<comment>--[^\n]*|\/\*[^*]*(?:\*(?!\/)[^*]*)*(?:\*\/)?)|(?<text>'[^']*'?)|(?<value>\$\d+|\?\d*|[:@][A-Za-z_]\w*|\b\d+(?:\.\d+)?\b)|(?<word>[A-Za-z_]\w*)|"[^"]*"?|`[^`]*`?|\s+|./gsu;

function renderToken(text: string, groups: Readonly<Record<string, string | undefined>>): Html | undefined {
  if (groups['comment'] !== undefined) return html`<i>${text}</i>`;
  if (groups['text'] !== undefined) return html`<q>${text}</q>`;
  if (groups['value'] !== undefined) return html`<s>${text}</s>`;
  return groups['word'] !== undefined && KEYWORDS.has(text.toLowerCase()) ? html`<b>${text}</b>` : undefined;
}

const KEYWORDS = new Set(
  (
    'all alter and any as asc begin between by case cast check coalesce collate commit conflict create cross current database ' +
    'default delete desc distinct do drop else end except exists explain false fetch filter for foreign from full group having ' +
    'if ilike in index inner insert intersect into is join key lateral left like limit lock natural not nothing null nulls ' +
    'offset on only or order outer over partition primary recursive references release replace returning right rollback ' +
    'rows savepoint select set share skip table then to transaction true truncate union unique update using values view when ' +
    'where window with'
  ).split(' '),
);
