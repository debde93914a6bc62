import { escapeHtml, html } from 'oriel-core/errors';
import type { Html } from 'oriel-core/errors';
import type { Text } from '../../profile/view-model.ts';
import { isEditorHref } from './editor-links.ts';
import { toPlainText } from './blocks-text.ts';
import { highlightSql } from './sql-html.ts';

/** Renders a text with its link, tone, badge and tooltip. */
export function renderText(text: Text): Html {
  const plain = toPlainText(text);
  if (typeof text === 'number') return html`<span class="number">${plain}</span>`;
  if (typeof text === 'string') return html`<span>${plain}</span>`;
  const isSql = text.language === 'sql';
  const shown = text.bars ? renderBars(text.bars, text.title ?? plain) : isSql ? highlightSql(plain) : plain;
  const names = [
    text.tone,
    text.mono === true && 'mono',
    isSql && 'sql',
    text.badge === true && 'badge',
    typeof text.text === 'number' && 'number',
  ];
  const classes = names.filter((name) => name !== undefined && name !== false).join(' ');
  const attributes = html`${classes !== '' && html` class="${classes}"`}${text.title !== undefined && !text.bars && html` title="${toPlainText(text.title)}"`}`;
  const href = text.href === undefined ? undefined : sanitizeHref(text.href);
  return href === undefined
    ? html`<span${attributes}>${shown}</span>`
    : html`<a${attributes} href="${href}">${shown}</a>`;
}

function renderBars(bars: readonly number[], label: string): Html {
  const highest = Math.max(1, ...bars);
  const lines = bars.map((bar, index) => {
    const height = Math.max(2, Math.round((bar / highest) * BARS_HEIGHT));
    return bar > 0 ? `M${index * BAR_STEP + 1} ${BARS_HEIGHT}v-${height}` : '';
  });
  return html`<svg class="bars" role="img" width="${bars.length * BAR_STEP}" height="${BARS_HEIGHT}">
    <title>${toPlainText(label)}</title>
    <path d="${lines.join('')}" />
  </svg>`;
}

const BAR_STEP = 3;
const BARS_HEIGHT = 18;

/** Returns a URL if it is safe to link: http, https, relative, or of the configured editor. Other schemes are rejected. */
export function sanitizeHref(href: string): string | undefined {
  return /^(?:https?:\/\/|\/(?![/\\])|[#?])\P{C}*$/iu.test(href) || isEditorHref(href) ? href : undefined;
}

/** Truncates a text to at most `maxBytes` of HTML, at a line break if one is in the second half. */
export function truncateToBytes(text: string, maxBytes: number): string {
  // Escaping never makes a character shorter.
  if (Buffer.byteLength(escapeHtml(text.slice(0, maxBytes + 1))) <= maxBytes) return text;
  let [low, high] = [0, Math.min(text.length, maxBytes)];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (Buffer.byteLength(escapeHtml(text.slice(0, middle))) <= maxBytes) low = middle;
    else high = middle - 1;
  }
  const line = text.lastIndexOf('\n', low);
  return (line > low / 2 ? text.slice(0, line) : text.slice(0, low)).toWellFormed();
}
