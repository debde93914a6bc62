import type { StandardSchema } from '../../http/index.ts';
import { BareRecord, Memo, isPromise } from '../../http/index.ts';
import { describeStranger, wrongQuery } from './query-errors.ts';
import { linkedFieldParameters, pageParameters, shapeParameters } from './host-parameters.ts';
import type { ListQuery } from '../paging/list-query.ts';
import type { OperationParameter } from './operation-parameter.ts';
import type { Operation } from '../model/operation.ts';
import type { OperationRun } from '../running/operation-run.ts';
import { isKnown, sortParameter } from './order-parameter.ts';
import { OwnParameters } from './own-parameters.ts';
import { ParameterValueError } from '../filters/parameter-value.ts';
import type { QueryDialect } from './query-dialect.ts';
import type { QueryParameter } from '../filters/query-parameter.ts';
import { QueryReading } from './query-reading.ts';
import type { ResourceModel } from '../model/resource-model.ts';
import { sentParameters } from './sent-parameters.ts';
import { toListQuery } from '../paging/to-list-query.ts';

/** What an operation is asked about, as far as its query is concerned. */
export interface QuerySubject {
  readonly kind: Operation['kind'];
  readonly resource: ResourceModel;
  readonly view: string | undefined;
  /** The schema of its own parameters. */
  readonly schema: StandardSchema | undefined;
  /** Names that belong to somebody else, and are never refused. */
  readonly foreign: ReadonlySet<string>;
}

type Later<T> = T | Promise<T>;

const LONGEST_VALUE = 4096;
const MOST_GROUPS = 20;

/** Everything an operation can be asked in one dialect, worked out at start; a request only looks names up. */
export class OperationQuery {
  readonly subject: QuerySubject;
  readonly dialect: QueryDialect;
  /** By name, those of the host and of the operation's own schema, too. */
  readonly parameters: ReadonlyMap<string, OperationParameter>;
  /** The answer to a request without a query, when it is always the same. */
  readonly nothing: ListQuery | undefined;
  /** What plain texts come to. The schema of the operation itself is asked each time: its answer need not be the same. */
  readonly #known: Memo<Understood> | undefined;
  readonly #own: OwnParameters | undefined;
  /** What the names of parameters in groups begin with: `or[`. */
  readonly #or: string | undefined;
  readonly #isList: boolean;

