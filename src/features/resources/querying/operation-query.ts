import type { StandardSchema } from '../../../core/http/standard-schema.ts';
import { isPromise } from '../../../core/http/promises.ts';
import { countConditions } from '../filters/count-conditions.ts';
import { describeUnknownParameter, tooManyConditionsError, invalidQueryError } from './query-errors.ts';
import { KnownQueries, NOTHING, copyOf, frozen, isPlain } from './known-queries.ts';
import type { KnownQuery } from './known-queries.ts';
import type { ListQuery } from '../paging/list-query.ts';
import type { OperationParameter } from './operation-parameter.ts';
import type { Operation } from '../model/operation.ts';
import type { OperationRun } from '../running/operation-run.ts';
import { operationParameters } from './operation-parameters.ts';
import { OrGroups } from './or-groups.ts';
import { isVisibleParameter } from './order-parameter.ts';
import { DeclaredParameters } from './declared-parameters.ts';
import { ParameterValueError } from '../filters/parameter-value.ts';
import type { QueryDialect } from './query-dialect.ts';
import { QueryBuilder } from './query-builder.ts';
import type { ResourceModel } from '../model/resource-model.ts';
import { parseParameters } from './parse-parameters.ts';
import { createListQuery } from './create-list-query.ts';

/** What an operation is asked about, as far as its query is concerned. */
export interface QuerySubject {
  readonly kind: Operation['kind'];
  readonly resource: ResourceModel;
  readonly view: string | undefined;
  /** The schema of its own parameters. */
  readonly schema: StandardSchema | undefined;
  /** Names that belong to somebody else, and are never refused. */
  readonly passThrough: ReadonlySet<string>;
}

type Later<T> = T | Promise<T>;

const LONGEST_VALUE = 4096;

/** Everything an operation can be asked in one dialect, worked out at start; a request only looks names up. */
export class OperationQuery {
  readonly subject: QuerySubject;
  readonly dialect: QueryDialect;
  /** By name, those of the host and of the operation's own schema, too. */
  readonly parameters: ReadonlyMap<string, OperationParameter>;
  /** The answer to a request without a query, when it is always the same. */
  readonly emptyQuery: ListQuery | undefined;
  readonly #known: KnownQueries | undefined;
  readonly #own: DeclaredParameters | undefined;
  readonly #groups: OrGroups | undefined;

  constructor(subject: QuerySubject, dialect: QueryDialect) {
    const { resource, kind, schema, view } = subject;
    this.subject = subject;
    this.dialect = dialect;
    this.#own = schema && new DeclaredParameters(schema);
    this.parameters = operationParameters(subject, dialect, this.declared);
    this.#groups = kind === 'list' ? OrGroups.of(resource, dialect) : undefined;
    const isConstant = !(resource.hasReadRules && view !== undefined);
    this.emptyQuery = isConstant && !schema ? frozen(createListQuery(this.#reading(), subject, dialect)) : undefined;
    this.#known = isConstant ? new KnownQueries() : undefined;
  }

  /** The parameters of the operation's own schema. */
  get declared(): readonly OperationParameter[] {
    return this.#own?.parameters ?? [];
  }

  /** Does the operation's own schema take names that it does not tell? */
  get acceptsUnknown(): boolean {
    return this.#own?.acceptsUnknown === true;
  }

  /** What the query of a request asks for. @throws {BadRequestError} with everything that is wrong at once */
  parse(run: OperationRun, strict: boolean): Later<ListQuery> {
    const query = run.request.queryText;
    if (query === '' && this.emptyQuery) return this.emptyQuery;
    const known = this.#known?.get(query);
    if (known !== undefined) return this.#complete(known, run);
    const reading = this.#reading(run, strict);
    const { values, malformed } = parseParameters(query);
    for (const name of malformed)
      reading.addViolation(name, 'has a percent-encoding that is no UTF-8', 'invalid_encoding');
    for (const [name, sent] of values) this.#take(name, sent, reading);
    const plain = reading.plain && KnownQueries.takes(query) ? copyOf(reading.declared) : undefined;
    const own = this.#own?.parse(
      reading.declared,
      (violations) => invalidQueryError([...reading.violations, ...violations]),
      run.context.language,
    );
    const finish = (settled: unknown): ListQuery => {
      const read = createListQuery(reading, this.subject, this.dialect, settled);
      if (reading.violations.length > 0) throw invalidQueryError(reading.violations);
      const conditions = read.request?.where ? countConditions(read.request.where) : 0;
      const { maxConditions } = this.subject.resource;
      if (conditions > maxConditions) throw tooManyConditionsError(conditions, maxConditions);
      if (plain) this.#known?.set(query, plain, read);
      return read;
    };
    return isPromise(own) ? (own as Promise<unknown>).then(finish) : finish(own ?? NOTHING);
  }

  #complete({ own, query }: KnownQuery, run: OperationRun): Later<ListQuery> {
    if (this.#own === undefined) return query;
    const settled = this.#own.parse(copyOf(own), invalidQueryError, run.context.language);
    return isPromise(settled)
      ? (settled as Promise<unknown>).then((late) => ({ ...query, own: late }))
      : { ...query, declared: settled };
  }

  #reading(run?: OperationRun, strict = true): QueryBuilder {
    // What is asked without a query is the same for everybody, so nobody's run is needed.
    return new QueryBuilder(run as OperationRun, strict, this.subject.resource.page);
  }

  #take(name: string, sent: readonly string[], reading: QueryBuilder): void {
    const { run, strict } = reading;
    const known = this.parameters.get(name);
    const parameter = known && isVisibleParameter(known, run) ? known : this.#groups?.find(name, run);
    if (parameter === undefined) return this.#takeStranger(name, sent, reading);
    reading.plain &&= isPlain(parameter);
    try {
      if (sent.some((text) => text.length > LONGEST_VALUE))
        throw new ParameterValueError(`is longer than ${LONGEST_VALUE} characters`);
      if (strict && sent.length > 1 && !parameter.many)
        throw new ParameterValueError(
          this.parameters.has(`${name}[]`)
            ? `came ${sent.length} times; for any of several send ${name}[]`
            : `came ${sent.length} times; send it once`,
        );
      parameter.apply(parameter.many ? sent : sent.slice(-1), reading);
      if (parameter.meaning !== 'page' && parameter.meaning !== 'cursor')
        for (const text of sent) reading.sent.push({ pair: [name, text], sortedAs: parameter.sortedAs ?? name });
    } catch (error) {
      if (!(error instanceof ParameterValueError)) throw error;
      reading.addViolation(name, error.message, 'invalid_value');
    }
  }

  #takeStranger(name: string, sent: readonly string[], reading: QueryBuilder): void {
    reading.plain = false;
    if (this.#own?.acceptsUnknown) reading.declared[name] = sent.length > 1 ? sent : sent[0];
    else if (!this.subject.passThrough.has(name)) {
      if (reading.strict) {
        reading.addViolation(name, describeUnknownParameter(name, this, reading.run), 'unknown_parameter');
        return;
      }
      reading.ignored.push(name);
    }
    for (const text of sent) reading.sent.push({ pair: [name, text], sortedAs: name });
  }
}
