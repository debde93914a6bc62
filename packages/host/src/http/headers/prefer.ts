import { splitUnquoted } from 'oriel-core/http';

/**
 * Parses a `Prefer` header (RFC 7240): the preferences by name, in lower case; one without a value is an empty string. The
 * first one of a name is used.
 *
 * @example
 * ```ts
 * import { parsePrefer } from 'oriel-host/http';
 * parsePrefer('return=minimal; foo="x", wait=10').get('return'); // => 'minimal'
 * ```
 */
export function parsePrefer(header: string): ReadonlyMap<string, string> {
  const preferences = new Map<string, string>();
  for (const part of splitUnquoted(header.slice(0, LONGEST), ',')) {
    const [preference = ''] = splitUnquoted(part, ';');
    const [, name, quoted, bare = ''] = PREFERENCE.exec(preference.trim()) ?? [];
    if (name === undefined || preferences.has(name.toLowerCase())) continue;
    preferences.set(name.toLowerCase(), quoted === undefined ? bare : quoted.replace(/\\(.)/g, '$1'));
  }
  return preferences;
}

const LONGEST = 1_024;
const PREFERENCE = /^([\w!#$%&'*+.^`|~-]+)(?:[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"|([\w!#$%&'*+.^`|~-]*)))?$/;
