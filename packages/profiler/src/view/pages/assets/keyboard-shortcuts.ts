import { html, raw } from 'oriel-core/errors';
import type { Html } from 'oriel-core/errors';

const ROWS: readonly (readonly [keys: readonly string[], what: string])[] = [
  [['/'], 'search'],
  [['j', 'k'], 'next or previous row or panel'],
  [['Enter'], 'open the row'],
  [['.'], 'newest profile'],
  [['Space'], 'pause or resume live rows'],
  [['g e', 'g r', 'g s'], 'exception, request, response'],
  [['g o', 'g p', 'g t'], 'routing, pipeline, timeline'],
  [['g d', 'g l', 'g h'], 'database, logs, list'],
  [['['], 'older request of the same route'],
  [[']'], 'newer request of the same route'],
  [['c'], 'copy the request as cURL'],
  [['?'], 'keyboard shortcuts'],
];

/** The dialog that `?` opens, without optional end tags, because it is in every page. */
export const KEYBOARD_SHORTCUTS = raw(
  renderDialog()
    .toString()
    .replace(/<\/d[td]>\s*/g, ''),
);

function renderDialog(): Html {
  return html`<dialog id="keys" aria-labelledby="keys-title">
    <h2 id="keys-title">Keyboard shortcuts</h2>
    <dl>
      ${ROWS.map(
        ([keys, what]) =>
          html`<dt>${keys.map((key) => html`<kbd>${key}</kbd> `)}</dt>
            <dd>${what}</dd>`,
      )}
    </dl>
    <form method="dialog"><button>Close</button></form>
  </dialog>`;
}
