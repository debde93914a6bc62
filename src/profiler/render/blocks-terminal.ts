import { errorText } from '../../core/errors/error-text.ts';
import { printableLine } from '../../core/errors/printable.ts';
import type { Block, Text } from '../panels/view-model.ts';
import { readStoredException } from './blocks-exception.ts';
import { getColumnLabel, toPlainText } from './blocks-text.ts';

/**
 * Blocks as plain text for a terminal: headings as in Markdown, columns that stand under each other. Nothing that was
 * recorded can move the cursor, colour the screen or look like a line of its own.
 */
export function renderBlocksAsText(blocks: readonly Block[]): string {
  return blocks
    .map(blockText)
    .filter((part) => part !== '')
    .join('\n\n');
}

function blockText(block: Block): string {
  switch (block.kind) {
    case 'heading':
      return `### ${line(block.text)}`;
    case 'note':
      return `${block.tone === 'bad' ? '✖' : block.tone === 'warning' ? '⚠' : '·'} ${line(block.text)}`;
    case 'metrics':
      return block.items.map(({ label, value }) => `${line(label)}: ${line(value)}`).join('   ');
    case 'facts':
      return block.rows.length === 0 ? titled(block.title, block.empty) : titled(block.title, aligned(block.rows));
    case 'table':
      return titled(block.title, block.rows.length === 0 ? (block.empty ?? 'Nothing.') : tableText(block));
    case 'filter':
      return block.choices.some(({ count }) => count === undefined)
        ? ''
        : `${line(block.label)}: ${block.choices.map(({ label, count }) => `${line(label)} ${count}`).join('   ')}`;
    case 'code':
      return titled(block.title, indented(toPlainText(block.text)));
    case 'waterfall':
      return [TIMES, ...block.rows.slice(0, MOST).map(barText)].join('\n') + more(block.rows.length - MOST);
    case 'image':
      return `(a picture, ${line(block.type)})`;
    case 'exception': {
      const view = readStoredException(block.view);
      return view ? errorText(view).trimEnd() : 'What was recorded of this exception cannot be read.';
    }
    case 'action':
      return line(`${block.label}: POST ${block.path}`);
    case 'details':
      return titled(block.summary, indented(renderBlocksAsText(block.blocks)));
  }
}

const MOST = 500;
const WIDEST = 60;

function line(text: Text): string {
  return printableLine(toPlainText(text), 2_000);
}

function titled(title: string | undefined, content: string | undefined): string {
  if (content === undefined || content === '') return '';
  return title === undefined ? content : `#### ${line(title)}\n${content}`;
}

function aligned(rows: readonly (readonly [label: string, value: Text])[]): string {
  return columns(rows.map(([label, value]) => [line(label), line(value)])).join('\n');
}

function tableText({ columns: names, rows }: Extract<Block, { kind: 'table' }>): string {
  const shown = rows.slice(0, MOST);
  const lines = columns([
    names.map((name) => line(getColumnLabel(name)).toUpperCase()),
    ...shown.map(({ cells }) => cells.map(line)),
  ]);
  const [head, ...rest] = lines;
  const body = rest.map((text, index) => {
    const { detail = [] } = shown[index]!;
    return detail.length === 0 ? text : `${text}\n${indented(renderBlocksAsText(detail))}`;
  });
  return [head, ...body].join('\n') + more(rows.length - MOST);
}

/** Cells under each other; a very long one takes what room it needs and no column waits for it. */
function columns(rows: readonly (readonly string[])[]): string[] {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [index, cell] of row.slice(0, -1).entries())
      widths[index] = Math.max(widths[index] ?? 0, Math.min(WIDEST, [...cell].length));
  }
  return rows.map((row) =>
    row
      .map((cell, index) => cell + ' '.repeat(Math.max(0, (widths[index] ?? 0) - [...cell].length)))
      .join('  ')
      .trimEnd(),
  );
}

// Nothing else tells which of the two is which.
const TIMES = `${'start'.padStart(9)} ${'duration'.padStart(9)} ms`;

function barText({ label, depth, start, duration }: Extract<Block, { kind: 'waterfall' }>['rows'][number]): string {
  return `${start.toFixed(2).padStart(9)} ${duration.toFixed(2).padStart(9)} ms  ${'  '.repeat(Math.min(depth, 12))}${printableLine(label, 200)}`;
}

function indented(text: string): string {
  return text.replace(/^(?=.)/gm, '    ');
}

function more(number: number): string {
  return number > 0 ? `\n… and ${number} more` : '';
}
