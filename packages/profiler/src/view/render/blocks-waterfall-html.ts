import { html, printable } from 'oriel-core/errors';
import type { Html } from 'oriel-core/errors';
import { sanitizeHref } from './text-html.ts';
import type { RowRange, WaterfallRow } from '../../profile/view-model.ts';

/**
 * Renders spans as bars on a linear time axis, with a legend of their colours. Bars are SVG rectangles, because the page's
 * policy forbids style attributes.
 */
export function renderWaterfall(
  rows: readonly WaterfallRow[],
  total: number,
  range: RowRange | undefined,
  isExpanded: boolean,
): Html {
  const { from, count } = range ?? { from: 0, count: MAX_ROWS };
  const totalDuration = total > 0 ? total : 1;
  return html`${renderLegend(rows)}
    <div class="waterfall" data-total="${totalDuration}">
      <p class="scale" aria-hidden="true">
        <span>Span</span><u>${TICKS.map((part) => html`<s>${tick(totalDuration * part)}${part === 1 && ' ms'}</s>`)}</u
        ><b title="Milliseconds from start to end">Total</b><i title="Milliseconds not spent in nested spans">Self</i>
      </p>
      <ol>
        ${rows.slice(from, from + count).map((row) => renderRow(row, totalDuration, isExpanded))}
      </ol>
      ${range === undefined && rows.length > MAX_ROWS && html`<p class="none">${MAX_ROWS} of ${rows.length} spans are shown; the JSON has all spans.</p>`}
    </div>`;
}

const TICKS = [0, 0.25, 0.5, 0.75, 1];
const MAX_ROWS = 500;
const MAX_FOLDED = 40;
const MAX_BARS = 60;
const MAX_DEPTH = 12;

/** The categories with a colour of their own. All others have the same one. */
const CATEGORIES: Readonly<Record<string, string>> = {
  listener: 'Function',
  db: 'Database',
  http: 'HTTP call',
  cache: 'Redis',
  sending: 'Response',
  gap: 'No data',
};

function renderLegend(rows: readonly WaterfallRow[]): Html | false {
  const used = new Set(rows.map(({ category }) => (Object.hasOwn(CATEGORIES, category) ? category : 'other')));
  const names = [...Object.keys(CATEGORIES), 'other'].filter((name) => used.has(name));
  return (
    names.length > 1 &&
    html`<ul class="legend" aria-label="Legend">
      ${names.map(
        (name) =>
          html`<li class="k-${name}">
            <svg aria-hidden="true"><rect width="100%" /></svg>${CATEGORIES[name] ?? 'Other'}
          </li>`,
      )}
    </ul>`
  );
}

function tick(value: number): string {
  return value === 0 ? '0' : value < 10 ? value.toFixed(1) : String(Math.round(value));
}

function renderRow(row: WaterfallRow, totalDuration: number, isExpanded: boolean): Html {
  const { label, category, depth, duration, self, tone, title, mark, href, folded } = row;
  const classes = `d${Math.min(depth, MAX_DEPTH)} k-${CATEGORY.test(category) ? category : 'other'}${tone === undefined ? '' : ` ${tone}`}`;
  const more = title !== undefined && title !== label && html` title="${printable(title, 500)}"`;
  const safe = href === undefined ? undefined : sanitizeHref(href);
  const text = printable(label.replace(/\s+/g, ' ').trim(), 200);
  const cells = html`<span${more}>${mark !== undefined && html`<em>${mark}</em> `}${safe === undefined ? text : html`<a href="${safe}">${text}</a>`}</span><svg aria-hidden="true">${renderBars(row, totalDuration)}</svg><b>${duration.toFixed(2)}</b><i>${self.toFixed(2)}</i>`;
  if (folded === undefined) return html`<li class="${classes}">${cells}</li>`;
  const shown = folded.slice(0, isExpanded ? MAX_ROWS : MAX_FOLDED);
  return html`<li class="fold ${classes}"><details${isExpanded && html` open`}><summary>${cells}</summary><ol>${shown.map((inner) => renderRow(inner, totalDuration, isExpanded))}</ol>${folded.length > shown.length && html`<p class="none">${folded.length - shown.length} more are in the JSON.</p>`}</details></li>`;
}

// One bar, or one for each of the calls that the row represents.
function renderBars({ depth, start, duration, folded }: WaterfallRow, totalDuration: number): Html[] {
  const calls = folded?.filter((row) => row.depth === depth + 1) ?? [];
  if (calls.length > 0 && calls.length <= MAX_BARS)
    return calls.map((row) => renderBar(row.start, row.duration, totalDuration));
  const end = Math.max(start + duration, ...calls.map((row) => row.start + row.duration));
  return [renderBar(start, end - start, totalDuration)];
}

function renderBar(start: number, duration: number, totalDuration: number): Html {
  const left = percent(start, totalDuration);
  const width = Math.min(Math.max(percent(duration, totalDuration), 0.2), Math.max(0.2, 100 - left));
  return html`<rect x="${left}%" width="${Number(width.toFixed(2))}%" />`;
}

const CATEGORY = /^[a-z][a-z-]{0,20}$/;

function percent(part: number, total: number): number {
  const value = (part / total) * 100;
  return Number.isFinite(value) ? Number(Math.min(Math.max(value, 0), 100).toFixed(2)) : 0;
}
