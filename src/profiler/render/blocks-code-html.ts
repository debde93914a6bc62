import { escapeHtml, html } from '../../core/errors/html.ts';
import { printable } from '../../core/errors/printable.ts';
import type { Html } from '../../core/errors/html.ts';
import { formatBytes } from './format.ts';
import type { Block, Text } from '../panels/view-model.ts';
import { toPlainText } from './blocks-text.ts';
import { truncateToBytes, sanitizeHref } from './text-html.ts';

/** A text as it is. Of a long one the beginning, and the way to all of it; a script puts all of it in its place. */
export function renderCode({ title, language, text, copy, long }: Extract<Block, { kind: 'code' }>): Html {
  const href = long && sanitizeHref(long.fullUrl);
  const shown = printable(text, Infinity);
  const kept = href === undefined ? shown : truncateToBytes(shown, long!.maxBytes);
  const isCut = kept.length < shown.length;
  return html`<figure>
    ${title !== undefined && html`<figcaption>${printable(title, 1_000)}</figcaption>`}
    <pre
      tabindex="0"
      ${copy === true && html` data-copy`}
      ${isCut && long!.isSameText === true && html` data-whole="${href}"`}
    ><code class="${language}">${kept}</code></pre>
    ${
      isCut &&
      html`<p class="none">
        The first ${formatBytes(Buffer.byteLength(kept))} of ${formatBytes(Buffer.byteLength(shown))} are shown.
        <a href="${href}">All of it</a>
      </p>`
    }
  </figure>`;
}

/** As many facts as fit into so many bytes of a page; of one that is too long alone, its beginning. */
export function truncateFacts<Row extends readonly [string, Text]>(
  rows: readonly Row[],
  most: number,
): readonly (readonly [string, Text])[] {
  let left = most;
  const kept: (readonly [string, Text])[] = [];
  for (const [label, value] of rows) {
    const text = toPlainText(value);
    const shown = truncateToBytes(text, left);
    left -= Buffer.byteLength(escapeHtml(label + shown)) + AROUND_FACT;
    if (left < 0 && kept.length > 0) break;
    kept.push([label, shown === text ? value : { text: `${shown}…`, mono: true }]);
  }
  return kept;
}

const AROUND_FACT = 60;
