import { andThen, BadRequestError, didYouMean } from 'oriel-core/http';
import type { MaybePromise } from 'oriel-core/http';
import { invalidQueryError } from '../../../../http/query.ts';
import type { ListQuery } from '../../declare/list-request.ts';
import type { QueryParameter, QuerySubject } from './query-builder.ts';
import type { OperationQuery, QueryBody } from '../../model/operation.ts';
import type { OperationCall } from '../../model/operation-call.ts';
import { operationParameters } from './standard-parameters.ts';
import { findGroupedParameter, isGroupedNameOrPrefix, listGroupable, splitGroupedName } from './filter-groups.ts';
import { hasNameOrPrefix, isVisibleParameter } from './order-parameter.ts';
import { createDeclaredParameters } from './declared-parameters.ts';
import type { DeclaredParameters } from './declared-parameters.ts';
import { ParameterValueError } from '../../model/parameter-value.ts';
import type { QueryDialect } from '../../model/query-dialect.ts';
import { QueryBuilder } from './query-builder.ts';
import { parseParameters } from './parse-parameters.ts';
import { createListQuery } from './create-list-query.ts';
import { message } from 'oriel-core/messages';
import { countConditions } from '../../declare/filters/filter-tree.ts';
import type { Message } from 'oriel-core/messages';

const MAX_VALUE_LENGTH = 4096;

/** Parses the queries of an operation in one dialect. The parameters are determined at start-up. */
export class QueryParser implements OperationQuery {
  readonly dialect: QueryDialect;
  readonly parameters: ReadonlyMap<string, QueryParameter>;
  readonly declared: readonly QueryParameter[];
  readonly acceptsUnknown: boolean;
  readonly #subject: QuerySubject;
  readonly #declared: DeclaredParameters | undefined;
  /** The result for requests without a query, if it is the same for all users. */
  readonly #emptyQuery: ListQuery | undefined;

  constructor(subject: QuerySubject, dialect: QueryDialect) {
    const { resource, schema, view } = subject;
    this.#subject = subject;
    this.dialect = dialect;
    this.#declared = schema && createDeclaredParameters(schema);
    this.declared = this.#declared?.parameters ?? [];
    this.acceptsUnknown = this.#declared?.acceptsUnknown === true;
    this.parameters = operationParameters(subject, dialect, this.declared);
    const dependsOnUser = resource.hasReadRules && view !== undefined;
    if (!dependsOnUser && !schema) this.#emptyQuery = frozen(createListQuery(this.#builder(), subject, dialect));
  }

  parse(call: OperationCall, strict: boolean, sent: QueryBody): MaybePromise<ListQuery> {
    if (sent.text === '' && sent.empty.length === 0 && this.#emptyQuery) return this.#emptyQuery;
    const builder = this.#builder(call, strict);
    const { values, malformed } = parseParameters(sent.text);
    for (const name of malformed) builder.addViolation(name, message('parameter.invalid-encoding'), 'invalid_encoding');
    for (const [name, texts] of values) this.#apply(name, texts, builder);
    for (const name of sent.empty)
      if (!values.has(name) && !this.#hasNameOrPrefix(name, call)) this.#applyUnknown(name, [], builder);
    const declared = this.#declared?.parse(
      builder.declared,
      (violations) => invalidQueryError([...builder.violations, ...violations]),
      call.context.language,
    );
    return andThen(declared, (output) => this.#createQuery(builder, output));
  }

  #createQuery(builder: QueryBuilder, declared: unknown): ListQuery {
    const query = createListQuery(builder, this.#subject, this.dialect, declared);
    if (builder.violations.length > 0) throw invalidQueryError(builder.violations);
    const { where } = query.request ?? {};
    const { maxConditions: max } = this.#subject.resource;
    const count = where === undefined ? 0 : countConditions(where);
    if (count > max)
      throw new BadRequestError(message('query.too-many-conditions', { count, max }), {
        type: '/problems/query-parameter',
      });
    return query;
  }

  #builder(call?: OperationCall, strict = true): QueryBuilder {
    // An empty query has no parameters, so its builder never reads the call.
    return new QueryBuilder(call as OperationCall, strict, this.#subject.resource.page);
  }

  #apply(name: string, sent: readonly string[], builder: QueryBuilder): void {
    const { call, strict } = builder;
    const { kind, resource } = this.#subject;
    const known = this.parameters.get(name);
    const isVisible = known !== undefined && isVisibleParameter(known, call);
    const grouped = isVisible || kind !== 'list' ? undefined : findGroupedParameter(name, resource, this.dialect, call);
    const parameter = isVisible ? known : grouped;
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

  #hasNameOrPrefix(name: string, call: OperationCall): boolean {
    const { kind, resource } = this.#subject;
    if (hasNameOrPrefix(this.parameters.values(), name, call)) return true;
    return kind === 'list' && isGroupedNameOrPrefix(name, resource, this.dialect, call);
  }

  #applyUnknown(name: string, sent: readonly string[], builder: QueryBuilder): void {
    if (this.acceptsUnknown) {
      if (sent.length > 0) builder.declared[name] = sent.length > 1 ? sent : sent[0];
    } else if (builder.strict) {
      builder.addViolation(name, describeUnknownParameter(name, this, builder.call), 'unknown_parameter');
      return;
    } else builder.ignored.push(name);
    for (const text of sent) builder.sent.push({ pair: [name, text], sortedAs: name });
  }
}

