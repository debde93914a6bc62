import { printable, printableLine } from './printable.ts';

/** A suggestion for developers, with links. */
export interface Hint {
  readonly text: string;
  readonly links?: readonly Link[];
}

export interface Link {
  readonly label: string;
  readonly href: string;
}

/** Makes a hint printable, because it may quote text of clients. */
export function hintView(hint: Hint): Hint {
  const text = printable(hint.text, 1_000);
  return hint.links ? { text, links: hint.links.slice(0, MAX_LINKS).map(linkView) } : { text };
}

/** Makes a link printable. A link that is not to a page, such as `javascript:`, loses its address. */
export function linkView({ label, href }: Link): Link {
  return { label: printableLine(label, 500), href: SAFE_HREF.test(href) ? printableLine(href, 2_000) : '' };
}

const MAX_LINKS = 10;
const SAFE_HREF = /^(?:https?:\/\/|\/(?![\\/])|[?#]|\.{1,2}\/)/i;
