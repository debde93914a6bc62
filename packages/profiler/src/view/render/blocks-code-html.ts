import { escapeHtml, html, printable } from 'oriel-core/errors';
import type { Html } from 'oriel-core/errors';
import { formatBytes } from './format.ts';
import type { Block, Text } from '../../profile/view-model.ts';
import { toPlainText } from './blocks-text.ts';
import { highlightSql } from './sql-html.ts';
import { truncateToBytes, sanitizeHref } from './text-html.ts';

/** Renders code. Long text is truncated and linked; a script inserts the complete text. */
export function renderCode({ title, language, text, copy, truncation }: Extract<Block, { kind: 'code' }>): Html {
  const href = truncation && sanitizeHref(truncation.fullUrl);
  const shown = printable(text, Infinity);
  const content = href === undefined ? shown : truncateToBytes(shown, truncation!.maxBytes);
  const isCut = content.length < shown.length;
  return html`<figure>
    ${title !== undefined && html`<figcaption>${printable(title, 1_000)}</figcaption>`}
    <pre
      tabindex="0"
      ${copy === true && html` data-copy`}
      ${isCut && truncation!.isSameText === true && html` data-whole="${href}"`}
    ><code class="${language}">${language === 'sql' ? highlightSql(content) : content}</code></pre>
    ${
      isCut &&
      html`<p class="none">
        The first ${formatBytes(Buffer.byteLength(content))} of ${formatBytes(Buffer.byteLength(shown))} are shown.
        <a href="${href}">Show all</a>
      </p>`
    }
  </figure>`;
}

/** Returns the facts that fit into `maxBytes` of the page. Long values are truncated. */
export function truncateFacts<Row extends readonly [string, Text]>(
  rows: readonly Row[],
  maxBytes: number,
): readonly (readonly [string, Text])[] {
  let remainingBytes = maxBytes;
  const facts: (readonly [string, Text])[] = [];
  for (const [label, value] of rows) {
    const text = toPlainText(value);
    const shown = truncateToBytes(text, remainingBytes);
    remainingBytes -= Buffer.byteLength(escapeHtml(label + shown)) + FACT_OVERHEAD_BYTES;
    if (remainingBytes < 0 && facts.length > 0) break;
    facts.push([label, shown === text ? value : { text: `${shown}…`, mono: true }]);
  }
  return facts;
}

const FACT_OVERHEAD_BYTES = 60;
