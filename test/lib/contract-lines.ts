import type { Json } from './contract.ts';
import { branchesFor } from './schemas.ts';
import type { SchemaKind, Schemas } from './schemas.ts';

type Fail = (difference: string) => never;

/** The schema of each line of a text: in OpenAPI 3.1 that of its content, since 3.2 a word of its own. */
export function rowOf(
  { schema, itemSchema }: { schema?: Json; itemSchema?: Json },
  schemas: Schemas,
  kind: SchemaKind,
): Json | undefined {
  if (itemSchema !== undefined) return branchOf(itemSchema, kind);
  const { contentSchema } = schemas.resolve(branchOf(schema ?? {}, kind)) as { contentSchema?: { items?: Json } };
  return contentSchema?.items;
}

// Of whole items and of those with the selected members: the last branch is the widest.
function branchOf(schema: Json, kind: SchemaKind): Json {
  const { anyOf } = schema as { anyOf?: Json[] };
  return anyOf === undefined ? schema : branchesFor(anyOf, kind).at(-1)!;
}

/** A line of NDJSON must be an item. */
export function checkLine(line: string, row: Json, schemas: Schemas, kind: SchemaKind, fail: Fail): void {
  const flaw = schemas.flawOf(JSON.parse(line), row, kind);
  if (flaw !== undefined) fail(`a line is not what the document says: ${flaw}\n${line}`);
}

/** Each row of a table must be an item, as far as cells can tell: what they hold is one of the values it may stand for. */
export function checkTable(text: string, row: Json, schemas: Schemas, kind: SchemaKind, fail: Fail): void {
  const [names = [], ...rows] = cellsOf(text);
  const { properties = {}, required = [] } = schemas.resolve(row) as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  for (const { value: name } of names)
    if (!Object.hasOwn(properties, name)) fail(`the document has no member for the column "${name}"`);
  for (const name of required)
    if (!names.some(({ value }) => value === name)) fail(`the document demands a column "${name}"`);
  for (const cells of rows) {
    if (cells.length !== names.length) fail(`a row has ${cells.length} cells, and there are ${names.length} columns`);
    for (const [index, cell] of cells.entries()) {
      const { value: name } = names[index]!;
      const member = properties[name]!;
      const isLeftOut = cell.value === '' && !cell.quoted && !required.includes(name);
      if (isLeftOut || meanings(cell).some((each) => schemas.flawOf(each, member, kind) === undefined)) continue;
      fail(`the document does not allow "${cell.value}" in the column "${name}"`);
    }
  }
}

interface Cell {
  readonly value: string;
  readonly quoted: boolean;
}

// Empty is null; numbers, words and lists are JSON; a quote before a formula is not part of it.
function meanings({ value, quoted }: Cell): unknown[] {
  if (value === '' && !quoted) return [null];
  const texts = [value, ...(value.startsWith("'") ? [value.slice(1)] : [])];
  try {
    return [...texts, JSON.parse(value)];
  } catch {
    return texts;
  }
}

// RFC 4180.
function cellsOf(text: string): Cell[][] {
  const rows: Cell[][] = [];
  let row: Cell[] = [];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    if (end === '' && row.length === 0) break;
    row.push({ value: quoted?.replaceAll('""', '"') ?? plain!, quoted: quoted !== undefined });
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}
