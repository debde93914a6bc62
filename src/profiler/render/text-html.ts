import { escapeHtml, html } from '../../core/errors/html.ts';
import type { Html } from '../../core/errors/html.ts';
import type { Text } from '../panels/view-model.ts';
import { toPlainText } from './blocks-text.ts';

/** A text as HTML: with its link, its tone, its badge. */
export function renderText(text: Text): Html {
  const shown = toPlainText(text);
  if (typeof text === 'number') return html`<span class="number">${shown}</span>`;
  if (typeof text === 'string') return html`<span>${shown}</span>`;
  const names = [
    text.tone,
    text.mono === true && 'mono',
    text.badge === true && 'badge',
    typeof text.text === 'number' && 'number',
  ];
  const classes = names.filter((name) => name !== undefined && name !== false).join(' ');
  const attributes = html`${classes !== '' && html` class="${classes}"`}${text.title !== undefined && html` title="${toPlainText(text.title)}"`}`;
  const href = text.href === undefined ? undefined : sanitizeHref(text.href);
  return href === undefined
    ? html`<span${attributes}>${shown}</span>`
    : html`<a${attributes} href="${href}">${shown}</a>`;
}

/** A link may lead into the profiler, or to a page; never into a script. */
export function sanitizeHref(href: string): string | undefined {
  return /^(?:https?:\/\/|\/(?![/\\])|[#?])\P{C}*$/iu.test(href) ? href : undefined;
}

/** As many whole lines as fit into so many bytes of a page, or what there is of the first. */
export function truncateToBytes(text: string, most: number): string {
  // No character becomes shorter in a page.
  if (Buffer.byteLength(escapeHtml(text.slice(0, most + 1))) <= most) return text;
  let [low, high] = [0, Math.min(text.length, most)];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (Buffer.byteLength(escapeHtml(text.slice(0, middle))) <= most) low = middle;
    else high = middle - 1;
  }
  const line = text.lastIndexOf('\n', low);
  return (line > low / 2 ? text.slice(0, line) : text.slice(0, low)).toWellFormed();
}
