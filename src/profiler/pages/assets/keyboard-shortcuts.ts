import { html } from '../../../core/errors/html.ts';

const ROWS: readonly (readonly [keys: readonly string[], what: string])[] = [
  [['/'], 'search'],
  [['j', 'k'], 'next and previous row, or panel'],
  [['Enter'], 'open the row'],
  [['.'], 'the newest profile'],
  [['Space'], 'pause and go on with live rows'],
  [['g e', 'g r', 'g s'], 'exception, request, response'],
  [['g o', 'g p', 'g t'], 'routing, pipeline, timeline'],
  [['g d', 'g l', 'g h'], 'database, logs, the list'],
  [['['], 'older request of the same route'],
  [[']'], 'newer request of the same route'],
  [['c'], 'copy the request as cURL'],
  [['?'], 'this help'],
];

/** What `?` shows. */
export const KEYBOARD_SHORTCUTS = html`<dialog id="keys" aria-labelledby="keys-title">
  <h2 id="keys-title">Keys</h2>
  <dl>
    ${ROWS.map(
      ([keys, what]) =>
        html`<dt>${keys.map((key) => html`<kbd>${key}</kbd> `)}</dt>
          <dd>${what}</dd>`,
    )}
  </dl>
  <form method="dialog"><button>Close</button></form>
</dialog>`;
