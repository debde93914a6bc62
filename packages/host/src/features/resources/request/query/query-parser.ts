import { isPromise } from 'oriel-core/http';
import type { MaybePromise } from 'oriel-core/http';
import { checkConditionLimit } from './condition-limit.ts';
import { invalidQueryError } from '../../../../http/query.ts';
import { describeUnknownParameter } from './query-errors.ts';
import type { ListQuery } from '../../declare/list-request.ts';
import type { QueryParameter, QuerySubject } from './query-builder.ts';
import type { OperationQuery } from '../../model/operation.ts';
import type { OperationCall } from '../../model/operation-call.ts';
import { operationParameters } from './standard-parameters.ts';
import { FilterGroups } from './filter-groups.ts';
import { isVisibleParameter } from './order-parameter.ts';
import { DeclaredParameters } from './declared-parameters.ts';
import { ParameterValueError } from '../../model/parameter-value.ts';
import type { QueryDialect } from '../../model/query-dialect.ts';
import type { QueryBody } from '../../model/operation.ts';
import { QueryBuilder } from './query-builder.ts';
import { parseParameters } from './parse-parameters.ts';
import { createListQuery } from './create-list-query.ts';
import { message } from 'oriel-core/messages';

const MAX_VALUE_LENGTH = 4096;

/** Parses the queries of an operation in one dialect. The parameters are determined at start-up. */
export class QueryParser implements OperationQuery {
  readonly dialect: QueryDialect;
  readonly parameters: ReadonlyMap<string, QueryParameter>;
  readonly passThrough: ReadonlySet<string>;
  readonly #subject: QuerySubject;
  readonly #declared: DeclaredParameters | undefined;
  readonly #groups: readonly FilterGroups[];
  /** The result for requests without a query, if it is the same for all users. */
  readonly #emptyQuery: ListQuery | undefined;

  constructor(subject: QuerySubject, dialect: QueryDialect) {
    const { resource, kind, schema, view } = subject;
    this.#subject = subject;
    this.passThrough = subject.passThrough;
    this.dialect = dialect;
    this.#declared = schema && new DeclaredParameters(schema);
    this.parameters = operationParameters(subject, dialect, this.declared);
    this.#groups = kind === 'list' ? FilterGroups.of(resource, dialect) : [];
    const dependsOnUser = resource.hasReadRules && view !== undefined;
    if (!dependsOnUser && !schema) this.#emptyQuery = frozen(createListQuery(this.#builder(), subject, dialect));
  }

  get declared(): readonly QueryParameter[] {
    return this.#declared?.parameters ?? [];
  }

  get acceptsUnknown(): boolean {
    return this.#declared?.acceptsUnknown === true;
  }

  parse(call: OperationCall, strict: boolean, sent: QueryBody): MaybePromise<ListQuery> {
    if (sent.text === '' && sent.empty.length === 0 && this.#emptyQuery) return this.#emptyQuery;
    const builder = this.#builder(call, strict);
    const { values, malformed } = parseParameters(sent.text);
    for (const name of malformed) builder.addViolation(name, message('parameter.invalid-encoding'), 'invalid_encoding');
    for (const [name, texts] of values) this.#apply(name, texts, builder);
    for (const name of sent.empty)
      if (!values.has(name) && !this.#isNameOrPrefix(name, call)) this.#applyUnknown(name, [], builder);
    const declared = this.#declared?.parse(
      builder.declared,
      (violations) => invalidQueryError([...builder.violations, ...violations]),
      call.context.language,
    );
    return isPromise(declared)
      ? declared.then((output) => this.#createQuery(builder, output))
      : this.#createQuery(builder, declared);
  }

  #createQuery(builder: QueryBuilder, declared: unknown): ListQuery {
    const query = createListQuery(builder, this.#subject, this.dialect, declared);
    if (builder.violations.length > 0) throw invalidQueryError(builder.violations);
    checkConditionLimit(query.request?.where, this.#subject.resource.maxConditions);
    return query;
  }

  #builder(call?: OperationCall, strict = true): QueryBuilder {
    // An empty query has no parameters, so its builder never reads the call.
    return new QueryBuilder(call as OperationCall, strict, this.#subject.resource.page);
  }

  #apply(name: string, sent: readonly string[], builder: QueryBuilder): void {
    const { call, strict } = builder;
    const known = this.parameters.get(name);
    const parameter = known && isVisibleParameter(known, call) ? known : this.#findInGroup(name, call);
    if (parameter === undefined) return this.#applyUnknown(name, sent, builder);
    try {
      if (sent.some((text) => text.length > MAX_VALUE_LENGTH))
        throw new ParameterValueError(message('parameter.too-long', { count: MAX_VALUE_LENGTH }));
      if (strict && sent.length > 1 && !parameter.many)
        throw new ParameterValueError(
          this.parameters.has(`${name}[]`)
            ? message('parameter.repeated-use-list', { count: sent.length, name })
            : message('parameter.repeated', { count: sent.length }),
        );
      parameter.apply(parameter.many ? sent : sent.slice(-1), builder);
      if (parameter.meaning !== 'page' && parameter.meaning !== 'cursor')
        for (const text of sent) builder.sent.push({ pair: [name, text], sortedAs: parameter.sortedAs ?? name });
    } catch (error) {
      if (!(error instanceof ParameterValueError)) throw error;
      builder.addViolation(name, error.detail, 'invalid_value');
    }
  }

  // Whether a parameter has this name, or begins with it: `price` for `price[gt]`.
  #isNameOrPrefix(name: string, call: OperationCall): boolean {
    for (const each of this.parameters.values())
      if ((each.name === name || each.name.startsWith(`${name}[`)) && isVisibleParameter(each, call)) return true;
    return this.#groups.some((groups) => groups.isNameOrPrefix(name, call));
  }

  #findInGroup(name: string, call: OperationCall): ReturnType<FilterGroups['find']> {
    for (const groups of this.#groups) {
      const parameter = groups.find(name, call);
      if (parameter !== undefined) return parameter;
    }
    return undefined;
  }

  #applyUnknown(name: string, sent: readonly string[], builder: QueryBuilder): void {
    if (this.acceptsUnknown) {
      if (sent.length > 0) builder.declared[name] = sent.length > 1 ? sent : sent[0];
    } else if (!this.passThrough.has(name)) {
      if (builder.strict) {
        builder.addViolation(name, describeUnknownParameter(name, this, builder.call), 'unknown_parameter');
        return;
      }
      builder.ignored.push(name);
    }
    for (const text of sent) builder.sent.push({ pair: [name, text], sortedAs: name });
  }
}

// All requests without a query share the result.
function frozen(query: ListQuery): ListQuery {
  for (const part of [
    query.filters,
    query.formatParameters,
    query.sent,
    query.ignored,
    query.request,
    query.request?.window,
  ])
    Object.freeze(part);
  return Object.freeze(query);
}
