import * as kysely from 'kysely';
import { PostgresQueryCompiler, SqliteQueryCompiler, sql } from 'kysely';
import type { Expression, Kysely, QueryCompiler } from 'kysely';
import type { SqlDialect } from '../../sql/sql-dialect.ts';
import type { Statement } from '../../sql/sql-runner.ts';

/**
 * Writes an expression of Kysely with the plugins of the database.
 *
 * @param subject the beginning of the message if it is not an expression
 * @param before the number of parameters before it in the statement
 * @throws {TypeError} if it is not an expression
 */
export function writeKyselyExpression(
  expression: unknown,
  subject: string,
  database: Kysely<never>,
  dialect: SqlDialect,
  before: number,
): Statement {
  if (!isExpression(expression))
    throw new TypeError(`${subject} an expression of Kysely, such as eb('votes', '>', value) or sql\`votes * 2\``);
  // An import of the name would fail with kysely 0.27, before the version is checked.
  const queryId = kysely.createQueryId();
  const node = database.getExecutor().transformQuery(sql`${expression}`.toOperationNode(), queryId);
  return compilerFor(dialect, before).compileQuery(node, queryId);
}

function compilerFor({ name }: SqlDialect, before: number): QueryCompiler {
  return name === 'sqlite' ? new SqliteQueryCompiler() : new PartCompiler(before);
}

/** Numbers the parameters of a part of a statement from those before it. */
class PartCompiler extends PostgresQueryCompiler {
  readonly #before: number;

  constructor(before: number) {
    super();
    this.#before = before;
  }

  protected override getCurrentParameterPlaceholder(): string {
    return `$${this.#before + this.numParameters}`;
  }
}

function isExpression(value: unknown): value is Expression<unknown> {
  return typeof value === 'object' && value !== null && 'toOperationNode' in value;
}
