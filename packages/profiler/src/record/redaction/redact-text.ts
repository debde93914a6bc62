import { mayHaveSecret, redactUrl, isMasked, MASK, maskForms, scanText } from 'oriel-core/redaction';
import type { SecretNames, Sensitivity } from 'oriel-core/redaction';

/**
 * Redacts running text in one pass: `name = value` and `name: value` with a secret name, with or without quotes, fields of
 * forms with such a name, URLs, SQL statements, and secrets with a known form. Sentences and source code stay readable.
 * A text without secrets is returned unchanged.
 *
 * @param redactSql redacts a text from the beginning of an SQL statement on
 */
export function redactText(text: string, names: SecretNames, redactSql: (sql: string) => string): string {
  const found = scanText(text);
  if (found === 0 || TIMESTAMP.test(text)) return text;
  const statement = text.length > MIN_SQL_LENGTH ? text.search(STATEMENT) : -1;
  if (statement < 0) return redactWords(text, names, found);
  return redactWords(text.slice(0, statement), names, found) + redactSql(text.slice(statement));
}

/** Redacts a text that contains no SQL statement. `found` is what {@link scanText} returned for it. */
export function redactWords(text: string, names: SecretNames, found = scanText(text)): string {
  let masked = maskForms(text, found);
  if (masked.includes('/')) masked = redactUrls(masked, names);
  if (masked.includes('<')) masked = redactFields(masked, names);
  return redactAssignments(masked, names);
}

function redactUrls(text: string, names: SecretNames): string {
  let result = '';
  let done = 0;
  for (let slash = text.indexOf('/'); slash >= 0; slash = text.indexOf('/', URL_END.lastIndex)) {
    const start = findUrlStart(text, slash);
    URL_END.lastIndex = start === undefined ? slash + 1 : slash;
    if (start === undefined || !URL_END.test(text) || start < done) continue;
    const end = URL_END.lastIndex;
    const url = text.slice(start, end);
    const redacted = mayHaveSecret(url) ? redactUrl(url, { names }) : url;
    if (redacted === url) continue;
    result += text.slice(done, start) + redacted;
    done = end;
  }
  return result + text.slice(done);
}

// `<input name="csrf_token" value="…">`, `<meta name="csrf-token" content="…">`
function redactFields(text: string, names: SecretNames): string {
  return text.replace(FIELD, (tag) => {
    const name = NAME_ATTRIBUTE.exec(tag)?.[1];
    if (name === undefined) return tag;
    return tag.replace(VALUE_ATTRIBUTE, (match, front: string, quote: string, value: string) =>
      names.masks(name, value) ? front + quote + MASK + quote : match,
    );
  });
}

