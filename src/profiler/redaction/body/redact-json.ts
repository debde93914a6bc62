import { MASK } from '../../../core/redaction/sensitivity.ts';
import { hasOauthParameter } from '../../../core/redaction/redact-url.ts';
import { isBit, isCount } from '../../../core/redaction/secret-names.ts';
import { takePairVerdict } from './json-frame.ts';
import type { Frame } from './json-frame.ts';
import { isValueKey, sensitivityNamedBy } from '../text/named-values.ts';
import type { Sensitivity } from '../../../core/redaction/sensitivity.ts';
import type { SecretNames } from '../../../core/redaction/secret-names.ts';
import type { TextRedactor } from '../text/text-redactor.ts';
import type { TextRange } from '../text/yaml.ts';
import {
  WORD,
  TRUNCATED_WORD,
  LITERAL,
  NUMBER,
  applyEdits,
  decodeString,
  endOfString,
  isFollowedByColon,
} from './json-tokens.ts';
import type { Edit } from './json-tokens.ts';
import { JSON } from '../../../core/builtins/globals.ts';

/**
 * Masks secrets in JSON text at any depth and keeps every other character: order, spaces and numbers. It reads tokens
 * instead of parsing, so that it handles truncated and malformed JSON, which is also redacted as text, and sequences of
 * values (NDJSON).
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
  /** For each open bracket: whether everything inside is a secret. */
  readonly #open: number[] = [];
  /** For each open bracket: the state of its members. */
  readonly #frames: Frame[] = [];
  readonly #edits: Edit[] = [];
  #name = '';
  /** The sensitivity of the next value. */
  #next: Sensitivity = 'harmless';
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
          at = this.#readString(at);
          break;
        case 0x7b: // {
        case 0x5b: // [
          this.#open.push(this.#isSecret() ? SECRET : 0);
          this.#frames.push(this.#frameAt(at));
          this.#named = false;
          this.#next = 'harmless';
          at++;
          break;
        case 0x7d: // }
        case 0x5d: // ]
          if (this.#open.pop() === undefined) this.malformed = true;
          this.#next = 'harmless';
          at++;
          this.#endOfBrackets(at);
          break;
        case 0x2c: // ,
          this.#next = takePairVerdict(this.#frames.at(-1));
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
          at = this.#readWord(at);
      }
    }
    return applyEdits(json, this.#edits);
  }

  #isSecret(): boolean {
    return this.#next === 'secret' || this.#next === 'counted' || this.#open.at(-1) === SECRET;
  }

  #readString(start: number): number {
    const json = this.#json;
    const close = endOfString(json, start + 1);
    const end = Math.min(close + 1, json.length);
    const raw = json.slice(start + 1, close);
    if (isFollowedByColon(json, end)) {
      // A second name in place of a value could hide that value.
      if (this.#named) this.malformed = true;
      this.#named = true;
      this.#name = decodeString(raw);
      this.#next = this.#names.of(this.#name);
      const frame = this.#frames.at(-1);
      if (this.#next === 'harmless' && frame !== undefined && frame.verdict !== 'harmless' && isValueKey(this.#name))
        this.#next = frame.verdict;
      if (frame !== undefined && this.#next === 'harmless') this.#trackOauth(frame);
      return end;
    }
    if (this.#named) this.#endOfValue(start, end, raw);
    else this.#nameOfPair(raw);
    const masked = this.#isSecret() ? this.#maskText(raw) : this.#redactText(raw);
    if (masked !== raw) this.#replace(start + 1, close, masked);
    this.#next = 'harmless';
    return end;
  }

  #maskText(raw: string): string {
    const isKept = isBit(raw) || (this.#open.at(-1) !== SECRET && this.#next === 'counted' && isCount(raw));
    return isKept ? raw : MASK;
  }

  #redactText(raw: string): string {
    const text = decodeString(raw);
    const redacted = this.#texts.redact(text);
    return redacted === text ? raw : JSON.stringify(redacted).slice(1, -1);
  }

  /** Reads a number, a literal, or an unexpected word. */
  #readWord(start: number): number {
    WORD.lastIndex = start;
    const word = WORD.exec(this.#json)?.[0] ?? this.#json[start]!;
    const end = start + word.length;
    const counted = this.#next === 'counted' && this.#open.at(-1) !== SECRET;
    if (!LITERAL.test(word)) {
      const isNumber = NUMBER.test(word);
      // A truncated number at the end does not make the text malformed.
      if (!isNumber && (end < this.#json.length || !TRUNCATED_WORD.test(word))) this.malformed = true;
      if (this.#isSecret() && !(isNumber && counted)) this.#replace(start, end, `"${MASK}"`);
      else if (isNumber && word.length >= MIN_CARD_LENGTH && this.#texts.redact(word) !== word)
        this.#replace(start, end, `"${MASK}"`);
    }
    if (this.#named) this.#endOfValue(start, end);
    if (!this.malformed) this.#next = 'harmless';
    return end;
  }

  #replace(from: number, to: number, by: string): void {
    this.#edits.push({ from, to, by });
  }

  #frameAt(start: number): Frame {
    const isList = this.#json.charCodeAt(start) === BRACKET;
    const isPair = isList && this.#frames.at(-1)?.isList === true;
    return { verdict: 'harmless', start, isValue: this.#isValue(), isList, pair: isPair ? 'name' : 'none' };
  }

  // A list of pairs, as `Object.entries` returns it: `[["password", "x"]]`.
  #nameOfPair(raw: string): void {
    const frame = this.#frames.at(-1);
    if (frame?.pair === 'name') frame.pair = this.#names.of(decodeString(raw));
  }

  #isValue(): boolean {
    return this.#named && isValueKey(this.#name);
  }

  // The name of a list or an object may follow it.
  #endOfBrackets(end: number): void {
    const frame = this.#frames.pop();
    if (frame?.isValue === true) this.#rememberValue(frame.start, end);
  }

  /** Handles a text or a number that is a member: the name of another member, or a value that may be named later. */
  #endOfValue(start: number, end: number, raw?: string): void {
    const frame = this.#frames.at(-1);
    if (frame === undefined) return;
    if (isValueKey(this.#name)) return this.#rememberValue(start, end);
    if (this.#name === 'code') frame.code = { from: start, to: end };
    if (raw === undefined || frame.verdict !== 'harmless') return;
    frame.verdict = sensitivityNamedBy(this.#name, decodeString(raw), this.#names);
    if (frame.verdict === 'harmless') return;
    for (const value of frame.values ?? []) this.#maskEarlier(value, frame.verdict);
  }

  // A token request has the code and other OAuth parameters in any order.
  #trackOauth(frame: Frame): void {
    if (this.#name === 'code' && frame.isOauth === true) this.#next = 'secret';
    if (frame.isOauth === true || !hasOauthParameter([this.#name])) return;
    frame.isOauth = true;
    if (frame.code) this.#maskEarlier(frame.code, 'secret');
  }

  #rememberValue(from: number, to: number): void {
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

const QUOTE = 0x22;
const BRACKET = 0x5b;
const SECRET = 1;
const MIN_CARD_LENGTH = 13;
