import { operationOf } from '../model/operation.ts';
import { runOf } from '../running/operation-run.ts';
import { assertStrictJson } from '../bodies/strict-json.ts';
import type { BodyDocument } from '../running/run-phases.ts';
import type { BodyReader } from '../formats/format.ts';
import type { OperationRun } from '../running/operation-run.ts';
import type { Subscriber } from '../../../events/subscriber.ts';
import { assertReadable, isBodyOmitted, readText } from '../../../http/readable-body.ts';
import { acceptsOmitted } from '../../../http/parse-schema.ts';
import { andThen } from 'oriel-core/http';
import type { MaybePromise } from 'oriel-core/http';
import type { RequestEvent } from '../../../kernel/events.ts';
import { unsupported } from '../../../http/unsupported-body.ts';

/** Parses the body of an operation by its Content-Type. Responds with 415 for an unsupported type, 400 for a malformed body. */
export class DeserializeListener implements Subscriber {
  readonly name = 'DeserializeListener';
  readonly on = { 'kernel.request': (event: RequestEvent) => this.onRequest(event) };

  readonly #strictJson: boolean;

  /** @param strictJson whether JSON objects with duplicate members are rejected */
  constructor(strictJson = false) {
    this.#strictJson = strictJson;
  }

  // The body of QUERY is parsed with the query.
  readonly appliesTo = (route: unknown): boolean => {
    const operation = operationOf(route);
    return operation !== undefined && operation.readers.size > 0 && operation.kind !== 'list';
  };

  onRequest({ context }: RequestEvent): MaybePromise<void> {
    const run = runOf(context);
    const contentType = context.headers.get('content-type') ?? '';
    const { readers } = run.operation;
    // Fast path for media types without parameters.
    const type = readers.has(contentType) ? contentType : contentType.split(';', 1)[0]!.trim().toLowerCase();
    const reader = readers.get(type);
    if (reader === undefined) return requireOmitted(run, type);
    assertReadable(context.headers, contentType);
    if (context.trace.recording) context.trace.decide('body', `read as ${reader.name}`, `the Content-Type is ${type}`);
    if (reader.binary === true) return context.body.bytes().then((bytes) => read(run, reader, bytes, contentType));
    return andThen(readText(context.body), (text) => this.#readText(run, reader, text, contentType, type));
  }

  #readText(
    run: OperationRun,
    reader: BodyReader,
    text: string,
    contentType: string,
    type: string,
  ): MaybePromise<void> {
    const { input, kind } = run.operation;
    if (text === '' && kind === 'custom' && input)
      return andThen(acceptsOmitted(input), (accepted) =>
        accepted ? undefined : read(run, reader, text, contentType),
      );
    const done = read(run, reader, text, contentType);
    if (this.#strictJson) assertStrictJson(text, type);
    return done;
  }
}

// Custom operations with a schema that accepts `undefined` need no body, and then no Content-Type.
function requireOmitted({ operation, context }: OperationRun, type: string): MaybePromise<void> {
  const refuse = (): never => {
    throw unsupported(operation.method, type, [...operation.readers.keys()]);
  };
  if (operation.kind !== 'custom' || operation.input === undefined) return refuse();
  const { input } = operation;
  return andThen(isBodyOmitted(context), (omitted) =>
    omitted ? andThen(acceptsOmitted(input), (accepted) => (accepted ? undefined : refuse())) : refuse(),
  );
}

function read(
  run: OperationRun,
  reader: BodyReader,
  body: string | Uint8Array,
  contentType: string,
): MaybePromise<void> {
  return andThen<BodyDocument, void>(reader.read(body, run, contentType), (document) => {
    run.request.body = document;
  });
}
