import { tracedQuery } from 'oriel-core/trace';
import type { IsolationLevel } from '../../features/resources/declare/transaction-options.ts';
import { asUnavailable } from '../sql/database-unavailable.ts';
import { postgres, sqlite } from '../sql/sql-dialect.ts';
import type { SqlDialect } from '../sql/sql-dialect.ts';
import type { QueryRequest, Row, SqlRunner, Statement } from '../sql/sql-runner.ts';
import { withoutBigInts } from '../sql/large-integers.ts';
import { TransactionTurns } from '../sql/transaction-turns.ts';
import { inTransaction, transactionOf } from '../sql/transactions.ts';
import { postgresConstraints } from '../sql/postgres-constraints.ts';
import type { ConstraintColumns } from '../sql/postgres-constraints.ts';
import { isPrepared } from './prisma-adapter.ts';
import type { InteractiveClient, PrismaDatabase, PrismaInternals } from './prisma-client.ts';
import { driverError } from './prisma-errors.ts';

/** Runs the statements of `prismaStore` in the transaction of the calling code, if there is one. */
export class PrismaRunner implements SqlRunner {
  readonly creator = 'prismaStore';
  readonly builder = undefined;
  readonly database: PrismaDatabase;
  readonly dialect: SqlDialect;
  readonly shared: boolean | 'machine';
  readonly #table: string;
  readonly #turns: TransactionTurns | undefined;
  #constraints: ConstraintColumns | undefined = undefined;
  #learning: Promise<void> | undefined = undefined;

  /**
   * @param table the table of the store, whose constraints errors name
   * @throws {TypeError} if the database is not PostgreSQL, or SQLite with a prepared adapter
   */
  constructor(database: PrismaDatabase, table: string) {
    this.database = database;
    this.#table = table;
    const { _activeProvider: provider, _engineConfig: config } = database as PrismaInternals;
    if (provider === 'postgresql') {
      this.dialect = postgres;
      this.shared = true;
      this.#turns = undefined;
      return;
    }
    if (provider !== 'sqlite')
      throw new TypeError(`prismaStore supports the providers postgresql and sqlite, but not ${String(provider)}`);
    if (!isPrepared(config?.adapter))
      throw new TypeError(
        'prismaStore on SQLite needs an adapter of prismaAdapter(): new PrismaClient({ adapter: prismaAdapter(new PrismaBetterSqlite3({ url })) })',
      );
    this.dialect = prismaSqlite;
    this.shared = 'machine';
    this.#turns = TransactionTurns.of(database);
  }

  async rows(statement: Statement, request?: QueryRequest): Promise<readonly Row[]> {
    if (this.#turns?.isTaken === true && transactionOf(this.database) === undefined) await this.#turns.free();
    if (request?.signal.aborted === true) throw request.signal.reason;
    if (this.dialect.name === 'postgres' && this.#constraints === undefined) await this.#learn();
    return this.#run(statement);
  }

  write(expression: unknown, subject: string, before: number): Statement {
    return writePrismaExpression(expression, subject, this.dialect, before);
  }

  transaction<Result>(work: () => Promise<Result>, isolation?: IsolationLevel): Promise<Result> {
    const settings = isolation && this.#turns === undefined ? { isolationLevel: LEVELS[isolation] } : undefined;
    const client = this.database as unknown as InteractiveClient;
    const begin = (use: (transaction: object) => Promise<Result>) => client.$transaction(use, settings);
    const turns = this.#turns;
    const inTurn: typeof begin = (use) => (turns === undefined ? begin(use) : turns.run(() => begin(use)));
    return inTransaction(this.database, inTurn, work, (error) => driverError(error));
  }

  // Reads the constraints before the first statement, because a transaction in which one has failed accepts no others.
  #learn(): Promise<void> {
    this.#learning ??= postgresConstraints((statement) => this.#run(statement), this.#table).then(
      (constraints) => {
        this.#constraints = constraints;
      },
      (error: unknown) => {
        this.#learning = undefined;
        throw error;
      },
    );
    return this.#learning;
  }

  async #run(statement: Statement): Promise<readonly Row[]> {
    const { sql, parameters } = statement;
    const execute = () => this.#execute(statement);
    try {
      return await tracedQuery(sql, parameters, execute, (rows) => rows.length, this.dialect.system);
    } catch (error) {
      throw asUnavailable(error);
    }
  }

  async #execute({ sql, parameters }: Statement): Promise<readonly Row[]> {
    const client = (transactionOf(this.database) ?? this.database) as PrismaDatabase;
    try {
      return ((await client.$queryRawUnsafe(sql, ...parameters)) as Row[]).map(withoutBigInts);
    } catch (error) {
      throw driverError(error, this.#constraints);
    }
  }
}

const LEVELS: Readonly<Record<IsolationLevel, string>> = {
  'read committed': 'ReadCommitted',
  'repeatable read': 'RepeatableRead',
  serializable: 'Serializable',
};

// Prisma parses JSON in columns of its type, so that a text would be read as JSON twice.
// It converts numbers by the declared type of the column, and fails for those that do not have it.
const prismaSqlite: SqlDialect = {
  ...sqlite,
  json: (column) => `cast(${column} as text)`,
  number: (column, kind) =>
    kind === 'integer'
      ? `cast(${column} as text)`
      : `case when typeof(${column}) in ('integer', 'real') then ${column} * 1.0 end`,
};

/**
 * Writes an expression that `Prisma.sql` returns.
 *
 * @param subject the beginning of the message if it is not such an expression
 * @param before the number of parameters before it in the statement
 * @throws {TypeError} if it is not such an expression
 */
function writePrismaExpression(expression: unknown, subject: string, dialect: SqlDialect, before: number): Statement {
  const { strings, values } = (expression ?? {}) as Partial<PrismaSql>;
  if (!Array.isArray(strings) || !Array.isArray(values) || strings.length !== values.length + 1)
    throw new TypeError(`${subject} a condition of Prisma, such as Prisma.sql\`votes > \${value}\``);
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