// All requests without a query share the result.
function frozen(query: ListQuery): ListQuery {
  const { filters, formatParameters, sent, ignored, request } = query;
  for (const part of [filters, formatParameters, sent, ignored, request, request?.window]) Object.freeze(part);
  return Object.freeze(query);
}

/** Describes an unknown parameter. A parameter that is hidden from the user gets the same description. */
function describeUnknownParameter(name: string, query: OperationQuery, call: OperationCall): Message {
  const known = [...query.parameters.values()].filter((parameter) => isVisibleParameter(parameter, call));
  const names = known.map((parameter) => parameter.name);
  const equivalent = nameInDialect(name, query, call);
  if (equivalent !== undefined)
    return message('parameter.other-dialect', { dialect: query.dialect.name, name: equivalent });
  const grouped = splitGroupedName(name, query.dialect)?.name;
  const meant = grouped === undefined ? didYouMean(name, names) : suggestInGroup(name, grouped, call);
  return meant === undefined
    ? message('parameter.unknown', { names: abbreviate(names).join(', ') })
    : message('parameter.unknown-did-you-mean', { name: meant });
}

// Finds the name of a parameter of another dialect in this one.
function nameInDialect(name: string, query: OperationQuery, call: OperationCall): string | undefined {
  for (const other of call.operation.queries.values()) {
    const meaning = other === query ? undefined : other.parameters.get(name)?.meaning;
    if (meaning === undefined) continue;
    for (const parameter of query.parameters.values())
      if (parameter.meaning === meaning && isVisibleParameter(parameter, call)) return parameter.name;
  }
  return undefined;
}

// or[0][titel] → or[0][title]
function suggestInGroup(grouped: string, name: string, call: OperationCall): string | undefined {
  const known = listGroupable(call.operation.resource).filter((parameter) => isVisibleParameter(parameter, call));
  const meant = didYouMean(
    name,
    known.map((parameter) => parameter.name),
  );
  const group = grouped.slice(0, -`[${name}]`.length);
  return meant?.replace(/^([^[]+)(.*)$/s, `${group}[$1]$2`);
}

// price[gt], price[lt], title, title[] → price[gt|lt], title
function abbreviate(names: readonly string[]): string[] {
  const groups = Map.groupBy(names, (name) => name.replace(/\[[^[]*\]$/, ''));
  return [...groups].map(([base, members]) => {
    const inside = members.map((name) => name.slice(base.length + 1, -1)).filter((text) => text !== '');
    if (inside.length > 0) return `${base}[${inside.join('|')}]`;
    return members.includes(base) ? base : `${base}[]`;
  });
}
