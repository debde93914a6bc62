import { operationOf } from '../model/operation.ts';
import { runOf } from '../running/operation-run.ts';
import type { BodyDocument, BodyReader } from '../bodies/body-reader.ts';
import type { OperationRun } from '../running/operation-run.ts';
import type { Subscriber } from '../../../core/events/subscriber.ts';
import { assertNoDuplicates } from '../../../core/http/json-duplicates.ts';
import { assertReadable } from '../../../core/http/readable-body.ts';
import { isPromise } from '../../../core/http/promises.ts';
import { readText } from '../../../core/http/read-text.ts';
import type { RequestEvent } from '../../../core/kernel/events.ts';
import { unsupported } from '../../../core/listeners/unsupported-body.ts';

/** Reads the body of an operation by its Content-Type: 415 names what is read here, 400 says where it is malformed. */
export class DeserializeListener implements Subscriber {
  readonly name = 'DeserializeListener';
  readonly on = { 'kernel.request': (event: RequestEvent) => this.onRequest(event) };

  readonly #strictJson: boolean;

  /** @param strictJson refuse JSON that has a member twice */
  constructor(strictJson = false) {
    this.#strictJson = strictJson;
  }

  // What a QUERY brings is understood together with the query.
  readonly appliesTo = (route: unknown): boolean => {
    const operation = operationOf(route);
    return operation !== undefined && operation.readers.size > 0 && operation.kind !== 'list';
  };

  onRequest({ context }: RequestEvent): void | Promise<void> {
    const run = runOf(context);
    const contentType = context.headers.get('content-type') ?? '';
    const { readers } = run.operation;
    // Most clients write it exactly as it is known.
    const type = readers.has(contentType) ? contentType : contentType.split(';', 1)[0]!.trim().toLowerCase();
    const reader = readers.get(type);
    if (reader === undefined) throw unsupported(run.operation, type);
    assertReadable(context.headers, contentType);
    if (context.trace.recording) context.trace.decide('body', `read as ${reader.name}`, `its Content-Type is ${type}`);
    if (reader.binary === true) return context.body.bytes().then((bytes) => read(run, reader, bytes, contentType));
    const text = readText(context.body);
    return isPromise(text)
      ? text.then((late) => this.#readText(run, reader, late, contentType, type))
      : this.#readText(run, reader, text, contentType, type);
  }

  #readText(
    run: OperationRun,
    reader: BodyReader,
    text: string,
    contentType: string,
    type: string,
  ): void | Promise<void> {
    const done = read(run, reader, text, contentType);
    // The fast parser was content; this one looks at the text once more.
    if (this.#strictJson && JSON_TYPE.test(type)) assertNoDuplicates(text);
    return done;
  }
}

function read(
  run: OperationRun,
  reader: BodyReader,
  body: string | Uint8Array,
  contentType: string,
): void | Promise<void> {
  const document = reader.read(body, run, contentType);
  if (isPromise(document))
    return (document as Promise<BodyDocument>).then((settled) => {
      run.request.body = settled;
    });
  run.request.body = document as BodyDocument;
}

const JSON_TYPE = /[/+]json$/;
