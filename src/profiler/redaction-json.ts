import { MASK } from '../http/index.ts';
import { isBit, isCount } from './redaction-names.ts';
import type { SecretNames } from './redaction-names.ts';
import type { TextRedactor } from './redaction-text.ts';

/**
 * Masks secrets in JSON text at any depth and leaves every other character as it was sent, order, spaces and numbers
 * included. It walks over tokens instead of parsing, so it also bears texts that are cut off or no JSON at all; those it
 * looks through once more as running text. Several values in a row (NDJSON) are fine.
 */
export function redactJson(json: string, names: SecretNames, texts: TextRedactor): string {
  const walk = new JsonWalk(json, names, texts);
  const result = walk.run();
  return walk.malformed ? texts.redact(result) : result;
}

class JsonWalk {
  malformed = false;
  readonly #json: string;
  readonly #names: SecretNames;
  readonly #texts: TextRedactor;
  /** For each open bracket: is everything inside a secret? */
  readonly #open: number[] = [];
  #result = '';
  #done = 0;
  /** What the name in front says of the value that comes next. */
  #next: 'harmless' | 'secret' | 'counted' = 'harmless';
  #named = false;

  constructor(json: string, names: SecretNames, texts: TextRedactor) {
    this.#json = json;
    this.#names = names;
    this.#texts = texts;
  }

  run(): string {
    const json = this.#json;
    for (let at = 0; at < json.length;) {
      switch (json.charCodeAt(at)) {
        case QUOTE:
          at = this.#string(at);
          break;
        case 0x7b: // {
        case 0x5b: // [
          this.#open.push(this.#isSecret() ? SECRET : 0);
          this.#named = false;
          this.#next = 'harmless';
          at++;
          break;
        case 0x7d: // }
        case 0x5d: // ]
          if (this.#open.pop() === undefined) this.malformed = true;
          this.#next = 'harmless';
          at++;
          break;
        case 0x2c: // ,
          this.#next = 'harmless';
          this.#named = false;
          at++;
          break;
        case 0x3a: // :
        case 0x20:
        case 0x0a:
        case 0x0d:
        case 0x09:
        case 0x1e: // between the values of a JSON text sequence
        case 0xfeff:
          at++;
          break;
        default:
          at = this.#bare(at);
      }
    }
    return this.#done === 0 ? json : this.#result + json.slice(this.#done);
  }

  #isSecret(): boolean {
    return this.#next === 'secret' || this.#next === 'counted' || this.#open.at(-1) === SECRET;
  }

  #string(start: number): number {
    const json = this.#json;
    const close = endOfString(json, start + 1);
    const end = Math.min(close + 1, json.length);
    const raw = json.slice(start + 1, close);
    if (isFollowedByColon(json, end)) {
      // A second name where a value belongs could hide that value.
      if (this.#named) this.malformed = true;
      this.#named = true;
      this.#next = this.#names.of(decoded(raw));
      return end;
    }
    const masked = this.#isSecret() ? this.#maskedText(raw) : this.#searched(raw);
    if (masked !== raw) this.#replace(start + 1, close, masked);
    this.#next = 'harmless';
    return end;
  }

  #maskedText(raw: string): string {
    const spared = isBit(raw) || (this.#open.at(-1) !== SECRET && this.#next === 'counted' && isCount(raw));
    return spared ? raw : MASK;
  }

  #searched(raw: string): string {
    const text = decoded(raw);
    const redacted = this.#texts.redact(text);
    return redacted === text ? raw : JSON.stringify(redacted).slice(1, -1);
  }

  /** A number, a literal, or something that has no business here. */
  #bare(start: number): number {
    BARE.lastIndex = start;
    const word = BARE.exec(this.#json)?.[0] ?? this.#json[start]!;
    const end = start + word.length;
    const counted = this.#next === 'counted' && this.#open.at(-1) !== SECRET;
    if (!LITERAL.test(word)) {
      const isNumber = NUMBER.test(word);
      // A number that is cut off looks like none; that is no reason to search everything again.
      if (!isNumber && end < this.#json.length) this.malformed = true;
      if (this.#isSecret() && !(isNumber && counted)) this.#replace(start, end, `"${MASK}"`);
      else if (isNumber && word.length >= CARD && this.#texts.redact(word) !== word)
        this.#replace(start, end, `"${MASK}"`);
    }
    if (!this.malformed) this.#next = 'harmless';
    return end;
  }

  #replace(from: number, to: number, by: string): void {
    this.#result += this.#json.slice(this.#done, from) + by;
    this.#done = to;
  }
}

const QUOTE = 0x22;
const SECRET = 1;
const CARD = 13;
const BARE = /[^\s"{}[\],:]+/y;
const LITERAL = /^(?:true|false|null)$/;
const NUMBER = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;

function endOfString(json: string, from: number): number {
  for (let at = json.indexOf('"', from); at >= 0; at = json.indexOf('"', at + 1)) {
    let escapes = 0;
    while (at - escapes > from && json.charCodeAt(at - escapes - 1) === 0x5c) escapes++;
    if (escapes % 2 === 0) return at;
  }
  return json.length;
}

function isFollowedByColon(json: string, from: number): boolean {
  COLON.lastIndex = from;
  return COLON.test(json);
}

const COLON = /\s*:/y;

function decoded(raw: string): string {
  if (!raw.includes('\\')) return raw;
  try {
    return JSON.parse(`"${raw}"`) as string;
  } catch {
    return raw;
  }
}
