import { html, printable } from '../../errors/index.ts';
import type { Html } from '../../errors/index.ts';
import type { Block } from '../view-model.ts';
import { textHtml } from './blocks-text-html.ts';

type Table = Extract<Block, { kind: 'table' }>;
type Row = Table['rows'][number];

/**
 * A table; what a row has to say beyond its cells unfolds below it. The first hundred rows are there at once, more are
 * folded and without what unfolds, and five hundred are the most: a page is to be read.
 */
export function tableHtml(table: Table, draw: (blocks: readonly Block[]) => Html, unfolded: boolean): Html {
  const { title, rows, empty = 'Nothing.' } = table;
  const heading =
    title !== undefined &&
    html`<h4>${printable(title, 1_000)}${rows.length > 0 && html` <small>${rows.length}</small>`}</h4>`;
  if (rows.length === 0)
    return html`${heading}
      <p class="none">${empty}</p>`;
  const rest = rows.slice(SHOWN, MOST).map((row) => ({ ...row, detail: undefined }));
  return html`${heading}${partHtml(table, rows.slice(0, SHOWN), draw, unfolded)}
  ${rest.length > 0 && html`<details${unfolded && html` open`}><summary>${rest.length} more</summary>${partHtml(table, rest, draw, unfolded)}</details>`}
  ${rows.length > MOST && html`<p class="none">${rows.length - MOST} further rows are left out here; the JSON has them.</p>`}`;
}

const SHOWN = 100;
const MOST = 500;

function partHtml(
  { title, columns }: Table,
  rows: readonly Row[],
  draw: (blocks: readonly Block[]) => Html,
  unfolded: boolean,
): Html {
  return html`<div class="scroll"><table${title !== undefined && html` aria-label="${printable(title, 1_000)}"`}>
    <thead><tr>${columns.map((column) => html`<th scope="col">${printable(column, 200)}</th>`)}</tr></thead>
    <tbody>${rows.map((row) => rowHtml(row, columns.length, draw, unfolded))}</tbody>
    </table></div>`;
}

function rowHtml(
  { cells, tone, detail, id }: Row,
  width: number,
  draw: (blocks: readonly Block[]) => Html,
  unfolded: boolean,
): Html {
  const classes = tone === undefined ? '' : tone;
  return html`<tr${classes !== '' && html` class="${classes}"`}${id !== undefined && html` id="${id}"`}>${cells.map((cell) => html`<td>${textHtml(cell)}</td>`)}</tr>
    ${
      detail !== undefined &&
      detail.length > 0 &&
      html`<tr class="more"><td colspan="${width}"><details${unfolded && html` open`}><summary>Details</summary>${draw(detail)}</details></td></tr>`
    }`;
}
