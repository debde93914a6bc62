/**
 * Reads the tables of a database again if another connection drops one, or its schema, at the same moment. Kysely lists all
 * tables, and PostgreSQL then fails for the one that is missing.
 *
 * @param errorOf returns the error of a result that was not thrown
 */
export async function retryDroppedTables<Result>(
  read: () => Promise<Result>,
  errorOf: (result: Result) => unknown = () => undefined,
): Promise<Result> {
  for (let attempt = 1; ; attempt++)
    try {
      const result = await read();
      if (attempt === MAX_ATTEMPTS || !isDroppedTable(errorOf(result))) return result;
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !isDroppedTable(error)) throw error;
    }
}

const MAX_ATTEMPTS = 10;

// "relation does not exist" or "schema does not exist", while PostgreSQL looks up a name that is not part of the statement.
function isDroppedTable(error: unknown): boolean {
  const { code, routine, position } = (error ?? {}) as { code?: unknown; routine?: unknown; position?: unknown };
  if (position !== undefined) return false;
  return (
    (code === '42P01' && routine === 'RangeVarGetRelidExtended') ||
    (code === '3F000' && routine === 'get_namespace_oid')
  );
}
