import type { Block, Choice, PanelLinks, Part } from '../view-model.ts';

/** Which rows of a long list a page draws, and the links to the others. */
export interface Parts {
  /** Undefined when all are drawn: there are few, or nothing can be clicked. */
  readonly part: Part | undefined;
  readonly links: readonly Block[];
}

/** What else a list says of its parts. */
interface Told {
  /** The row that matters most: unless a part is asked for, the one with it is drawn. */
  readonly row?: number;
  /** What the links ask beside the part. */
  readonly ask?: Readonly<Record<string, string>>;
}

/** Cuts a list into parts of so many rows, so that a page stays small; `?part=2` is the second. */
export function partsOf(
  length: number,
  size: number,
  panel: string,
  links: PanelLinks,
  { row = 0, ask = {} }: Told = {},
): Parts {
  const last = Math.ceil(length / size);
  if (last < 2 || links.panel(panel) === '') return { part: undefined, links: [] };
  const asked = Number(links.asked?.['part']);
  const current =
    Number.isInteger(asked) && asked >= 1 && asked <= last ? asked : Math.floor(Math.max(0, row) / size) + 1;
  const choice = (number: number): Choice => ({
    label: `${(number - 1) * size + 1}–${Math.min(number * size, length)}`,
    href: links.panel(panel, undefined, { ...ask, part: String(number) }),
    current: number === current,
  });
  const near = Array.from({ length: last }, (_, index) => index + 1).filter(
    (number) => number === 1 || number === last || Math.abs(number - current) <= NEAR,
  );
  return {
    part: { from: (current - 1) * size, count: size },
    links: [{ kind: 'filter', label: 'Rows', choices: near.map(choice) }],
  };
}

const NEAR = 4;
