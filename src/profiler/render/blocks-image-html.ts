import { html } from '../../core/errors/html.ts';
import { printable } from '../../core/errors/printable.ts';
import type { Html } from '../../core/errors/html.ts';
import { sizeText } from './body-view.ts';
import type { Block } from '../panels/view-model.ts';
import { safeHref } from './blocks-text-html.ts';

/**
 * A picture as a `data:` address, or, where it would make the page too large, the way to it; a script puts the picture in
 * its place. Only what browsers draw without running anything; the data is base64 and nothing else.
 */
export function imageHtml({ type, base64, alt, long }: Extract<Block, { kind: 'image' }>): Html {
  const safe =
    /^image\/(?:png|jpeg|gif|webp|avif|bmp|x-icon|vnd\.microsoft\.icon)$/.test(type) && /^[\w+/]+={0,2}$/.test(base64);
  if (!safe) return html`<p class="none">This picture cannot be shown here.</p>`;
  const href = long && base64.length > long.most ? safeHref(long.whole) : undefined;
  if (href === undefined)
    return html`<p class="picture"><img src="data:${type};base64,${base64}" alt="${printable(alt, 1_000)}" /></p>`;
  return html`<p class="picture" data-picture="${href}" data-alt="${printable(alt, 1_000)}">
    <a href="${href}">The picture, ${sizeText(Math.floor((base64.length * 3) / 4))}</a>
  </p>`;
}
