import { html, printableLine, tryRead } from 'oriel-core/errors';
import type { Html } from 'oriel-core/errors';

/**
 * Splits a recorded URL as people read it: percent encodings are decoded, unless a decoded character would change the structure. A query
 * has its question mark.
 */
export function readUrl(url: string) {
  const [, origin = '', path = url, query = ''] = /^([a-z]+:\/\/[^/?#]*)([^?#]*)(.*)$/is.exec(url) ?? [];
  return {
    origin: printableLine(origin, 200),
    path: printableLine(decodeCodes(path), MAX_LENGTH),
    query: printableLine(decodeCodes(query), MAX_LENGTH),
  };
}

/**
 * Renders the cell of a URL. The origin that most requests of the application have is hidden, because the head of the page shows it.
 * The end of a long path stays visible: it has the name and the ID. The browser shortens the beginning to the width of the column.
 */
export function renderUrl(url: string, usualOrigin: string | undefined): Html {
  const { origin, path, query } = readUrl(url);
  const start = origin === usualOrigin ? html`<i>${origin}</i>` : html`<b>${origin}</b>`;
  const rest = query !== '' && html`<s>${query}</s>`;
  if (path.length <= MAX_SHORT_PATH) return html`${start}${path}${rest}`;
  const end = findEnd(path);
  return html`<p>${start}<span>${path.slice(0, end)}</span><span>${path.slice(end)}</span>${rest}</p>`;
}

const MAX_LENGTH = 300;
// Longer paths are cut in the middle where there is no space.
const MAX_SHORT_PATH = 36;
const MAX_END = 28;

// The last segments that are not too long.
function findEnd(path: string): number {
  const from = path.length - MAX_END;
  const slash = path.indexOf('/', from);
  return slash > 0 && slash < path.length - 4 ? slash : path.length - 16;
}

// `decodeURI` keeps the codes of reserved characters, such as a slash.
function decodeCodes(text: string): string {
  return text.replace(/(?:%[\da-f]{2})+/gi, (codes) => tryRead(() => decodeURI(codes), codes));
}
