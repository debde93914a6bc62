import { alignColumns } from 'oriel-core/cli';
import { errorText } from 'oriel-core/error-pages';
import { printableLine } from 'oriel-core/errors';
import type { Block, Text } from '../../profile/view-model.ts';
import { UNKNOWN_FORMAT, renderStoredException } from './blocks-exception.ts';
import { getColumnLabel, toPlainText } from './blocks-text.ts';

/**
 * Renders blocks as plain text for a terminal, with aligned columns. Control characters are escaped, so that recorded text
 * cannot move the cursor, set colours or begin a new line.
 */
export function renderBlocksAsText(blocks: readonly Block[]): string {
  return blocks
    .map(renderBlock)
    .filter((part) => part !== '')
    .join('\n\n');
}

function renderBlock(block: Block): string {
  switch (block.kind) {
    case 'heading':
      return `### ${line(block.text)}`;
    case 'note':
      return `${block.tone === 'bad' ? '✖' : block.tone === 'warning' ? '⚠' : '·'} ${line(block.text)}`;
    case 'metrics':
      return block.items.map(({ label, value }) => `${line(label)}: ${line(value)}`).join('   ');
    case 'facts':
      return block.rows.length === 0
        ? withTitle(block.title, block.empty)
        : withTitle(block.title, aligned(block.rows));
    case 'table':
      return withTitle(block.title, block.rows.length === 0 ? (block.empty ?? 'None.') : renderTable(block));
    case 'filter':
      return block.choices.some(({ count }) => count === undefined)
        ? ''
        : `${line(block.label)}: ${block.choices.map(({ label, count }) => `${line(label)} ${count}`).join('   ')}`;
    case 'code':
      return withTitle(block.title, indented(toPlainText(block.text)));
    case 'waterfall':
      return (
        [WATERFALL_HEADING, ...block.rows.slice(0, MAX_ROWS).map(formatBar)].join('\n') +
        more(block.rows.length - MAX_ROWS)
      );
    case 'image':
      return `(image, ${line(block.type)})`;
    case 'exception':
      return renderStoredException(block.view, (view) => errorText(view).trimEnd()) ?? UNKNOWN_FORMAT;
    case 'action':
      return line(`${block.label}: POST ${block.path}`);
    case 'details':
      return withTitle(block.summary, indented(renderBlocksAsText(block.blocks)));
  }
}

const MAX_ROWS = 500;
const MAX_COLUMN_WIDTH = 60;

function line(text: Text): string {
  return printableLine(toPlainText(text), 2_000);
}

function withTitle(title: string | undefined, content: string | undefined): string {
  if (content === undefined || content === '') return '';
  return title === undefined ? content : `#### ${line(title)}\n${content}`;
}

function aligned(rows: readonly (readonly [label: string, value: Text])[]): string {
  const cells = rows.map(([label, value]) => [line(label), line(value)]);
  return alignColumns(cells, MAX_COLUMN_WIDTH).join('\n');
}

function renderTable({ columns: names, rows }: Extract<Block, { kind: 'table' }>): string {
  const shown = rows.slice(0, MAX_ROWS);
  const heading = names.map((name) => line(getColumnLabel(name)).toUpperCase());
  const [head, ...rest] = alignColumns([heading, ...shown.map(({ cells }) => cells.map(line))], MAX_COLUMN_WIDTH);
  const body = rest.map((text, index) => {
    const { detail = [] } = shown[index]!;
    return detail.length === 0 ? text : `${text}\n${indented(renderBlocksAsText(detail))}`;
  });
  return [head, ...body].join('\n') + more(rows.length - MAX_ROWS);
}

// Column headings of the waterfall.
const WATERFALL_HEADING = `${'start'.padStart(9)} ${'duration'.padStart(9)} ms`;

function formatBar({
  label,
  depth,
  start,
  duration,
  mark,
}: Extract<Block, { kind: 'waterfall' }>['rows'][number]): string {
  return `${start.toFixed(2).padStart(9)} ${duration.toFixed(2).padStart(9)} ms  ${'  '.repeat(Math.min(depth, 12))}${printableLine(label, 200)}${mark === undefined ? '' : ` (${line(mark)})`}`;
}

function indented(text: string): string {
  return text.replace(/^(?=.)/gm, '    ');
}

function more(number: number): string {
  return number > 0 ? `\n… and ${number} more` : '';
}
