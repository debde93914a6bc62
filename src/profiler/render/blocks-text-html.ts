import { html } from '../../core/errors/html.ts';
import type { Html } from '../../core/errors/html.ts';
import type { Text } from '../panels/view-model.ts';
import { plainText } from './blocks-text.ts';

/** A text as HTML: with its link, its tone, its badge. */
export function textHtml(text: Text): Html {
  const shown = plainText(text);
  if (typeof text === 'number') return html`<span class="number">${shown}</span>`;
  if (typeof text === 'string') return html`<span>${shown}</span>`;
  const names = [
    text.tone,
    text.mono === true && 'mono',
    text.badge === true && 'badge',
    typeof text.text === 'number' && 'number',
  ];
  const classes = names.filter((name) => name !== undefined && name !== false).join(' ');
  const attributes = html`${classes !== '' && html` class="${classes}"`}${text.title !== undefined && html` title="${plainText(text.title)}"`}`;
  const href = text.href === undefined ? undefined : safeHref(text.href);
  return href === undefined
    ? html`<span${attributes}>${shown}</span>`
    : html`<a${attributes} href="${href}">${shown}</a>`;
}

/** A link may lead into the profiler, or to a page; never into a script. */
export function safeHref(href: string): string | undefined {
  return /^(?:https?:\/\/|\/(?![/\\])|[#?])\P{C}*$/iu.test(href) ? href : undefined;
}
