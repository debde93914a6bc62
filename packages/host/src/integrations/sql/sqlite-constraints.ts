import { parseConstraints } from './parse-constraints.ts';
import type { NamedConstraint } from './parse-constraints.ts';
import { quote } from './sql-dialect.ts';
import type { Row, SqlRunner } from './sql-runner.ts';
import type { SqlText } from './sql-text.ts';
import type { Refusal } from './write-errors.ts';
import { assertKnownNames } from 'oriel-core/http';
import { postgresConstraintNames } from './postgres-constraints.ts';
import type { SqlTable } from './sql-table.ts';

/** Reads the constraints of a table that have a name, and its unique indexes. */
async function sqliteConstraints(runner: SqlRunner, table: string): Promise<NamedConstraint[]> {
  const [name, schema] = splitName(table);
  const catalog = schema === undefined ? 'sqlite_schema' : `${quote(schema)}.sqlite_schema`;
  const [definition] = await runner.rows({
    sql: `select sql as "sql" from ${catalog} where type = 'table' and name = ? collate nocase`,
    parameters: [name],
  });
  const columns = await runner.rows({
    sql: `select l.name as "name", c.name as "column" from ${listed('index_list', schema)} l
      join pragma_index_info(l.name${schema === undefined ? '' : `, ${literal(schema)}`}) c
      where l."unique" = 1 and l.origin = 'c' order by l.seq, c.seqno`,
    parameters: [name],
  });
  const indexes = [...Map.groupBy(columns, (row) => String(row['name']))].map(([index, parts]): NamedConstraint => ({
    name: index,
    kind: 'unique',
    columns: parts.map(readColumn),
  }));
  return [...parseConstraints(String(definition?.['sql'] ?? '')), ...indexes];
}

/** A foreign key of another table, or of the table itself. */
interface ReferencingKey {
  readonly table: string;
  /** The columns of the key, and the columns of the table that they refer to. */
  readonly from: readonly string[];
  readonly to: readonly string[];
}

/** Reads the foreign keys that keep rows of a table from being deleted. */
async function referencingKeys(runner: SqlRunner, table: string): Promise<ReferencingKey[]> {
  const rows = await runner.rows({
    sql: `select m.name as "table", k.id as "id", k."from" as "from", k."to" as "to"
      from sqlite_schema m join pragma_foreign_key_list(m.name) k
      where m.type = 'table' and k."table" = ? collate nocase and k.on_delete in ('NO ACTION', 'RESTRICT')
      order by m.name, k.id, k.seq`,
    parameters: [table],
  });
  const keys = [...Map.groupBy(rows, (row) => JSON.stringify([row['table'], row['id']])).values()];
  return Promise.all(
    keys.map(async (parts) => ({
      table: String(parts[0]!['table']),
      from: parts.map((part) => String(part['from'])),
      to: await referencedColumns(
        runner,
        table,
        parts.map((part) => part['to']),
      ),
    })),
  );
}

/** Returns the columns that a foreign key refers to: those of the primary key if it names none. */
async function referencedColumns(
  runner: SqlRunner,
  table: string,
  named: readonly unknown[],
): Promise<readonly string[]> {
  if (named.every((name) => typeof name === 'string')) return named;
  const keys = (await readColumns(runner, table)).filter(({ pk }) => Number(pk) > 0);
  return keys.toSorted((one, other) => Number(one['pk']) - Number(other['pk'])).map(({ name }) => String(name));
}

/**
 * Returns the columns whose values refer to no row, because SQLite does not report them.
 *
 * @param values the written values by column, and those of the scope
 */
export async function missingLinks(
  runner: SqlRunner,
  table: string,
  values: ReadonlyMap<string, unknown>,
): Promise<string[]> {
  const rows = await runner.rows({
    sql: `select * from pragma_foreign_key_list(?) order by id, seq`,
    parameters: [table],
  });
  const keys = Map.groupBy(rows, ({ id }) => id);
  const missing: string[] = [];
  for (const parts of keys.values()) {
    const from = parts.map((part) => String(part['from']));
    const wanted = from.map((column) => values.get(column));
    if (wanted.some((value) => value === null || value === undefined)) continue;
    const parent = String(parts[0]!['table']);
    const to = await referencedColumns(
      runner,
      parent,
      parts.map((part) => part['to']),
    );
    const where = to.map((column) => `${quote(column)} = ?`).join(' and ');
    const found = await runner.rows({ sql: `select 1 from ${quote(parent)} where ${where}`, parameters: wanted });
    if (found.length === 0) missing.push(...from);
  }
  return missing;
}

