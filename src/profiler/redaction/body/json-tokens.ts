import type { TextRange } from '../text/yaml.ts';
import { JSON } from '../../../core/builtins/globals.ts';

/** Returns the position of the quotation mark that closes a string. */
export function endOfString(json: string, from: number): number {
  for (let at = json.indexOf('"', from); at >= 0; at = json.indexOf('"', at + 1)) {
    let escapes = 0;
    while (at - escapes > from && json.charCodeAt(at - escapes - 1) === 0x5c) escapes++;
    if (escapes % 2 === 0) return at;
  }
  return json.length;
}

/** Returns whether a string is the name of a member. */
export function isFollowedByColon(json: string, from: number): boolean {
  COLON.lastIndex = from;
  return COLON.test(json);
}

const COLON = /\s*:/y;

/** Decodes the escapes of a string; returns an invalid string unchanged. */
export function decodeString(raw: string): string {
  if (!raw.includes('\\')) return raw;
  try {
    return JSON.parse(`"${raw}"`) as string;
  } catch {
    return raw;
  }
}

/** A replacement of a part of a text. */
export interface Edit extends TextRange {
  readonly by: string;
}

/** Replaces ranges of a text. Of nested ranges only the outer one is replaced. */
export function applyEdits(json: string, edits: Edit[]): string {
  let result = '';
  let done = 0;
  for (const { from, to, by } of edits.toSorted((one, other) => one.from - other.from || other.to - one.to)) {
    if (from < done) continue;
    result += json.slice(done, from) + by;
    done = to;
  }
  return result + json.slice(done);
}

export const WORD = /[^\s"{}[\],:]+/y;
/** The beginning of a truncated number or literal. */
export const TRUNCATED_WORD = /^(?:-?\d*(?:\.\d*)?(?:e[+-]?)?|t[ru]{0,2}|f[als]{0,3}|n[ul]{0,2})$/i;
export const LITERAL = /^(?:true|false|null)$/;
export const NUMBER = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;
