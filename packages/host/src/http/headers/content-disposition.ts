/**
 * Formats `Content-Disposition` (RFC 6266). A name that is not plain ASCII is sent twice: with `_` for other characters, and
 * encoded as UTF-8 (RFC 8187). Control characters, quotes and backslashes cannot end the header or the value.
 *
 * @param type `attachment` for a download, `inline` for a file that the browser shows
 * @param name the name of the file; only the part after the last slash or backslash is used, because a client must not save a
 * file outside of the folder that the user chose (RFC 6266 §4.3)
 * @example
 * ```ts
 * import { contentDisposition } from 'oriel-host/http';
 * contentDisposition('attachment', 'report.pdf'); // => 'attachment; filename="report.pdf"'
 * contentDisposition('inline', 'é.pdf'); // => `inline; filename="_.pdf"; filename*=UTF-8''%C3%A9.pdf`
 * ```
 */
export function contentDisposition(type: 'attachment' | 'inline', name: string): string {
  const base = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1).slice(0, MAX_NAME_LENGTH);
  if (base === '') return type;
  // Some clients decode percent signs in the simple form.
  const plain = base.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  const extended = plain === base ? '' : `; filename*=UTF-8''${encodeExtended(base)}`;
  return `${type}; filename="${plain}"${extended}`;
}

// File systems allow 255 bytes.
const MAX_NAME_LENGTH = 255;

function encodeExtended(name: string): string {
  return encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