/**
 * Returns the name of a violated constraint, which SQLite reports for checks and some indexes only; undefined if it has none.
 *
 * @param writeRow writes the condition of the deleted row with the alias of its table
 */
export async function violatedConstraint(
  runner: SqlRunner,
  table: string,
  { kind, columns, constraint }: Refusal,
  writeRow?: () => { readonly out: SqlText; readonly alias: string; readonly condition: string },
): Promise<string | undefined> {
  const index = /^index '(.*)'$/s.exec(constraint ?? '')?.[1];
  if (index !== undefined || kind === 'check') return index ?? constraint;
  if (kind === 'referenced' && writeRow !== undefined) return violatedReference(runner, table, writeRow);
  if (kind !== 'unique' && kind !== 'missing') return undefined;
  const known = await sqliteConstraints(runner, table);
  const isViolated = (namedConstraint: NamedConstraint): boolean =>
    namedConstraint.kind === kind &&
    namedConstraint.columns.every((column) => columns.includes(column)) &&
    (kind === 'missing' || namedConstraint.columns.length === columns.length);
  return known.find(isViolated)?.name;
}

async function violatedReference(
  runner: SqlRunner,
  table: string,
  writeRow: NonNullable<Parameters<typeof violatedConstraint>[3]>,
): Promise<string | undefined> {
  for (const key of await referencingKeys(runner, table)) {
    const { out, alias, condition } = writeRow();
    const same = key.from.map((from, index) => `c.${quote(from)} = ${alias}.${quote(key.to[index]!)}`).join(' and ');
    out.sql = `select 1 as "found" from ${quote(table)} as ${alias} join ${quote(key.table)} as c on ${same} where ${condition} limit 1`;
    if ((await runner.rows(out)).length === 0) continue;
    const wanted: Refusal = { kind: 'missing', columns: key.from };
    return violatedConstraint(runner, key.table, wanted);
  }
  return undefined;
}

function listed(pragma: string, schema: string | undefined): string {
  return `pragma_${pragma}(?${schema === undefined ? '' : `, ${literal(schema)}`})`;
}

/** Reads the name, the type and the position in the primary key (0 if there is none) of each column of a table. */
export async function readColumns(runner: SqlRunner, table: string): Promise<readonly Row[]> {
  const [name, schema] = splitName(table);
  const sql = `select name as "name", type as "type", pk as "pk" from ${listed('table_xinfo', schema)}`;
  return runner.rows({ sql, parameters: [name] });
}

function splitName(table: string): readonly [name: string, schema?: string] {
  return table.split('.').toReversed() as [string, string?];
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

// A column of an index is null if it is an expression.
function readColumn(row: Row): string {
  return String(row['column'] ?? '');
}

/**
 * Checks that the database has the constraints that the option `constraints` of a store names: those of its table and its join tables,
 * and those of tables that refer to it.
 *
 * @throws {TypeError} with the first unknown name, and a similar one or all names
 */
export async function assertConstraintNames(
  runner: SqlRunner,
  { bareName, all, constraints, shape }: SqlTable,
): Promise<void> {
  if (constraints.size === 0) return;
  const joins = all.flatMap(({ field, join }) => (join === undefined ? [] : (shape.link(field)?.through?.table ?? [])));
  const isSqlite = runner.dialect.name === 'sqlite';
  const read = isSqlite ? sqliteNames : postgresConstraintNames;
  const known = await Promise.all([bareName, ...joins].map((table) => read(runner, table)));
  assertKnownNames(constraints.keys(), known.flat(), `constraint of the table "${bareName}"`);
}

async function sqliteNames(runner: SqlRunner, table: string): Promise<string[]> {
  const keys = await referencingKeys(runner, table);
  const tables = new Set(keys.map((key) => key.table));
  const others = await Promise.all([...tables].map((other) => sqliteConstraints(runner, other)));
  const foreign = others.flat().filter(({ kind }) => kind === 'missing');
  return [...(await sqliteConstraints(runner, table)), ...foreign].map(({ name }) => name);
}
