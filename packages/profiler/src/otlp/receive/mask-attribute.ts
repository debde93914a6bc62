import type { Redactor } from '../../record/redaction/redactor.ts';
import { URL_FULL } from '../semantic-conventions.ts';
import type { Attributes } from './received-messages.ts';
import { JSON } from 'oriel-core/builtins';

/** Masks an attribute by its name: as a URL, a header or SQL, or as a member of an object. */
function maskAttribute(name: string, value: unknown, redactor: Redactor): unknown {
  if (typeof value === 'string') {
    if (URLS.has(name)) return redactor.url(value);
    if (name === 'url.query') return redactor.form(value);
    if (SQL.has(name)) return redactor.sql(value);
  }
  const [, header] = HEADER.exec(name) ?? [];
  if (header !== undefined) {
    if (!Array.isArray(value)) return redactor.header(header, toText(value));
    return value.map((element) => redactor.header(header, toText(element)));
  }
  // Names have parts: `app.login.password`.
  const last = name.slice(name.lastIndexOf('.') + 1);
  return maskMember(last, maskMember(name, value, redactor), redactor);
}

/** Masks attributes, each by its name. */
export function maskAttributes(
  attributes: Iterable<readonly [name: string, value: unknown]>,
  redactor: Redactor,
): Record<string, unknown> {
  return Object.fromEntries(Array.from(attributes, ([name, value]) => [name, maskAttribute(name, value, redactor)]));
}

/** Returns the first attribute that is known, by its names in several versions of the conventions, as text. */
export function readAttribute(attributes: Attributes, ...names: readonly string[]): string {
  return toText(names.map((name) => attributes.get(name)).find((value) => value !== undefined));
}

function maskMember(name: string, value: unknown, redactor: Redactor): unknown {
  // Unlike a literal, this creates a member for the name "__proto__".
  const [masked] = Object.values(redactor.value(Object.fromEntries([[name, value]])) as object) as unknown[];
  return masked;
}

/** Returns a received value as text: texts unchanged, others as JSON. */
export function toText(value: unknown): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

const HEADER = /^http\.(?:request|response)\.header\.(.+)$/;
const URLS: ReadonlySet<string> = new Set([URL_FULL, 'http.url', 'http.target', 'url.path', 'url.original']);
const SQL: ReadonlySet<string> = new Set(['db.query.text', 'db.statement']);
