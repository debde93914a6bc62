import type { Subscriber } from '../events/subscriber.ts';
import { UnprocessableContentError, andThen } from 'oriel-core/http';
import { assertReadable, isBodyOmitted, readText } from '../http/readable-body.ts';
import type { MaybePromise, StandardSchema, Violation } from 'oriel-core/http';
import { parseJson } from '../http/json.ts';
import { parseQuery } from '../http/query.ts';
import { getTextConverter } from '../http/convert-text.ts';
import { acceptsOmitted, parseSchema } from '../http/parse-schema.ts';
import type { ControllerArgumentsEvent, RequestContext } from '../kernel/events.ts';
import { unsupported } from '../http/unsupported-body.ts';

/** The body settings of a route. */
export interface PayloadSchema {
  readonly body?: StandardSchema | undefined;
}

/** The media types that a route with a `body` schema reads. */
export const PAYLOAD_TYPES: readonly string[] = ['application/json', 'application/x-www-form-urlencoded'];

/**
 * Reads the body and validates it against the schema of the route. Malformed JSON is rejected with 400, an unsupported
 * media type with 415, and an invalid value with 422 and every violation.
 */
export class PayloadListener implements Subscriber {
  readonly name = 'PayloadListener';
  readonly on = { 'kernel.controller_arguments': (event: ControllerArgumentsEvent) => this.onArguments(event) };

  readonly appliesTo = (route: unknown): boolean => (route as PayloadSchema).body !== undefined;

  onArguments({ context }: ControllerArgumentsEvent): void | PromiseLike<void> {
    const schema = (context.route!.data as PayloadSchema).body!;
    return andThen(isBodyOmitted(context), (omitted) =>
      omitted ? readOmitted(context, schema, () => readBody(context, schema)) : readBody(context, schema),
    );
  }
}

function readBody(context: RequestContext, schema: StandardSchema): void | PromiseLike<void> {
  const read = chooseReader(context, schema);
  if (context.trace.recording) {
    const type = context.headers.get('content-type') ?? 'none';
    context.trace.decide('body', read === parseJson ? 'read as JSON' : 'read as a form', `its Content-Type is ${type}`);
  }
  return andThen(readText(context.body), (text) => {
    const validateText = (): MaybePromise<void> => validate(context, schema, read(text));
    return text === '' && read === parseJson ? readOmitted(context, schema, validateText) : validateText();
  });
}

// Without a body, the value is undefined if the schema accepts it.
function readOmitted(context: RequestContext, schema: StandardSchema, otherwise: () => void | PromiseLike<void>) {
  return andThen(acceptsOmitted(schema), (accepted) => (accepted ? validate(context, schema, undefined) : otherwise()));
}

function validate(context: RequestContext, schema: StandardSchema, sent: unknown): void | PromiseLike<void> {
  const value = parseSchema(schema, sent, refuse, context.language);
  return andThen(value, (body) => store(context, body));
}

function refuse(violations: Violation[]): UnprocessableContentError {
  return new UnprocessableContentError(violations);
}

function store(context: RequestContext, body: unknown): void {
  const { params, query } = context.input;
  context.input = { params, query, body };
}

function chooseReader(context: RequestContext, schema: StandardSchema): (text: string) => unknown {
  const sent = context.headers.get('content-type');
  if (sent === undefined && !context.body.present) return parseJson;
  assertReadable(context.headers, sent ?? '');
  if (sent === 'application/json') return parseJson;
  const type = (sent ?? '').split(';', 1)[0]!.trim().toLowerCase();
  if (type === 'application/json' || type.endsWith('+json')) return parseJson;
  if (type === 'application/x-www-form-urlencoded') return (text) => getTextConverter(schema).convert(parseQuery(text));
  throw unsupported(context.method, sent, PAYLOAD_TYPES);
}
