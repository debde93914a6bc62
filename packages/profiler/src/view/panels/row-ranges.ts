import { escapeHtml } from 'oriel-core/errors';
import { toPlainText } from '../render/blocks-text.ts';
import type { Block, Choice, PanelLinks, RowRange, Text } from '../../profile/view-model.ts';

/** The rows of a long list that a page shows, and links to the other rows. */
export interface RowRanges {
  /** Undefined if all rows are shown: there are few, or the document has no links. */
  readonly range: RowRange | undefined;
  readonly links: readonly Block[];
}

interface RowRangeOptions {
  /** Index of the row that the default range contains. Default: 0. */
  readonly row?: number;
  /** Further parameters of the links. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** Name of the parameter that selects a range. Default: `part`. */
  readonly name?: string;
  /** Label of the links. Default: `Rows`. */
  readonly label?: string;
}

/** Splits a list into ranges of at most `size` rows, to keep the page small. `?part=2` selects the second. */
export function splitRows(
  length: number,
  size: number,
  panel: string,
  links: PanelLinks,
  options: RowRangeOptions = {},
): RowRanges {
  const ends = Array.from({ length: Math.ceil(length / size) }, (_, index) => Math.min((index + 1) * size, length));
  return selectRange(ends, panel, links, options);
}

/** Splits a list into ranges of at most `maxBytes` in the page. A range has at least one row. */
export function splitRowsByBytes(
  sizes: readonly number[],
  maxBytes: number,
  panel: string,
  links: PanelLinks,
  options: RowRangeOptions = {},
): RowRanges {
  const ends: number[] = [];
  let sum = 0;
  sizes.forEach((size, index) => {
    sum += size;
    if (sum <= maxBytes || index === 0) return;
    ends.push(index);
    sum = size;
  });
  return selectRange([...ends, sizes.length], panel, links, options);
}

/** Estimates the size of a row in the page, with at most `maxCellBytes` per cell. */
export function estimateRowBytes(cells: readonly Text[], maxCellBytes: number): number {
  return cells.reduce<number>(
    (sum, cell) => sum + CELL_OVERHEAD_BYTES + Math.min(maxCellBytes, Buffer.byteLength(escapeHtml(toPlainText(cell)))),
    ROW_OVERHEAD_BYTES,
  );
}

const CELL_OVERHEAD_BYTES = 36;
const ROW_OVERHEAD_BYTES = 24;
const MAX_DISTANCE = 4;

function selectRange(ends: readonly number[], panel: string, links: PanelLinks, options: RowRangeOptions): RowRanges {
  const { row = 0, parameters = {}, name = 'part', label = 'Rows' } = options;
  if (ends.length < 2 || links.panel(panel) === '') return { range: undefined, links: [] };
  const requested = Number(links.parameters?.[name]);
  const isValid = Number.isInteger(requested) && requested >= 1 && requested <= ends.length;
  const current = isValid ? requested : ends.findIndex((end) => Math.max(0, row) < end) + 1;
  const findStart = (number: number): number => ends[number - 2] ?? 0;
  const choice = (number: number): Choice => ({
    label: `${findStart(number) + 1}–${ends[number - 1]!}`,
    href: links.panel(panel, undefined, { ...parameters, [name]: String(number) }),
    current: number === current,
  });
  const nearby = ends
    .map((_, index) => index + 1)
    .filter((number) => number === 1 || number === ends.length || Math.abs(number - current) <= MAX_DISTANCE);
  const from = findStart(current);
  return {
    range: { from, count: ends[current - 1]! - from },
    links: [{ kind: 'filter', label, choices: nearby.map(choice) }],
  };
}
