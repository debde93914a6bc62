import { JSON } from 'oriel-core/builtins';
import { redactQuery } from 'oriel-core/redaction';
import type { SecretNames } from 'oriel-core/redaction';
import { findBodyKind } from '../record-body.ts';
import { redactMultipart } from './redact-multipart.ts';

/** What redacts the texts of bodies. */
export interface BodyRules {
  readonly names: SecretNames;
  /** Redacts running text. */
  readonly text: (text: string) => string;
  /** Redacts a JSON text; undefined if the text is invalid. */
  readonly json: (text: string) => string | undefined;
}

/** Redacts the text of a body by its media type: JSON, forms and multipart bodies by names, others as running text. */
export function redactBody(text: string, type: string, rules: BodyRules, depth = 0): string {
  const kind = findBodyKind(type);
  if (kind === 'form') return redactQuery(text, rules);
  if (kind === 'multipart' && depth < MAX_MULTIPART_DEPTH) {
    const redactPart = (part: string, partType: string): string => redactBody(part, partType, rules, depth + 1);
    // One character per byte preserves the bytes of files.
    const latin1 = depth === 0 ? text : Buffer.from(text).toString('latin1');
    return redactMultipart(latin1, type, rules.names, redactPart) ?? rules.text(text);
  }
  const json = JSON_START.test(text) ? rules.json(text) : undefined;
  return json ?? rules.text(text.includes('<script') ? redactScripts(text, rules) : text);
}

// Pages contain the data of their components as JSON, and React Router as JSON in a text.
function redactScripts(page: string, { json }: BodyRules): string {
  return page
    .replace(JSON_SCRIPT, (_, front: string, content: string) => front + (json(content.trim()) ?? content))
    .replace(STREAM, (match, front: string, literal: string) => {
      const redacted = json(JSON.stringify([JSON.parse(literal)]));
      return redacted === undefined ? match : front + redacted.slice(1, -1);
    });
}

const MAX_MULTIPART_DEPTH = 4;
const JSON_START = /^[\ufeff\p{Cc}\s]{0,100}[[{]/u;
const JSON_SCRIPT =
  /(<script\b[^>]{0,500}?\btype=["']?(?:application\/(?:[\w.-]+\+)?json|importmap|speculationrules)["']?[^>]{0,500}>)([^<]*(?:<(?!\/script)[^<]*)*)/gi;
const STREAM = /(\.(?:enqueue|push)\()("[^"\\]*(?:\\.[^"\\]*)*")(?=\))/g;
