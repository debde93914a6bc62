import type { PageRows, RowColumn, RowPart } from '../declare/list-request.ts';
import type { LinkModel, ResourceModel } from '../model/resource-model.ts';
import { writeLink } from '../model/wire-item.ts';

/**
 * Writes rows as JSON, exactly as `JSON.stringify` writes the list of their items, without creating the items. The writer of a
 * row is cached per parts and fields.
 */
export function writeRows({ parts, values }: PageRows, resource: ResourceModel, shown: readonly string[]): string {
  const write = writerOf(parts, resource, shown);
  let text = '';
  for (const row of values) text += (text === '' ? '[' : ',') + write(row);
  return text === '' ? '[]' : `${text}]`;
}

type Row = readonly unknown[];
type WriteRow = (row: Row) => string;
// Appends the members of one part to an object that starts with `{`.
type WritePart = (text: string, value: unknown) => string;

// Both keys live as long as the resource, unless a request selects fields.
const writers = new WeakMap<readonly RowPart[], WeakMap<readonly string[], WriteRow>>();

function writerOf(parts: readonly RowPart[], resource: ResourceModel, shown: readonly string[]): WriteRow {
  let known = writers.get(parts);
  if (known === undefined) writers.set(parts, (known = new WeakMap()));
  let write = known.get(shown);
  if (write === undefined) known.set(shown, (write = createWriter(parts, resource, shown)));
  return write;
}

function createWriter(parts: readonly RowPart[], { fieldByName }: ResourceModel, shown: readonly string[]): WriteRow {
  const [only] = parts;
  if (parts.length === 1 && 'isJson' in only! && only.optional.length === 0) return (row) => row[0] as string;
  const writes = parts.flatMap((part, index): { index: number; write: WritePart }[] => {
    if ('isJson' in part) return [{ index, write: textWriter(part.optional) }];
    return shown.includes(part.field) ? [{ index, write: memberWriter(part, fieldByName.get(part.field)?.link) }] : [];
  });
  return (row) => {
    let text = '{';
    for (const { index, write } of writes) text = write(text, row[index]);
    return `${text}}`;
  };
}

function textWriter(optional: readonly string[]): WritePart {
  const membersOf = optional.length === 0 ? inside : insideWithout(optional);
  return (text, value) => {
    const members = membersOf(value as string);
    if (members === '') return text;
    return text === '{' ? text + members : `${text},${members}`;
  };
}

function inside(object: string): string {
  return object.slice(1, -1);
}

// The values are scalars with escaped quotes, so this text can only be a member.
function insideWithout(optional: readonly string[]): (object: string) => string {
  const missing = optional.map((name) => `,${JSON.stringify(name)}:null`);
  return (object) => {
    const members = inside(object);
    if (!members.includes(':null')) return members;
    return missing.reduce((text, each) => text.replace(each, ''), `,${members}`).slice(1);
  };
}

function memberWriter({ field, kind, nullable, decode }: RowColumn, link: LinkModel | undefined): WritePart {
  const first = `${JSON.stringify(field)}:`;
  const next = `,${first}`;
  const isNumber = !link && (!decode || kind === 'integer' || kind === 'number');
  const decoded = (value: unknown): unknown => (decode ? decode(value) : value);
  const write = link
    ? (value: unknown) => linkText(writeLink(decoded(value), link))
    : (value: unknown) => JSON.stringify(decoded(value));
  return (text, value) => {
    if (value === null && !nullable) return text;
    const key = text === '{' ? first : next;
    // SQLite supports infinity and large integers, which are decoded.
    const plain = value === null || (typeof value === 'number' && isNumber && Math.abs(value) <= LARGEST);
    return text + key + (plain ? value : write(value));
  };
}

const LARGEST = Number.MAX_SAFE_INTEGER;

// Most links have no characters that JSON escapes.
function linkText(value: unknown): string {
  return typeof value === 'string' && UNESCAPED.test(value) ? `"${value}"` : JSON.stringify(value);
}

const UNESCAPED = /^[\w./%~-]*$/;
