import { buffer } from 'node:stream/consumers';
import { HttpResponse } from 'oriel-core/http';
import type { StoredResponse } from '../declare/idempotency-store.ts';
import { createResponse } from '../represent/create-response.ts';
import type { OperationResponse } from '../represent/create-response.ts';
import { itemTag } from '../represent/entity-tag.ts';
import type { PendingWrite } from '../model/operation-call.ts';
import type { Item } from '../model/reach.ts';
import type { IdempotencyClaim } from './idempotency-claim.ts';

/** What a write has done. */
interface WrittenItem {
  /** The item after the write; undefined after a delete. */
  readonly next: Item | undefined;
  readonly isCreated: boolean;
}

/** Creates the response of a write and stores it, so that a repeated request with the same key gets the same bytes. */
export async function storeResult(
  call: PendingWrite,
  claim: IdempotencyClaim,
  value: unknown,
  { next, isCreated }: WrittenItem,
): Promise<OperationResponse> {
  const response = await createResponse(call, value, isCreated);
  await claim.complete(toStoredResponse(response, next && itemTag(call, next)));
  return response;
}

/** Stores the response that a custom operation returned. @returns the same response, whose body is read */
export async function storeResponse(
  claim: IdempotencyClaim,
  { status, headers, body }: HttpResponse,
): Promise<HttpResponse> {
  const bytes = toBytes(body instanceof ReadableStream ? await buffer(body) : body);
  await claim.complete({ status, headers: headers.list, body: bytes });
  return new HttpResponse(status, headers.list, bytes);
}

/** Converts a response for storage. @throws {TypeError} if the body is a stream, which cannot be sent twice */
export function toStoredResponse(
  { status, headers, contentType, body }: OperationResponse,
  tag: string | undefined,
): StoredResponse {
  const bytes = toBytes(body);
  return {
    status,
    headers: [
      ...(bytes === null ? [] : ['Content-Type', contentType]),
      ...Object.entries(headers ?? {}).flat(),
      ...(tag === undefined ? [] : ['ETag', `"${tag}"`]),
    ],
    body: bytes,
  };
}

function toBytes(body: OperationResponse['body']): Uint8Array | null {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  if (bytes === null || bytes instanceof Uint8Array) return bytes;
  throw new TypeError('The response of a request with an Idempotency-Key cannot be a stream or a file');
}
