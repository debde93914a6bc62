import { html } from '../../core/errors/html.ts';
import { printable } from '../../core/errors/printable.ts';
import type { Html } from '../../core/errors/html.ts';
import type { Block, Choice } from '../panels/view-model.ts';
import { safeHref } from './blocks-text-html.ts';

/** Links of which one holds; a document that stands alone shows how many there are of each. */
export function filterHtml({ label, choices }: Extract<Block, { kind: 'filter' }>): Html {
  return html`<p class="filter"><b>${printable(label, 100)}</b> ${choices.map(choiceHtml)}</p>`;
}

function choiceHtml({ label, href, count, tone, current }: Choice): Html {
  const text = html`<span class="${tone ?? 'plain'}">${printable(label, 100)}</span
    >${count !== undefined && html` <small>${count}</small>`}`;
  const safe = href === '' ? undefined : safeHref(href);
  return safe === undefined
    ? html`<span>${text}</span> `
    : html`<a href="${safe}" ${current === true && html` aria-current="true"`}>${text}</a> `;
}
