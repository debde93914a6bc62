import { html, printable } from 'oriel-core/errors';
import type { Html } from 'oriel-core/errors';
import { isEditorHref } from './editor-links.ts';
import type { EditorLink } from './editor-links.ts';

/**
 * Renders a text in which positions such as `src/cart.ts:41` open the editor.
 *
 * @param around renders the text between positions
 */
export function renderPlaces(
  text: string,
  linkTo: EditorLink | undefined,
  around: (part: string) => Html | string = (part) => printable(part, Infinity),
): Html | string {
  if (linkTo === undefined) return around(text);
  return html`${text.split(PLACE).map((part, index) => (index % 2 === 1 ? renderPlace(part, linkTo, around) : part === '' ? '' : around(part)))}`;
}

// Findings quote some positions.
const PLACE = /(`?(?:file:\/\/)?(?:[A-Za-z]:)?[\w@.~/\\%-]{0,300}[\w-]\.[cm]?[jt]sx?:\d{1,7}`?)/;

function renderPlace(quoted: string, linkTo: EditorLink, around: (part: string) => Html | string): Html | string {
  const location = quoted.replace(/^`|`$/g, '');
  const colon = location.lastIndexOf(':');
  const href = linkTo(location.slice(0, colon), Number(location.slice(colon + 1)));
  return href === undefined || !isEditorHref(href)
    ? around(quoted)
    : html`<a href="${href}" title="Open in the editor"><code>${printable(location, 300)}</code></a>`;
}
