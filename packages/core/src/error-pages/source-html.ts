import { html } from '../errors/html.ts';
import type { Html } from '../errors/html.ts';
import type { SourceExcerpt } from '../errors/source-excerpt.ts';

/** Renders an excerpt as a numbered list of lines, with the line and the token at the column marked. */
export function sourceHtml(excerpt: SourceExcerpt, label: string): Html {
  const { start, lines, highlight } = excerpt;
  return html`<ol class="source" start="${start}" tabindex="0" aria-label="${label}">
    ${lines.map((line, index) =>
      start + index === highlight.line
        ? html`<li class="here" aria-current="true"><code>${coloured(line, highlight.column)}</code></li>`
        : html`<li><code>${coloured(line, 0)}</code></li>`,
    )}
  </ol>`;
}

// A simple line-based highlighter instead of a full grammar.
const TOKENS =
  /(?<c>\/\/.*|\/\*.*?(?:\*\/|$)|^\s*\*.*)|(?<s>"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?|`(?:[^`\\]|\\.)*`?)|(?<n>\b\d[\w.]*)|(?<w>[\p{L}_$#][\p{L}\p{N}_$]*)|\s+|[^\p{L}\p{N}\s"'`/$_#]+|./gu;
const KEYWORDS = new Set(
  (
    'abstract as async await break case catch class const continue default delete do else export extends false finally for ' +
    'from function get if implements import in instanceof interface let new null of private protected public readonly return ' +
    'satisfies set static super switch this throw true try type typeof undefined using var void while yield'
  ).split(' '),
);

/** Highlights a line; the token at `column` (from 1) is marked. */
function coloured(line: string, column: number): Html[] {
  return Array.from(line.matchAll(TOKENS), (token) => {
    const [text] = token;
    const piece = tokenHtml(text, token.groups ?? {});
    const marked = column > token.index && column <= token.index + text.length;
    return marked ? html`<mark>${piece}</mark>` : piece;
  });
}

function tokenHtml(text: string, groups: Readonly<Record<string, string | undefined>>): Html {
  if (groups['c'] !== undefined) return html`<i>${text}</i>`;
  if (groups['s'] !== undefined) return html`<q>${text}</q>`;
  if (groups['n'] !== undefined) return html`<s>${text}</s>`;
  return KEYWORDS.has(text) ? html`<b>${text}</b>` : html`${text}`;
}
