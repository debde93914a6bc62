import { isToken } from './token.ts';

/** A media type (RFC 9110 §8.3.1): type, subtype and parameter names in lower case, parameter values as sent. */
export interface MediaType {
  readonly type: string;
  readonly subtype: string;
  readonly parameters: ReadonlyMap<string, string>;
}

/**
 * Parses one media type or media range, such as `text/html;charset=utf-8` or `text/*`.
 *
 * @param text a `Content-Type` value, or one member of an `Accept` header
 * @returns the media type; undefined if it is invalid
 *
 * @example
 * ```ts
 * import { parseMediaType } from 'oriel-host/http';
 * parseMediaType('Text/HTML; Charset="utf-8"')?.parameters.get('charset'); // => 'utf-8'
 * parseMediaType('html'); // => undefined
 * ```
 */
export function parseMediaType(text: string): MediaType | undefined {
  return getMediaType(splitUnquoted(text, ';'));
}

/** Creates a media type from the parts of its text, which semicolons separate; returns undefined if it is invalid. */
export function getMediaType([name = '', ...rest]: readonly string[]): MediaType | undefined {
  const slash = name.indexOf('/');
  const type = name.slice(0, Math.max(slash, 0)).toLowerCase();
  const subtype = name.slice(slash + 1).toLowerCase();
  if (!isToken(type) || !isToken(subtype)) return undefined;

  const parameters = new Map<string, string>();
  for (const text of rest) {
    if (text === '') continue;
    const equals = text.indexOf('=');
    const key = text.slice(0, Math.max(equals, 0)).toLowerCase();
    const value = parameterValue(text.slice(equals + 1));
    if (!isToken(key) || value === undefined) return undefined;
    // The first one is used, so that no second value can be hidden after the one that a proxy has read.
    if (!parameters.has(key)) parameters.set(key, value);
  }
  return { type, subtype, parameters };
}

/**
 * Splits at a separator that is outside of quoted strings (RFC 9110 §5.6.4) and trims each part.
 *
 * @example
 * ```ts
 * import { splitUnquoted } from './media-type.ts';
 * splitUnquoted('a;x="1,2", b', ','); // => ['a;x="1,2"', 'b']
 * ```
 */
export function splitUnquoted(text: string, separator: ',' | ';'): string[] {
  if (!text.includes('"')) return text.split(separator).map((part) => part.trim());
  const parts: string[] = [];
  let quoted = false;
  let start = 0;
  for (let i = 0; i < text.length; i++) {
    const character = text[i];
    if (quoted && character === '\\') i++;
    else if (character === '"') quoted = !quoted;
    else if (!quoted && character === separator) {
      parts.push(text.slice(start, i).trim());
      start = i + 1;
    }
  }
  parts.push(text.slice(start).trim());
  return parts;
}

/** Parses the value of a parameter, a token or a quoted string (RFC 9110 §5.6.6); returns undefined if it is neither. */
export function parameterValue(text: string): string | undefined {
  if (isToken(text)) return text;
  if (text.length < 2 || !text.startsWith('"') || !text.endsWith('"')) return undefined;
  return text.slice(1, -1).replace(/\\(.)/g, '$1');
}
