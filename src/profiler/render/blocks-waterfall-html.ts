import { html } from '../../core/errors/html.ts';
import { printable } from '../../core/errors/printable.ts';
import type { Html } from '../../core/errors/html.ts';
import { sanitizeHref } from './text-html.ts';
import type { RowRange, WaterfallRow } from '../panels/view-model.ts';

/**
 * Renders spans as bars on a time axis. Bars are SVG rectangles, because the page's policy forbids style attributes.
 */
export function renderWaterfall(rows: readonly WaterfallRow[], total: number, range?: RowRange): Html {
  const { from, count } = range ?? { from: 0, count: MAX_ROWS };
  const whole = total > 0 ? total : 1;
  return html`<div class="waterfall" data-total="${whole}">
    <p class="scale" aria-hidden="true">
      <span>Span</span><u><s>0</s><s>${tick(whole / 2)}</s><s>${tick(whole)} ms</s></u
      ><b title="Milliseconds from start to end">Total</b><i title="Milliseconds not spent in nested spans">Self</i>
    </p>
    <ol>
      ${rows.slice(from, from + count).map((row) => renderRow(row, whole))}
    </ol>
    ${range === undefined && rows.length > MAX_ROWS && html`<p class="none">${MAX_ROWS} of ${rows.length} spans are shown; the JSON has all spans.</p>`}
  </div>`;
}

function tick(value: number): string {
  return value < 10 ? value.toFixed(1) : String(Math.round(value));
}

const MAX_ROWS = 500;
const MAX_DEPTH = 12;

function renderRow(
  { label, category, depth, start, duration, self, tone, title, href }: WaterfallRow,
  whole: number,
): Html {
  const left = percent(start, whole);
  const width = Math.min(Math.max(percent(duration, whole), 0.2), Math.max(0.2, 100 - left));
  const classes = `d${Math.min(depth, MAX_DEPTH)} k-${CATEGORY.test(category) ? category : 'other'}${tone === undefined ? '' : ` ${tone}`}`;
  const more = title !== undefined && title !== label && html` title="${printable(title, 500)}"`;
  const safe = href === undefined ? undefined : sanitizeHref(href);
  return html`<li class="${classes}"><span${more}>${safe === undefined ? printable(label, 200) : html`<a href="${safe}">${printable(label, 200)}</a>`}</span><svg aria-hidden="true"><rect x="${left}%" width="${Number(width.toFixed(2))}%" /></svg><b>${duration.toFixed(2)}</b><i>${self.toFixed(2)}</i></li>`;
}

const CATEGORY = /^[a-z][a-z-]{0,20}$/;

function percent(part: number, whole: number): number {
  const value = (part / whole) * 100;
  return Number.isFinite(value) ? Number(Math.min(Math.max(value, 0), 100).toFixed(2)) : 0;
}
