import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import type { ProfileData } from '../../profile/profile.ts';
import type { QueryTerm } from '../search/profile-query.ts';
import { lowerAscii } from '../search/query-match-data.ts';
import { matchesProfile } from '../search/query-match.ts';
import { decodeProfile, getTextsId } from './codec/profile-codec.ts';
import { HEAD_LENGTH, ProfileWriter } from './codec/profile-writer.ts';
import { SharedTexts } from './codec/shared-texts.ts';
import { JSON } from 'oriel-core/builtins';

/** Returns the shared texts of a list by its id. */
export type TextsOf = (id: string) => readonly string[];

/** Decodes the data of a profile. Returns undefined for damaged data. */
export function readData(data: SQLOutputValue | undefined, textsOf: TextsOf): ProfileData | undefined {
  if (!(data instanceof Uint8Array)) return undefined;
  try {
    return decodeProfile(data, textsOf(getTextsId(data)));
  } catch {
    return undefined;
  }
}

/** Defines the SQL function `profile_matches(data, term)`: whether encoded data match a query term, given as JSON. */
export function defineDataSearch(database: DatabaseSync, textsOf: TextsOf): void {
  const matchers = new Map<string, DataMatcher>();
  database.function('profile_matches', { directOnly: true }, (data, term) => {
    const text = String(term);
    let matcher = matchers.get(text);
    if (!matcher) {
      if (matchers.size >= MAX_MATCHERS) matchers.clear();
      matchers.set(text, (matcher = new DataMatcher(JSON.parse(text) as QueryTerm, textsOf)));
    }
    return matcher.matches(data) ? 1 : 0;
  });
}

const MAX_MATCHERS = 16;

/** Searches the encoded bytes first, and decodes only profiles that contain the text. */
class DataMatcher {
  readonly #matches: (data: ProfileData) => boolean;
  readonly #wanted: string;
  readonly #wantedBytes: readonly string[];
  readonly #textsOf: TextsOf;
  readonly #lists = new Map<string, { readonly size: number; readonly contains: boolean }>();

  constructor(term: QueryTerm, textsOf: TextsOf) {
    const matches = matchesProfile({ terms: [term] });
    this.#matches = (data) => matches({} as never, data);
    this.#wanted = lowerAscii(String(term.value));
    this.#wantedBytes = [Buffer.from(this.#wanted), ...encodeNumber(term)].map(toLowerLatin);
    this.#textsOf = textsOf;
  }

  matches(data: SQLOutputValue): boolean {
    if (data instanceof Uint8Array && !this.#mayMatch(data)) return false;
    const decoded = readData(data, this.#textsOf);
    return decoded !== undefined && this.#matches(decoded);
  }

  #mayMatch(data: Uint8Array): boolean {
    // `toLowerCase` also changes bytes of other letters, in the same way on both sides.
    const bytes = toLowerLatin(Buffer.from(data.buffer, data.byteOffset, data.byteLength));
    return this.#wantedBytes.some((wanted) => bytes.includes(wanted)) || this.#isInSharedTexts(getTextsId(data));
  }

  #isInSharedTexts(id: string): boolean {
    const texts = this.#textsOf(id);
    const cached = this.#lists.get(id);
    if (cached?.size === texts.length) return cached.contains;
    const escaped = JSON.stringify(this.#wanted).slice(1, -1);
    const contains = texts.map(lowerAscii).some((text) => text.includes(this.#wanted) || text.includes(escaped));
    this.#lists.set(id, { size: texts.length, contains });
    return contains;
  }
}

function toLowerLatin(bytes: Buffer): string {
  return bytes.toString('latin1').toLowerCase();
}

// A parameter of a query or the ID of a user can be a number, which is not encoded as text.
function encodeNumber({ operator, value }: QueryTerm): Buffer[] {
  const number = Number(value);
  if (operator !== 'is' || String(number) !== String(value)) return [];
  const writer = new ProfileWriter();
  writer.begin(0, new SharedTexts());
  writer.number(number);
  return [Buffer.from(writer.end().subarray(HEAD_LENGTH))];
}
