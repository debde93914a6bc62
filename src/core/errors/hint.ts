import { printable, printableLine } from './printable.ts';

/** A piece of help: what to try next, and where it leads. */
export interface Hint {
  readonly text: string;
  readonly links?: readonly Link[];
}

export interface Link {
  readonly label: string;
  readonly href: string;
}

/** A hint made fit to be shown: it may quote what a stranger has sent. */
export function hintView(hint: Hint): Hint {
  const text = printable(hint.text, 1_000);
  return hint.links ? { text, links: hint.links.slice(0, MOST_LINKS).map(linkView) } : { text };
}

/** A link made fit to be shown. One that leads anywhere but to a page (`javascript:` …) has no address, and is drawn as its label alone. */
export function linkView({ label, href }: Link): Link {
  return { label: printableLine(label, 500), href: SAFE_HREF.test(href) ? printableLine(href, 2_000) : '' };
}

const MOST_LINKS = 10;
const SAFE_HREF = /^(?:https?:\/\/|\/(?![\\/])|[?#]|\.{1,2}\/)/i;