function redactAssignments(text: string, names: SecretNames): string {
  let result = '';
  let done = 0;
  OPERATOR.lastIndex = 0;
  while (OPERATOR.test(text)) {
    const operator = OPERATOR.lastIndex - 1;
    const name = readNameBefore(text, operator);
    const sensitivity = name === '' ? 'harmless' : names.classify(name);
    const value = sensitivity === 'harmless' ? undefined : readValue(text, operator, name);
    if (value === undefined) continue;
    OPERATOR.lastIndex = Math.max(OPERATOR.lastIndex, value.end);
    if (!isSecretValue(value, operator, sensitivity, text)) continue;
    result += text.slice(done, value.start) + MASK;
    done = value.end;
  }
  return result + text.slice(done);
}

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/;
const MIN_SQL_LENGTH = 20;
const STATEMENT =
  /(?<![\w.])(?:INSERT\s{1,4}INTO|REPLACE\s{1,4}INTO|UPDATE\s{1,4}["`[\w.]{1,100}\]?\s{1,4}(?:AS\s|SET\s|"|`)|DELETE\s{1,4}FROM|SELECT\s[^\n]{1,2000}?\sFROM|(?:CREATE|ALTER)\s{1,4}(?:USER|ROLE))\s?/i;
const URL_END = /[^\s"'`<>\\{}|]*/y;
const FIELD = /<(?:input|meta|param|property|add|setting|entry|option|button)\s[^<>]{1,2000}>/gi;
const NAME_ATTRIBUTE = /\s(?:name|key|property)\s?=\s?["']?([^"'\s>]{1,200})/i;
const VALUE_ATTRIBUTE = /(\s(?:value|content)\s?=\s?)(["']?)([^"'>]*)\2/i;
const OPERATOR = /[:=]/g;
const MAX_NAME_LENGTH = 100;
const MAX_VALUE_LENGTH = 16_384;

// An absolute URL begins with its scheme, and a path behind a blank, a quotation mark or a bracket.
function findUrlStart(text: string, slash: number): number | undefined {
  if (text[slash - 1] !== ':' || text[slash + 1] !== '/')
    return slash === 0 || /[\s"'`(=[,>]/.test(text[slash - 1]!) ? slash : undefined;
  return slash - 1 - SCHEME.exec(text.slice(Math.max(0, slash - 20), slash - 1))![0].length;
}

const SCHEME = /[a-z\d+.-]{0,19}$/i;

function readNameBefore(text: string, operator: number): string {
  // `==` and `::` are no assignments.
  const next = text[operator + 1];
  if (next === '=' || (next === ':' && text[operator] === ':')) return '';
  let end = operator;
  while (end > 0 && operator - end < 8 && CLOSING.includes(text[end - 1]!)) end--;
  let start = end;
  while (start > 0 && end - start < MAX_NAME_LENGTH && (NAME_CODES[text.charCodeAt(start - 1)] ?? 1) === 1) start--;
  return text.slice(start, end);
}

// Characters that are not ASCII may be a part of a name.
const NAME_CODES = Uint8Array.from({ length: 128 }, (_, code) => (/[\w.$-]/.test(String.fromCharCode(code)) ? 1 : 0));
const CLOSING = ' "\'`])}\\';

interface FoundValue {
  readonly start: number;
  readonly end: number;
  readonly isQuoted: boolean;
}

function readValue(text: string, operator: number, name: string): FoundValue | undefined {
  const isArrow = text[operator + 1] === '>';
  SPACES.lastIndex = operator + (isArrow ? 2 : 1);
  SPACES.test(text);
  const from = SPACES.lastIndex;
  QUOTE.lastIndex = from;
  const quote = QUOTE.exec(text)?.[0];
  if (quote !== undefined) {
    const start = from + quote.length;
    const end = findClosing(text, start, quote);
    return end === start ? undefined : { start, end, isQuoted: true };
  }
  const value = HEADERS.test(name) ? HEADER_VALUE : WORD;
  value.lastIndex = from;
  if (isArrow || !value.test(text)) return undefined;
  return { start: from, end: value.lastIndex, isQuoted: false };
}

// A quotation mark in a text that is quoted itself has backslashes: `{\"password\":\"x\"}`.
function findClosing(text: string, start: number, quote: string): number {
  const limit = Math.min(text.length, start + MAX_VALUE_LENGTH);
  for (let end = text.indexOf(quote, start); end >= 0 && end < limit; end = text.indexOf(quote, end + 1)) {
    let backslashes = 0;
    while (text[end - 1 - backslashes] === '\\') backslashes++;
    if (backslashes % 2 === 0) return end;
  }
  LINE.lastIndex = start;
  LINE.test(text);
  return Math.min(LINE.lastIndex, limit);
}

function isSecretValue(found: FoundValue, operator: number, sensitivity: Sensitivity, text: string): boolean {
  const { start, end, isQuoted } = found;
  const value = text.slice(start, end);
  if (isQuoted) return isMasked(sensitivity, value);
  if (!isMasked(sensitivity, /^\d+(?:\.\d+)?$/.test(value) ? Number(value) : value)) return false;
  // A variable of a shell, PHP or GraphQL, and the type of one.
  if (value.startsWith('$') || VARIABLE.test(text.slice(Math.max(0, operator - 60), operator))) return false;
  // Words without digits may be a sentence, a type or source code.
  return (
    !/^[A-Za-z_$.!?-]+$/.test(value) ||
    !(TYPES.test(value) || isCode(text, operator, end) || isSentence(text, operator, end))
  );
}

function isCode(text: string, operator: number, end: number): boolean {
  if (CODE_AFTER.test(text.slice(end, end + 40))) return true;
  return /\b(?:const|let|var|this\.\S{0,40})\s[^\n]{0,60}$/.test(text.slice(Math.max(0, operator - 80), operator));
}

// At least two more words follow on the line, as in `Keys: see the next page`.
function isSentence(text: string, operator: number, end: number): boolean {
  return text.startsWith(': ', operator) && /^[,.]? [a-z]+(?: [a-z]+|[.,;]|$)/i.test(text.slice(end, end + 80));
}

const SPACES = /[ \t]{0,20}(?:\r?\n[ \t]{0,80}(?=["[]))?([[(]?)[ \t]{0,8}/y;
const QUOTE = /\\{0,7}["'`]/y;
const WORD = /(?:(?:Bearer|Basic|Digest|Token|ApiKey|Negotiate|DPoP)[ \t]{1,4})?[^\s,;&"'`<>(){}[\]\\|]+/iy;
const HEADERS = /^(?:[\w-]*authorization|(?:set-)?cookie)$/i;
const HEADER_VALUE = /[^\r\n"'`<>{}\\]+/y;
const LINE = /[^\r\n]*/y;
const TYPES =
  /^(?:string|number|boolean|object|unknown|any|never|required|invalid|missing|expired|none|text|varchar|process\.env.*|undefined|null|wrong|incorrect|ok|failed|redacted)$/i;
const VARIABLE = /\$\w{1,50} ?$/;
const CODE_AFTER = /^(?:[([;`]| (?:\w+[.(]|[|&=?+]{1,3} |=>))/;
