import type { Subscriber } from '../events/subscriber.ts';
import { NotFoundError, ViolationList, didYouMean, andThen, isPromise } from 'oriel-core/http';
import { invalidQueryError } from '../http/query.ts';
import { getTextConverter } from '../http/convert-text.ts';
import { memberNames, parseSchema } from '../http/parse-schema.ts';
import { parseQuery } from '../http/query.ts';
import type { StandardSchema, Violation } from 'oriel-core/http';
import type { RequestContext, RequestEvent } from '../kernel/events.ts';
import { message } from 'oriel-core/messages';
import type { Message } from 'oriel-core/messages';

/** The schemas of the parameters of a route. */
export interface ParameterSchemas {
  readonly params?: StandardSchema | undefined;
  readonly query?: StandardSchema | undefined;
}

/**
 * Validates path and query parameters against the schemas of the route, and reports all issues at once. An invalid path
 * parameter is rejected with 404, because there is no such resource; an invalid query parameter with 400,
 * and in strict mode an unknown one too.
 */
export class QueryParameterListener implements Subscriber {
  readonly name = 'QueryParameterListener';
  readonly on = { 'kernel.request': (event: RequestEvent) => this.onRequest(event) };
  readonly #strict: boolean;
  readonly #members = new WeakMap<StandardSchema, readonly string[]>();

  constructor(strict: boolean) {
    this.#strict = strict;
  }

  readonly appliesTo = (route: unknown): boolean => {
    const { params, query } = route as ParameterSchemas;
    const members = query && memberNames(query);
    if (members) this.#members.set(query, members);
    return params !== undefined || query !== undefined;
  };

  onRequest({ context }: RequestEvent): void | Promise<void> {
    const { params, query } = context.route!.data as ParameterSchemas;
    const path = params && this.#readPath(context, params);
    const rest = query ? this.#readQuery(context, query) : undefined;
    if (query && context.trace.recording) this.#decide(context, query);
    if (!isPromise(path) && !isPromise(rest)) return store(context, path, rest);
    return Promise.all([path, rest]).then(([settledPath, settledRest]) => store(context, settledPath, settledRest));
  }

  #decide({ trace }: RequestContext, query: StandardSchema): void {
    const members = this.#members.get(query);
    if (members === undefined) trace.decide('query parameters', 'not checked', 'the schema does not list its members');
    else if (this.#strict)
      trace.decide('query parameters', 'all known', `the schema has ${members.join(', ') || 'no parameters'}`);
    else trace.decide('query parameters', 'unknown names are ignored', "the host is configured with query: 'lenient'");
  }

  #readPath(context: RequestContext, schema: StandardSchema): unknown {
    const sent = getTextConverter(schema).convert(context.params);
    return parseSchema(schema, sent, createPathError, context.language);
  }

  #readQuery(context: RequestContext, schema: StandardSchema): unknown {
    const sent = getTextConverter(schema).convert(parseQuery(context.query));
    const members = this.#members.get(schema);
    const unknownNames = members && this.#strict ? findUnknown(sent, members) : [];
    const value = parseSchema(
      schema,
      sent,
      (violations) => invalidQueryError([...unknownNames, ...violations.map(asParameter)]),
      context.language,
    );
    if (unknownNames.length === 0) return value;
    const refuse = () => {
      throw invalidQueryError(unknownNames);
    };
    return andThen(value, refuse);
  }
}

function store(context: RequestContext, params: unknown, query: unknown): void {
  context.input = { params, query, body: undefined };
}

function findUnknown(sent: Readonly<Record<string, unknown>>, known: readonly string[]): Violation[] {
  return Object.keys(sent)
    .filter((name) => !known.includes(name))
    .slice(0, MAX_UNKNOWN)
    .map((parameter) => ({ parameter, detail: describeUnknown(parameter, known), code: 'unknown_parameter' }));
}

// Each entry may list every known name, so the number of entries is limited.
const MAX_UNKNOWN = 20;

function describeUnknown(name: string, known: readonly string[]): Message {
  const meant = didYouMean(name, known);
  if (meant !== undefined) return message('parameter.unknown-did-you-mean', { name: meant });
  return known.length === 0
    ? message('parameter.none-known')
    : message('parameter.unknown', { names: known.join(', ') });
}

// A parameter has no pointer into a body: the first step of its path is its name.
function asParameter({ pointer = '', detail, code }: Violation): Violation {
  const parameter = pointer.slice(1).replaceAll('/', '.') || '(query)';
  return { parameter, detail, ...(code === undefined ? {} : { code }) };
}

function createPathError(violations: Violation[]): NotFoundError {
  const errors = violations.map(asParameter);
  return new NotFoundError(message('query.invalid-path', { violations: new ViolationList(errors) }), {
    type: '/problems/path-parameter',
    extensions: { errors },
  });
}
