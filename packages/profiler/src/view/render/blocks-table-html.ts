import { html, printable } from 'oriel-core/errors';
import type { Html } from 'oriel-core/errors';
import type { Block, Column, Text } from '../../profile/view-model.ts';
import { getColumnLabel, toPlainText } from './blocks-text.ts';
import { renderTitle } from './heading-html.ts';
import type { HeadingLevel } from './heading-html.ts';
import { truncateToBytes, renderText } from './text-html.ts';

type Table = Extract<Block, { kind: 'table' }>;
type Row = Table['rows'][number];

interface TableOptions {
  readonly render: (blocks: readonly Block[]) => Html;
  readonly level: HeadingLevel;
  readonly isExpanded: boolean;
}

/**
 * Renders a table. Details of a row are collapsed in its last cell. The page shows 100 rows; up to 500 are collapsed and
 * without details.
 */
export function renderTable(table: Table, options: TableOptions): Html | undefined {
  const { title, titleNote: aside, rows, empty = 'None.' } = table;
  if (table.range?.count === 0) return undefined;
  const heading =
    title !== undefined &&
    renderTitle(
      options.level,
      html`${printable(title, 1_000)}${rows.length > 0 && html` <small>${aside ?? rows.length}</small>`}`,
    );
  if (rows.length === 0)
    return html`${heading}
      <p class="none">${empty}</p>`;
  if (table.range !== undefined) {
    const { from, count } = table.range;
    return html`${heading}${renderRows(table, rows.slice(from, from + count), options)}`;
  }
  const rest = rows.slice(MAX_VISIBLE_ROWS, MAX_ROWS).map((row) => ({ ...row, detail: undefined }));
  return html`${heading}${renderRows(table, rows.slice(0, MAX_VISIBLE_ROWS), options)}
  ${rest.length > 0 && html`<details${options.isExpanded && html` open`}><summary>${rest.length} more</summary>${renderRows(table, rest, options)}</details>`}
  ${rows.length > MAX_ROWS && html`<p class="none">${rows.length - MAX_ROWS} more rows are not shown; the JSON has all rows.</p>`}`;
}

const MAX_VISIBLE_ROWS = 100;
const MAX_ROWS = 500;

function renderRows({ title, columns, maxCellBytes: cell }: Table, rows: readonly Row[], options: TableOptions): Html {
  const isFixed = columns.some((column) => typeof column === 'object' && column.size !== undefined);
  return html`<div class="scroll"><table${isFixed && html` class="fixed"`}${title !== undefined && html` aria-label="${printable(title, 1_000)}"`}>
    <thead><tr>${columns.map(renderHeading)}</tr></thead>
    <tbody>${rows.map((row) => renderRow(cell === undefined || options.isExpanded ? row : truncateCells(row, cell), columns, options))}</tbody>
    </table></div>`;
}

function truncateCells(row: Row, maxBytes: number): Row {
  const cells = row.cells.map((cell) => {
    const text = toPlainText(cell);
    const beginning = truncateToBytes(text, maxBytes);
    if (beginning.length === text.length) return cell;
    const rest = `… ${text.length - beginning.length} more characters in the JSON`;
    return { ...(typeof cell === 'object' ? cell : {}), text: `${beginning}${rest}` };
  });
  return { ...row, cells };
}

function renderHeading(column: Column): Html {
  const { number, size } = typeof column === 'string' ? {} : column;
  const names = [size, number === true ? 'n' : undefined].filter((name) => name !== undefined).join(' ');
  const label = printable(getColumnLabel(column), 200);
  return html`<th scope="col" ${names !== '' && html` class="${names}"`}>${label}</th>`;
}

function renderRow(
  { cells, tone, detail, id }: Row,
  columns: readonly Column[],
  { render, isExpanded }: TableOptions,
): Html {
  const hasMore = detail !== undefined && detail.length > 0;
  const cellHtml = (cell: Text, index: number): Html => {
    const column = columns[index];
    const isNumber = typeof column === 'object' && column.number === true;
    if (!hasMore || index < cells.length - 1) return html`<td${isNumber && html` class="n"`}>${renderText(cell)}</td>`;
    return html`<td>
      <details class="more" ${isExpanded && html` open`}>
        <summary>${renderText(cell)}</summary>
        ${render(detail)}
      </details>
    </td>`;
  };
  return html`<tr${tone !== undefined && html` class="${tone}"`}${id !== undefined && html` id="${id}"`}>${cells.map(cellHtml)}</tr>`;
}
