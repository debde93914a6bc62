import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import type { ProfileData } from '../../profile.ts';
import type { QueryTerm } from '../../search/profile-query.ts';
import { lowerAscii, matchesProfile } from '../../search/query-match.ts';
import { textsIdOf, unpack } from '../packing/unpack.ts';

/** The shared texts of a list by its name. */
export type TextsOf = (id: string) => readonly string[];

/** The data of a profile as they are kept: packed, or JSON text. Undefined when they cannot be read. */
export function readData(data: SQLOutputValue | undefined, textsOf: TextsOf): ProfileData | undefined {
  // What a power cut left may be anything.
  try {
    if (data instanceof Uint8Array) return unpack(data, textsOf(textsIdOf(data)));
    return JSON.parse(String(data)) as ProfileData;
  } catch {
    return undefined;
  }
}

/**
 * Teaches a database the function `profile_holds(data, term)`: does what only the data of a profile tells fulfil a term,
 * given as JSON text?
 */
export function defineDataTerms(database: DatabaseSync, textsOf: TextsOf): void {
  const questions = new Map<string, DataQuestion>();
  database.function('profile_holds', { directOnly: true }, (data, term) => {
    const text = String(term);
    let question = questions.get(text);
    if (!question) {
      if (questions.size >= MOST_QUESTIONS) questions.clear();
      questions.set(text, (question = new DataQuestion(JSON.parse(text) as QueryTerm, textsOf)));
    }
    return question.holds(data) ? 1 : 0;
  });
}

const MOST_QUESTIONS = 16;

/** First the bytes are searched as they are, which nearly every profile fails at; only then are they unpacked. */
export class DataQuestion {
  readonly #matches: (data: ProfileData) => boolean;
  readonly #wanted: string;
  readonly #wantedBytes: string;
  /** As it stands in a form, which is kept as JSON. */
  readonly #wantedInForm: string;
  readonly #textsOf: TextsOf;
  readonly #known = new Map<string, { readonly size: number; readonly holds: boolean }>();

  constructor(term: QueryTerm, textsOf: TextsOf) {
    const matches = matchesProfile({ terms: [term] });
    this.#matches = (data) => matches({} as never, data);
    this.#wanted = lowerAscii(String(term.value));
    this.#wantedBytes = Buffer.from(this.#wanted).toString('latin1').toLowerCase();
    this.#wantedInForm = JSON.stringify(this.#wanted).slice(1, -1);
    this.#textsOf = textsOf;
  }

  holds(data: SQLOutputValue): boolean {
    if (data instanceof Uint8Array && !this.#may(data)) return false;
    const read = readData(data, this.#textsOf);
    return read !== undefined && this.#matches(read);
  }

  #may(data: Uint8Array): boolean {
    // Letters beyond ASCII change on both sides alike.
    const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('latin1').toLowerCase();
    return bytes.includes(this.#wantedBytes) || this.#mayShared(textsIdOf(data));
  }

  #mayShared(id: string): boolean {
    const texts = this.#textsOf(id);
    const known = this.#known.get(id);
    if (known?.size === texts.length) return known.holds;
    const holds = texts.some((text) => this.#isIn(lowerAscii(text)));
    this.#known.set(id, { size: texts.length, holds });
    return holds;
  }

  #isIn(text: string): boolean {
    return text.includes(this.#wanted) || text.includes(this.#wantedInForm);
  }
}
