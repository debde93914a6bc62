import * as kysely from 'kysely';
import { PostgresQueryCompiler, SqliteQueryCompiler, expressionBuilder, sql } from 'kysely';
import type { Expression, Kysely, QueryCompiler } from 'kysely';
import type { HttpContext } from 'oriel-core/http';
import type { SqlLeaf } from '../../../features/resources/declare/filters/filter-tree.ts';
import type { SqlDialect } from '../../sql/sql-dialect.ts';
import type { Statement } from '../../sql/sql-runner.ts';

/**
 * Writes the condition of `filter.sql` with the expression builder of Kysely, with the plugins of the database.
 *
 * @param before the number of parameters before it in the statement
 * @throws {TypeError} if the function of the filter does not return an expression
 */
export function kyselyCondition(
  { filter, write, value }: SqlLeaf,
  context: HttpContext,
  database: Kysely<never>,
  dialect: SqlDialect,
  before: number,
): Statement {
  const condition: unknown = write(expressionBuilder() as never, value as never, context);
  if (!isExpression(condition))
    throw new TypeError(
      `The function of the filter "${filter}" did not return an expression of Kysely, such as eb('votes', '>', value)`,
    );
  // An import of the name would fail with kysely 0.27, before the version is checked.
  const queryId = kysely.createQueryId();
  const node = database.getExecutor().transformQuery(sql`${condition}`.toOperationNode(), queryId);
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
