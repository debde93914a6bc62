import { html, raw } from 'oriel-core/errors';
import type { Html, HtmlValue } from 'oriel-core/errors';

/** The level of a heading in HTML. The title of a panel has level 2. */
export type HeadingLevel = 3 | 4 | 5 | 6;

/** Returns the level of headings inside a section with a heading of this level. */
export function nextLevel(level: HeadingLevel): HeadingLevel {
  return level === 6 ? 6 : ((level + 1) as HeadingLevel);
}

/** Renders the title of a block: of a list of facts or of a table. */
export function renderTitle(level: HeadingLevel, content: HtmlValue, isEmpty = false): Html {
  return html`${raw(`<h${level} class="caption${isEmpty ? ' nothing' : ''}">`)}${content}${raw(`</h${level}>`)}`;
}
