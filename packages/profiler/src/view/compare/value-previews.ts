import { isContainer } from './value-numbering.ts';

/** The longest text of a value in a comparison. */
const MAX_LENGTH = 200;

/** Returns the name of the type of a JSON value; an empty text for a value that is absent. */
export function describeType(value: unknown): string {
  if (value === undefined) return '';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'list';
  return typeof value === 'string' ? 'text' : typeof value;
}

/** Returns a JSON value as text of at most 200 characters. */
export function previewValue(value: unknown): string {
  return shorten(toText(value));
}

/** Returns two values as texts of at most 200 characters. Those of texts include the first difference. */
export function excerptValues(before: unknown, after: unknown): { readonly before: string; readonly after: string } {
  return excerptTexts(toText(before), toText(after));
}

/** Returns excerpts of at most 200 characters from two texts, which include the first difference. */
export function excerptTexts(before: string, after: string): { readonly before: string; readonly after: string } {
  const shortest = Math.min(before.length, after.length);
  let common = 0;
  while (common < shortest && before.charCodeAt(common) === after.charCodeAt(common)) common++;
  const longest = Math.max(before.length, after.length);
  const start = longest <= MAX_LENGTH ? 0 : Math.max(0, Math.min(common - MAX_LENGTH / 4, longest - MAX_LENGTH));
  const cut = (text: string): string => shorten(start === 0 ? text : `…${text.slice(start).toWellFormed()}`);
  return { before: cut(before), after: cut(after) };
}

function shorten(text: string): string {
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 1).toWellFormed()}…` : text;
}

/** Returns the beginning of the JSON of a value. The depth of the recursion is limited, because each level adds a character. */
function toText(value: unknown, maxLength = MAX_LENGTH + 1): string {
  if (value === undefined) return '';
  if (!isContainer(value)) return JSON.stringify(value);
  const isList = Array.isArray(value);
  let text = isList ? '[' : '{';
  for (const [name, part] of Object.entries(value)) {
    if (text.length > 1) text += ',';
    if (!isList) text += `${JSON.stringify(name)}:`;
    if (text.length >= maxLength) return text;
    text += toText(part, maxLength - text.length);
  }
  return text + (isList ? ']' : '}');
}
