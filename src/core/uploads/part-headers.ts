import { MultipartSyntaxError } from './multipart-stream.ts';

/** Thrown for a part whose headers are malformed. */
export class PartHeadersSyntaxError extends MultipartSyntaxError {}

/** What the headers of a part state (RFC 7578 §4). */
export interface PartHeaders {
  readonly name: string;
  /** The name of the file; undefined for a text field. */
  readonly filename: string | undefined;
  readonly type: string;
}

/**
 * Parses the header lines of a part.
 *
 * @param text the lines, without the empty line at the end
 * @throws {PartHeadersSyntaxError} if `Content-Disposition` is invalid or has no name
 */
export function parsePartHeaders(text: string): PartHeaders {
  let disposition = '';
  let type = 'text/plain';
  for (const line of text.split('\r\n')) {
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(colon, 0)).toLowerCase();
    if (name === 'content-disposition') disposition = line.slice(colon + 1).trim();
    else if (name === 'content-type') type = line.slice(colon + 1).trim();
  }
  const parameters = parsePartDisposition(disposition);
  const name = parameters.get('name');
  if (name === undefined) throw new PartHeadersSyntaxError('A part has no name');
  const filename = parameters.get('filename');
  return {
    name: unescapePartName(name),
    filename: filename === undefined ? undefined : unescapePartName(filename),
    type,
  };
}

/**
 * Parses the `Content-Disposition` of a part as browsers write it: spaces and backslashes are part of a name.
 *
 * @throws {PartHeadersSyntaxError} if it is invalid
 */
export function parsePartDisposition(header: string): ReadonlyMap<string, string> {
  const parameters = new Map<string, string>();
  const rest = header.replace(PARAMETER, (_, key: string, quoted: string | undefined, bare: string) => {
    parameters.set(key.toLowerCase(), quoted ?? bare);
    return '';
  });
  if (rest.trim().toLowerCase() !== 'form-data')
    throw new PartHeadersSyntaxError('A part has an invalid Content-Disposition');
  return parameters;
}

/** Decodes the characters that browsers escape in names (HTML, "multipart/form-data encoding algorithm"). */
export function unescapePartName(name: string): string {
  return name.includes('%') ? name.replace(/%(?:22|0A|0D)/gi, (escaped) => ESCAPED[escaped.toUpperCase()]!) : name;
}

const PARAMETER = /;[ \t]*([\w*-]+)=(?:"([^"]*)"|([^;"\s]*))[ \t]*/g;
const ESCAPED: Readonly<Record<string, string>> = { '%22': '"', '%0A': '\n', '%0D': '\r' };
