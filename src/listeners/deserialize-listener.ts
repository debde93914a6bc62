import { operationOf, runOf } from '../api/index.ts';
import type { BodyReader, Operation, OperationRun } from '../api/index.ts';
import type { Subscriber } from '../events/index.ts';
import { UnsupportedMediaTypeError, isPromise } from '../http/index.ts';
import type { RequestEvent } from '../kernel/index.ts';

/** Reads the body of an operation by its Content-Type: 415 names what is read here, 400 says where it is malformed. */
export class DeserializeListener implements Subscriber {
  readonly name = 'DeserializeListener';
  readonly on = { 'kernel.request': (event: RequestEvent) => this.onRequest(event) };

  readonly appliesTo = (route: unknown): boolean => (operationOf(route)?.readers.size ?? 0) > 0;

  onRequest({ context }: RequestEvent): Promise<void> {
    const run = runOf(context);
    const contentType = context.headers.get('content-type') ?? '';
    const type = contentType.split(';', 1)[0]!.trim().toLowerCase();
    const reader = run.operation.readers.get(type);
    if (reader === undefined) throw unsupported(run.operation, type);
    if (context.trace.recording) context.trace.decide('body', `read as ${reader.name}`, `its Content-Type is ${type}`);
    return reader.binary === true
      ? context.body.bytes().then((bytes) => read(run, reader, bytes, contentType))
      : context.body.text().then((text) => read(run, reader, text, contentType));
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
    return (document as Promise<OperationRun['body']>).then((settled) => {
      run.body = settled;
    });
  run.body = document as OperationRun['body'];
}

function unsupported({ readers, method }: Operation, type: string): UnsupportedMediaTypeError {
  const types = [...readers.keys()];
  const what = type === '' ? 'The body has no Content-Type' : `A body of type "${type.slice(0, 100)}" is not read here`;
  return new UnsupportedMediaTypeError(`${what}; send ${types.join(' or ')}`, {
    type: '/problems/unsupported-media-type',
    headers: { [method === 'PATCH' ? 'Accept-Patch' : 'Accept-Post']: types.join(', ') },
    extensions: { accepts: types },
  });
}