  constructor(subject: QuerySubject, dialect: QueryDialect) {
    const { resource, kind, schema, view } = subject;
    this.subject = subject;
    this.dialect = dialect;
    this.#isList = kind === 'list';
    this.#own = schema && new OwnParameters(schema);
    const filters = this.#isList ? [...resource.parameters.values()] : [];
    const sorts = dialect.order === 'sort' ? filters.filter((each) => each.kind === 'order') : [];
    const others = filters.filter((each) => !sorts.includes(each));
    const parameters = [
      ...others.map((each) => filterParameter(each, dialect)),
      ...(sorts.length > 0 ? [sortParameter(sorts)] : []),
      ...(this.#own?.parameters ?? []),
      ...(this.#isList ? pageParameters(resource, dialect) : []),
      ...shapeParameters(resource, dialect),
      ...(dialect.fields === 'typed' ? linkedFieldParameters(resource) : []),
    ];
    this.parameters = new Map(parameters.map((each) => [each.name, each]));
    const groupable = others.some((each) => each.kind !== 'order');
    this.#or = groupable ? `${dialect.filter === undefined ? 'or' : `${dialect.filter}[or]`}[` : undefined;
    const isConstant = !(resource.guarded && view !== undefined);
    this.nothing = isConstant && !schema ? frozen(toListQuery(this.#reading(), subject, dialect)) : undefined;
    this.#known = isConstant ? new Memo(MOST_KNOWN) : undefined;
  }

  /** The parameters of the operation's own schema. */
  get own(): readonly OperationParameter[] {
    return this.#own?.parameters ?? [];
  }

  /** Does the operation's own schema take names that it does not tell? */
  get open(): boolean {
    return this.#own?.open === true;
  }

  /** What the query of a request asks for. @throws {BadRequestError} with everything that is wrong at once */
  read(run: OperationRun, strict: boolean): Later<ListQuery> {
    const query = run.queryText;
    if (query === '' && this.nothing) return this.nothing;
    const known = this.#known?.get(query);
    if (known !== undefined) return this.#complete(known, run);
    const reading = this.#reading(run, strict);
    const { values, malformed } = sentParameters(query);
    for (const name of malformed) reading.complain(name, 'has a percent-encoding that is no UTF-8', 'invalid_encoding');
    for (const [name, sent] of values) this.#take(name, sent, reading);
    const plain = reading.plain && query.length <= LONGEST_KNOWN ? copyOf(reading.own) : undefined;
    const own = this.#own?.read(
      reading.own,
      (violations) => wrongQuery([...reading.violations, ...violations]),
      run.context.language,
    );
    const finish = (settled: unknown): ListQuery => {
      const read = toListQuery(reading, this.subject, this.dialect, settled);
      if (reading.violations.length > 0) throw wrongQuery(reading.violations);
      if (plain) this.#known?.set(query, { own: plain, query: frozen({ ...read, own: NOTHING }) });
      return read;
    };
    return isPromise(own) ? (own as Promise<unknown>).then(finish) : finish(own ?? NOTHING);
  }

  #complete({ own, query }: Understood, run: OperationRun): Later<ListQuery> {
    if (this.#own === undefined) return query;
    const settled = this.#own.read(copyOf(own), wrongQuery, run.context.language);
    return isPromise(settled)
      ? (settled as Promise<unknown>).then((late) => ({ ...query, own: late }))
      : { ...query, own: settled };
  }

  #reading(run?: OperationRun, strict = true): QueryReading {
    // What is asked without a query is the same for everybody, so nobody's run is needed.
    return new QueryReading(run as OperationRun, strict, this.subject.resource.page);
  }

  #take(name: string, sent: readonly string[], reading: QueryReading): void {
    const { run, strict } = reading;
    const known = this.parameters.get(name);
    const parameter = known && isKnown(known, run) ? known : this.#alternative(name, run);
    if (parameter === undefined) return this.#takeStranger(name, sent, reading);
    reading.plain &&= PLAIN.test(parameter.meaning);
    try {
      if (sent.some((text) => text.length > LONGEST_VALUE))
        throw new ParameterValueError(`is longer than ${LONGEST_VALUE} characters`);
      if (strict && sent.length > 1 && !parameter.many)
        throw new ParameterValueError(
          this.parameters.has(`${name}[]`)
            ? `came ${sent.length} times; for any of several send ${name}[]`
            : `came ${sent.length} times; send it once`,
        );
      parameter.take(parameter.many ? sent : sent.slice(-1), reading);
      if (parameter.meaning !== 'page' && parameter.meaning !== 'cursor')
        for (const text of sent) reading.sent.push({ pair: [name, text], sortedAs: parameter.sortedAs ?? name });
    } catch (error) {
      if (!(error instanceof ParameterValueError)) throw error;
      reading.complain(name, error.message, 'invalid_value');
    }
  }

  // `or[0][price][gt]=5` is `price[gt]=5` in group 0.
  #alternative(
    name: string,
    run: OperationRun,
  ): Pick<OperationParameter, 'many' | 'meaning' | 'sortedAs' | 'take'> | undefined {
    if (this.#or === undefined || !name.startsWith(this.#or)) return undefined;
    const [, group, base, rest] = /^(\d{1,2})\]\[([^[\]]+)\](.*)$/s.exec(name.slice(this.#or.length)) ?? [];
    const parameter = this.subject.resource.parameters.get(`${base}${rest}`);
    if (group === undefined || parameter === undefined || parameter.kind === 'order' || !isKnown(parameter, run))
      return undefined;
    return {
      many: parameter.many,
      meaning: 'or',
      take(values, reading) {
        if (Number(group) >= MOST_GROUPS) throw new ParameterValueError(`is in a group above ${MOST_GROUPS - 1}`);
        reading.takeAlternative(String(Number(group)), parameter, values);
      },
    };
  }

  #takeStranger(name: string, sent: readonly string[], reading: QueryReading): void {
    reading.plain = false;
    if (this.#own?.open) reading.own[name] = sent.length > 1 ? sent : sent[0];
    else if (!this.subject.foreign.has(name)) {
      if (reading.strict) {
        reading.complain(name, describeStranger(name, this, reading.run), 'unknown_parameter');
        return;
      }
      reading.ignored.push(name);
    }
    for (const text of sent) reading.sent.push({ pair: [name, text], sortedAs: name });
  }
}

const NOTHING = Object.freeze({});
// Filters may depend on the reader, or on the name of the host.
const PLAIN = /^(?:own .*|page|size|partial|pagination)$/s;
const MOST_KNOWN = 200;
const LONGEST_KNOWN = 256;

/** What a text comes to before the operation's own schema has its word. */
interface Understood {
  readonly own: Readonly<Record<string, unknown>>;
  readonly query: ListQuery;
}

// The schema is an application's, and what it is given is its to change.
function copyOf(own: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const copy = new BareRecord<unknown>();
  for (const name in own) {
    const value = own[name];
    copy[name] = Array.isArray(value) ? value.slice() : value;
  }
  return copy;
}

// Many requests share it, so nobody may write into it.
function frozen(query: ListQuery): ListQuery {
  for (const part of [query.filters, query.extra, query.sent, query.ignored, query.request, query.request?.window])
    Object.freeze(part);
  return Object.freeze(query);
}

function filterParameter(parameter: QueryParameter, { filter }: QueryDialect): OperationParameter {
  const { name, schema, description, many, guards } = parameter;
  return {
    ...{ schema, description, many, guards },
    name: filter === undefined ? name : name.replace(/^([^[]+)(.*)$/s, `${filter}[$1]$2`),
    meaning: `filter ${name}`,
    sortedAs: parameter.kind === 'order' ? `${parameter.filter}[` : undefined,
    take: (values, reading) => reading.takeFilter(parameter, values),
  };
}
