import { JSON } from '../../core/builtins/globals.ts';
import { redactQuery } from '../../core/redaction/redact-url.ts';
import type { SecretNames } from '../../core/redaction/secret-names.ts';
import { findBodyKind } from '../recorder/record-body.ts';
import { redactMultipart } from './redact-multipart.ts';

/** What redacts the texts of bodies. */
export interface BodyRules {
  /** Redacts running text. */
  readonly text: (text: string) => string;
  /** Redacts a JSON text; undefined if the text is invalid. */
  readonly json: (text: string) => string | undefined;
}

/** Redacts the texts of bodies: JSON, forms and multipart bodies by names, others as running text. */
export class BodyRedactor {
  readonly #names: SecretNames;
  readonly #rules: BodyRules;

  constructor(names: SecretNames, rules: BodyRules) {
    this.#names = names;
    this.#rules = rules;
  }

  /** Redacts a text by its media type. */
  redact(text: string, type: string, depth = 0): string {
    const kind = findBodyKind(type);
    if (kind === 'form') return redactQuery(text, { names: this.#names, text: this.#rules.text });
    if (kind === 'multipart' && depth < MAX_MULTIPART_DEPTH) {
      const redactPart = (part: string, partType: string): string => this.redact(part, partType, depth + 1);
      // One character per byte preserves the bytes of files.
      const latin1 = depth === 0 ? text : Buffer.from(text).toString('latin1');
      return redactMultipart(latin1, type, this.#names, redactPart) ?? this.#rules.text(text);
    }
    const json = JSON_START.test(text) ? this.#rules.json(text) : undefined;
    if (json !== undefined) return json;
    return this.#rules.text(text.includes('<script') ? this.#redactScripts(text) : text);
  }

  // Pages contain the data of their components as JSON, and React Router as JSON in a text.
  #redactScripts(page: string): string {
    const blocks = page.replace(JSON_SCRIPT, (whole, front: string, content: string) => {
      const redacted = this.#rules.json(content.trim());
      return redacted === undefined ? whole : front + redacted;
    });
    return blocks.replace(STREAM, (whole, front: string, literal: string) => {
      const redacted = this.#rules.json(JSON.stringify([JSON.parse(literal)]));
      return redacted === undefined ? whole : front + redacted.slice(1, -1);
    });
  }
}

const MAX_MULTIPART_DEPTH = 4;
const JSON_START = /^[\ufeff\p{Cc}\s]{0,100}[[{]/u;
const JSON_SCRIPT =
  /(<script\b[^>]{0,500}?\btype=["']?(?:application\/(?:[\w.-]+\+)?json|importmap|speculationrules)["']?[^>]{0,500}>)([^<]*(?:<(?!\/script)[^<]*)*)/gi;
const STREAM = /(\.(?:enqueue|push)\()("[^"\\]*(?:\\.[^"\\]*)*")(?=\))/g;
