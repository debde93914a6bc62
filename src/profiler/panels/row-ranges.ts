import { escapeHtml } from '../../core/errors/html.ts';
import { toPlainText } from '../render/blocks-text.ts';
import type { Block, Choice, PanelLinks, RowRange, Text } from './view-model.ts';

/** Which rows of a long list a page draws, and the links to the others. */
export interface RowRanges {
  /** Undefined when all are drawn: there are few, or nothing can be clicked. */
  readonly part: RowRange | undefined;
  readonly links: readonly Block[];
}

/** What else a list says of its parts. */
interface RowRangeOptions {
  /** The row that matters most: unless a part is asked for, the one with it is drawn. */
  readonly row?: number;
  /** What the links ask beside the part. */
  readonly ask?: Readonly<Record<string, string>>;
  /** What asks for a part, where a panel has several lists: `part` when left out. */
  readonly name?: string;
  /** What stands before the links. */
  readonly label?: string;
}

/** Cuts a list into parts of so many rows, so that a page stays small; `?part=2` is the second. */
export function splitRows(
  length: number,
  size: number,
  panel: string,
  links: PanelLinks,
  told: RowRangeOptions = {},
): RowRanges {
  const ends = Array.from({ length: Math.ceil(length / size) }, (_, index) => Math.min((index + 1) * size, length));
  return selectRange(ends, panel, links, told);
}

/** Cuts a list into parts of no more than so many bytes of a page, each row but one that is longer alone. */
export function splitRowsByBytes(
  weights: readonly number[],
  most: number,
  panel: string,
  links: PanelLinks,
  told: RowRangeOptions = {},
): RowRanges {
  const ends: number[] = [];
  let sum = 0;
  weights.forEach((weight, index) => {
    sum += weight;
    if (sum <= most || index === 0) return;
    ends.push(index);
    sum = weight;
  });
  return selectRange([...ends, weights.length], panel, links, told);
}

/** How many bytes of a page a row takes, about, when no cell may take more than `most`. */
export function estimateRowBytes(cells: readonly Text[], most: number): number {
  return cells.reduce<number>(
    (sum, cell) => sum + AROUND_CELL + Math.min(most, Buffer.byteLength(escapeHtml(toPlainText(cell)))),
    AROUND_ROW,
  );
}

const AROUND_CELL = 36;
const AROUND_ROW = 24;
const NEAR = 4;

function selectRange(ends: readonly number[], panel: string, links: PanelLinks, told: RowRangeOptions): RowRanges {
  const { row = 0, ask = {}, name = 'part', label = 'Rows' } = told;
  if (ends.length < 2 || links.panel(panel) === '') return { part: undefined, links: [] };
  const asked = Number(links.parameters?.[name]);
  const isThere = Number.isInteger(asked) && asked >= 1 && asked <= ends.length;
  const current = isThere ? asked : ends.findIndex((end) => Math.max(0, row) < end) + 1;
  const beginOf = (number: number): number => ends[number - 2] ?? 0;
  const choice = (number: number): Choice => ({
    label: `${beginOf(number) + 1}–${ends[number - 1]!}`,
    href: links.panel(panel, undefined, { ...ask, [name]: String(number) }),
    current: number === current,
  });
  const near = ends
    .map((_, index) => index + 1)
    .filter((number) => number === 1 || number === ends.length || Math.abs(number - current) <= NEAR);
  const from = beginOf(current);
  return {
    part: { from, count: ends[current - 1]! - from },
    links: [{ kind: 'filter', label, choices: near.map(choice) }],
  };
}
