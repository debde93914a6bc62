import { malformedFormError } from './multipart-stream.ts';

/** What the headers of a part state (RFC 7578 §4). */
export interface PartHeaders {
  readonly name: string;
  /** The name of the file, without folders and control characters; undefined for a text field. */
  readonly filename: string | undefined;
  readonly type: string;
}

/**
 * Parses the header lines of a part.
 *
 * @param text the lines, without the empty line at the end
 * @throws {BadRequestError} if `Content-Disposition` is invalid or has no name
 */
export function parsePartHeaders(text: string): PartHeaders {
  let disposition = '';
  let type: string | undefined;
  for (const line of text.split('\r\n')) {
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(colon, 0)).toLowerCase();
    if (name === 'content-disposition') disposition = line.slice(colon + 1).trim();
    else if (name === 'content-type') type = line.slice(colon + 1).trim();
  }
  return describePart(disposition, type);
}

/**
 * Returns what the headers of a part state. Forms of operations and `receiveUploads` share it, so that both have the same names.
 *
 * @param disposition the value of `Content-Disposition`
 * @param type the value of `Content-Type`
 * @throws {BadRequestError} if `Content-Disposition` is invalid or has no name
 */
export function describePart(disposition: string, type = 'text/plain'): PartHeaders {
  const parameters = parsePartDisposition(disposition);
  const name = parameters.get('name');
  if (name === undefined) throw malformedFormError('form.malformed-part', new TypeError('A part has no name'));
  const plain = parameters.get('filename');
  // RFC 7578 §4.2 forbids the extended notation, but some clients send it.
  const extended = parameters.get('filename*');
  const filename =
    (extended && decodeExtended(extended)) ?? (plain === undefined ? undefined : unescapePartName(plain));
  return {
    name: unescapePartName(name),
    filename: filename === undefined ? undefined : removeFolders(filename),
    type,
  };
}

/** Whether a part is a file input without a file, for which a browser sends an empty part without a name. */
export function isEmptyInput({ filename }: PartHeaders, isEmpty: boolean): boolean {
  return filename === '' && isEmpty;
}

// RFC 8187 §3.2: `UTF-8''na%C3%AFve.txt`.
function decodeExtended(value: string): string | undefined {
  const [, charset, text] = /^(utf-8|iso-8859-1)'[\w-]*'(.*)$/i.exec(value) ?? [];
  if (charset === undefined || text === undefined) return undefined;
  if (charset.toLowerCase() === 'utf-8') return decodeUtf8(text);
  return text.replace(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

function decodeUtf8(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

// `../../etc/passwd` and `C:\\a.png` are names of clients that send folders. A name of dots is a folder, too.
function removeFolders(filename: string): string {
  const name = filename.slice(Math.max(filename.lastIndexOf('/'), filename.lastIndexOf('\\')) + 1);
  const printable = name
    .replace(/\p{Cc}/gu, '')
    .slice(0, MAX_NAME_LENGTH)
    .toWellFormed();
  return /^\.{1,2}$/.test(printable) ? '' : printable;
}

const MAX_NAME_LENGTH = 255;

// Parses the `Content-Disposition` of a part as browsers write it: spaces and backslashes are part of a name.
function parsePartDisposition(header: string): ReadonlyMap<string, string> {
  const parameters = new Map<string, string>();
  const rest = header.replace(PARAMETER, (_, key: string, quoted: string | undefined, bare: string) => {
    parameters.set(key.toLowerCase(), quoted ?? bare);
    return '';
  });
  if (rest.trim().toLowerCase() !== 'form-data')
    throw malformedFormError('form.malformed-part', new TypeError('A part has an invalid Content-Disposition'));
  return parameters;
}

// Decodes the characters that browsers escape in names (HTML, "multipart/form-data encoding algorithm").
function unescapePartName(name: string): string {
  return name.includes('%') ? name.replace(/%(?:22|0A|0D)/gi, (escaped) => ESCAPED[escaped.toUpperCase()]!) : name;
}

const PARAMETER = /;[ \t]*([\w*-]+)=(?:"([^"]*)"|([^;"\s]*))[ \t]*/g;
const ESCAPED: Readonly<Record<string, string>> = { '%22': '"', '%0A': '\n', '%0D': '\r' };
