import { html } from '../../core/errors/html.ts';
import { printable } from '../../core/errors/printable.ts';
import type { Html } from '../../core/errors/html.ts';
import type { Block, Column, Text } from '../panels/view-model.ts';
import { getColumnLabel, toPlainText } from './blocks-text.ts';
import { truncateToBytes, renderText } from './text-html.ts';

type Table = Extract<Block, { kind: 'table' }>;
type Row = Table['rows'][number];

/**
 * A table; what a row has to say beyond its cells unfolds below the last of them. The first hundred rows are there at once, more are
 * folded and without what unfolds, and five hundred are the most: a page is to be read.
 */
export function renderTable(
  table: Table,
  draw: (blocks: readonly Block[]) => Html,
  unfolded: boolean,
): Html | undefined {
  const { title, aside, rows, empty = 'Nothing.' } = table;
  if (table.part?.count === 0) return undefined;
  const heading =
    title !== undefined &&
    html`<h4>${printable(title, 1_000)}${rows.length > 0 && html` <small>${aside ?? rows.length}</small>`}</h4>`;
  if (rows.length === 0)
    return html`${heading}
      <p class="none">${empty}</p>`;
  if (table.part !== undefined) {
    const { from, count } = table.part;
    return html`${heading}${partHtml(table, rows.slice(from, from + count), draw, unfolded)}`;
  }
  const rest = rows.slice(SHOWN, MOST).map((row) => ({ ...row, detail: undefined }));
  return html`${heading}${partHtml(table, rows.slice(0, SHOWN), draw, unfolded)}
  ${rest.length > 0 && html`<details${unfolded && html` open`}><summary>${rest.length} more</summary>${partHtml(table, rest, draw, unfolded)}</details>`}
  ${rows.length > MOST && html`<p class="none">${rows.length - MOST} further rows are left out here; the JSON has them.</p>`}`;
}

const SHOWN = 100;
const MOST = 500;

function partHtml(
  { title, columns, cell }: Table,
  rows: readonly Row[],
  draw: (blocks: readonly Block[]) => Html,
  unfolded: boolean,
): Html {
  const isFixed = columns.some((column) => typeof column === 'object' && column.size !== undefined);
  return html`<div class="scroll"><table${isFixed && html` class="fixed"`}${title !== undefined && html` aria-label="${printable(title, 1_000)}"`}>
    <thead><tr>${columns.map(headHtml)}</tr></thead>
    <tbody>${rows.map((row) => rowHtml(cell === undefined || unfolded ? row : shortened(row, cell), columns, draw, unfolded))}</tbody>
    </table></div>`;
}

function shortened(row: Row, most: number): Row {
  const cells = row.cells.map((cell) => {
    const text = toPlainText(cell);
    const kept = truncateToBytes(text, most);
    if (kept.length === text.length) return cell;
    const rest = `… ${text.length - kept.length} more characters, which the JSON has`;
    return { ...(typeof cell === 'object' ? cell : {}), text: `${kept}${rest}` };
  });
  return { ...row, cells };
}

function headHtml(column: Column): Html {
  const { number, size } = typeof column === 'string' ? {} : column;
  const names = [size, number === true ? 'n' : undefined].filter((name) => name !== undefined).join(' ');
  return html`<th scope="col" ${names !== '' && html` class="${names}"`}>
    ${printable(getColumnLabel(column), 200)}
  </th>`;
}

function rowHtml(
  { cells, tone, detail, id }: Row,
  columns: readonly Column[],
  draw: (blocks: readonly Block[]) => Html,
  unfolded: boolean,
): Html {
  const hasMore = detail !== undefined && detail.length > 0;
  const cellHtml = (cell: Text, index: number): Html => {
    const column = columns[index];
    const isNumber = typeof column === 'object' && column.number === true;
    if (!hasMore || index < cells.length - 1) return html`<td${isNumber && html` class="n"`}>${renderText(cell)}</td>`;
    return html`<td>
      <details class="more" ${unfolded && html` open`}>
        <summary>${renderText(cell)}</summary>
        ${draw(detail)}
      </details>
    </td>`;
  };
  return html`<tr${tone !== undefined && html` class="${tone}"`}${id !== undefined && html` id="${id}"`}>${cells.map(cellHtml)}</tr>`;
}
