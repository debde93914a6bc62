import type { HttpContext } from 'oriel-core/http';
import type { SqlLeaf } from '../../features/resources/declare/filters/filter-tree.ts';
import type { SqlDialect } from '../sql/sql-dialect.ts';
import type { Statement } from '../sql/sql-runner.ts';

/**
 * Writes the condition of `filter.sql` as `Prisma.sql` returns it.
 *
 * @param before the number of parameters before it in the statement
 * @throws {TypeError} if the function of the filter does not return such a condition
 */
export function prismaCondition(
  { filter, write, value }: SqlLeaf,
  context: HttpContext,
  dialect: SqlDialect,
  before: number,
): Statement {
  const { strings, values } = (write(undefined as never, value as never, context) ?? {}) as Partial<PrismaSql>;
  if (!Array.isArray(strings) || !Array.isArray(values) || strings.length !== values.length + 1)
    throw new TypeError(
      `The function of the filter "${filter}" did not return a condition of Prisma, such as Prisma.sql\`votes > \${value}\``,
    );
  const sql = strings
    .map((text, index) => (index === 0 ? text : dialect.placeholder(before + index, '') + text))
    .join('');
  return { sql, parameters: values };
}

/** The text between the values of a statement, and the values. */
interface PrismaSql {
  readonly strings: readonly string[];
  readonly values: readonly unknown[];
}
