import type { Json } from './contract.ts';
import { branchesFor } from './schemas.ts';
import type { SchemaKind, Schemas } from './schemas.ts';

type Fail = (difference: string) => never;

/** Returns the schema of each line of a text: `contentSchema` in OpenAPI 3.1, `itemSchema` in 3.2. */
export function getRowSchema(
  { schema, itemSchema }: { schema?: Json; itemSchema?: Json },
  schemas: Schemas,
  kind: SchemaKind,
): Json | undefined {
  if (itemSchema !== undefined) return getBranch(itemSchema, kind);
  const { contentSchema } = schemas.resolve(getBranch(schema ?? {}, kind)) as { contentSchema?: { items?: Json } };
  return contentSchema?.items;
}

// The branches are whole items and items with selected members. The last one accepts the most.
function getBranch(schema: Json, kind: SchemaKind): Json {
  const { anyOf } = schema as { anyOf?: Json[] };
  return anyOf === undefined ? schema : branchesFor(anyOf, kind).at(-1)!;
}

/** Checks that a line of NDJSON is an item. */
export function checkLine(line: string, row: Json, schemas: Schemas, kind: SchemaKind, fail: Fail): void {
  const error = schemas.validationError(JSON.parse(line), row, kind);
  if (error !== undefined) fail(`a line does not match the document: ${error}\n${line}`);
}

/** Checks that each row of a CSV table is an item. A cell must be valid as one of its possible values. */
export function checkTable(text: string, row: Json, schemas: Schemas, kind: SchemaKind, fail: Fail): void {
  const [names = [], ...rows] = getCells(text);
  const { properties = {}, required = [] } = schemas.resolve(row) as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  for (const { value: name } of names)
    if (!Object.hasOwn(properties, name)) fail(`the document has no member for the column "${name}"`);
  for (const name of required)
    if (!names.some(({ value }) => value === name)) fail(`the document requires the column "${name}"`);
  for (const cells of rows) {
    if (cells.length !== names.length)
      fail(`a row has ${cells.length} cells, but the table has ${names.length} columns`);
    for (const [index, cell] of cells.entries()) {
      const { value: name } = names[index]!;
      const member = properties[name]!;
      const isOmitted = cell.value === '' && !cell.quoted && !required.includes(name);
      if (
        isOmitted ||
        possibleValues(cell).some((possibleValue) => schemas.validationError(possibleValue, member, kind) === undefined)
      )
        continue;
      fail(`the document does not allow "${cell.value}" in the column "${name}"`);
    }
  }
}

interface Cell {
  readonly value: string;
  readonly quoted: boolean;
}

// An empty cell is null; numbers, booleans and lists are JSON; an apostrophe may precede a formula.
function possibleValues({ value, quoted }: Cell): unknown[] {
  if (value === '' && !quoted) return [null];
  const texts = [value, ...(value.startsWith("'") ? [value.slice(1)] : [])];
  try {
    return [...texts, JSON.parse(value)];
  } catch {
    return texts;
  }
}

// RFC 4180.
function getCells(text: string): Cell[][] {
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
