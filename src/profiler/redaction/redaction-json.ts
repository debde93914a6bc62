import { MASK } from '../../core/http/sensitive.ts';
import { hasOauthParameter } from '../../core/http/redact-query.ts';
import { isBit, isCount } from '../../core/redaction/secret-names.ts';
import { isNameKey, isValueKey, sensitivityOfGivenName } from './redaction-name-value.ts';
import type { SecretNames } from '../../core/redaction/secret-names.ts';
import type { TextRedactor } from './redaction-text.ts';
import type { TextRange } from './redaction-yaml.ts';

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
  /** For each open bracket: what its members said of each other so far. */
  readonly #frames: Frame[] = [];
  readonly #edits: Edit[] = [];
  #name = '';
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
          this.#frames.push({ verdict: 'harmless', start: at, isValue: this.#isValue() });
          this.#named = false;
          this.#next = 'harmless';
          at++;
          break;
        case 0x7d: // }
        case 0x5d: // ]
          if (this.#open.pop() === undefined) this.malformed = true;
          this.#next = 'harmless';
          at++;
          this.#closed(at);
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
    return this.#edits.length === 0 ? json : edited(json, this.#edits);
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
      this.#name = decoded(raw);
      this.#next = this.#names.of(this.#name);
      const frame = this.#frames.at(-1);
      if (this.#next === 'harmless' && frame !== undefined && frame.verdict !== 'harmless' && isValueKey(this.#name))
        this.#next = frame.verdict;
      if (frame !== undefined && this.#next === 'harmless') this.#noteOauth(frame);
      return end;
    }
    if (this.#named) this.#valueEnds(start, end, raw);
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
      if (!isNumber && (end < this.#json.length || !BEGUN.test(word))) this.malformed = true;
      if (this.#isSecret() && !(isNumber && counted)) this.#replace(start, end, `"${MASK}"`);
      else if (isNumber && word.length >= CARD && this.#texts.redact(word) !== word)
        this.#replace(start, end, `"${MASK}"`);
    }
    if (this.#named) this.#valueEnds(start, end);
    if (!this.malformed) this.#next = 'harmless';
    return end;
  }

  #replace(from: number, to: number, by: string): void {
    this.#edits.push({ from, to, by });
  }

  #isValue(): boolean {
    return this.#named && isValueKey(this.#name);
  }

  // A list or an object as a value may have its name behind it.
  #closed(end: number): void {
    const frame = this.#frames.pop();
    if (frame?.isValue === true) this.#keep(frame.start, end);
  }

  /** A text or a number that is a member: one that names another, or a value that may be named later. */
  #valueEnds(start: number, end: number, raw?: string): void {
    const frame = this.#frames.at(-1);
    if (frame === undefined) return;
    if (isValueKey(this.#name)) return this.#keep(start, end);
    if (this.#name === 'code') frame.code = { from: start, to: end };
    if (raw === undefined || frame.verdict !== 'harmless' || !isNameKey(this.#name)) return;
    frame.verdict = sensitivityOfGivenName(decoded(raw), this.#names);
    if (frame.verdict === 'harmless') return;
    for (const value of frame.values ?? []) this.#maskEarlier(value, frame.verdict);
  }

  // A token request has its code beside other parameters of OAuth, in any order.
  #noteOauth(frame: Frame): void {
    if (this.#name === 'code' && frame.isOauth === true) this.#next = 'secret';
    if (frame.isOauth === true || !hasOauthParameter([this.#name])) return;
    frame.isOauth = true;
    if (frame.code) this.#maskEarlier(frame.code, 'secret');
  }

  #keep(from: number, to: number): void {
    const frame = this.#frames.at(-1);
    if (frame !== undefined && frame.verdict === 'harmless') (frame.values ??= []).push({ from, to });
  }

  #maskEarlier({ from, to }: TextRange, verdict: 'secret' | 'counted'): void {
    const text = this.#json.slice(from, to);
    const content = text.startsWith('"') ? text.slice(1, -1) : text;
    if (isBit(content) || (verdict === 'counted' && isCount(content))) return;
    this.#replace(from, to, `"${MASK}"`);
  }
}

/** What the members of an object or list said of each other. */
interface Frame {
  /** What a member such as `"name": "password"` says of the value beside it. */
  verdict: 'harmless' | 'secret' | 'counted';
  /** Values that came before any name. */
  values?: TextRange[];
  /** The value of a member `code`, and whether there are parameters of OAuth. */
  code?: TextRange;
  isOauth?: boolean;
  readonly start: number;
  readonly isValue: boolean;
}

interface Edit extends TextRange {
  readonly by: string;
}

// Where an edit is inside another, the outer one replaces all.
function edited(json: string, edits: Edit[]): string {
  let result = '';
  let done = 0;
  for (const { from, to, by } of edits.toSorted((one, other) => one.from - other.from || other.to - one.to)) {
    if (from < done) continue;
    result += json.slice(done, from) + by;
    done = to;
  }
  return result + json.slice(done);
}

const QUOTE = 0x22;
const SECRET = 1;
const CARD = 13;
const BARE = /[^\s"{}[\],:]+/y;
/** The beginning of a number or a literal that was cut off. */
const BEGUN = /^(?:-?\d*(?:\.\d*)?(?:e[+-]?)?|t[ru]{0,2}|f[als]{0,3}|n[ul]{0,2})$/i;
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
