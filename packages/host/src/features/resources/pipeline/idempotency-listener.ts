import { HttpResponse } from 'oriel-core/http';
import type { Subscriber } from '../../../events/subscriber.ts';
import type { RequestEvent, ResponseEvent } from '../../../kernel/events.ts';
import type { IdempotencyRecord } from '../declare/idempotency-store.ts';
import type { IdempotencyConfig } from '../model/api-config.ts';
import { requestInProgressError } from '../operations/idempotency-claim.ts';
import type { IdempotencyClaim } from '../operations/idempotency-claim.ts';
import { acceptsKey, createClaim, keyReusedError, requestFingerprint } from '../operations/idempotency.ts';
import { OperationRun, getRun } from '../operations/operation-run.ts';
import { MemoryIdempotencyStore } from '../source/memory-idempotency-store.ts';
import { operationListener } from './operation-listener.ts';

/** Responds to a repeated Idempotency-Key with the stored response. Failed requests release their key. */
export function createIdempotencyListener(config: IdempotencyConfig = {}): Subscriber {
  const store = config.store ?? new MemoryIdempotencyStore();
  return operationListener('IdempotencyListener', {
    appliesTo: acceptsKey,
    'kernel.request'(event: RequestEvent): void | Promise<void> {
      const run = getRun(event.context);
      const claim = createClaim(event.context, run.operation, store, config);
      return claim && begin(event, run, claim);
    },
    'kernel.response': ({ context: { operation: run } }: ResponseEvent) =>
      run instanceof OperationRun ? run.claim?.release() : undefined,
  });
}

async function begin(event: RequestEvent, run: OperationRun, claim: IdempotencyClaim): Promise<void> {
  const { context } = event;
  const fingerprint = requestFingerprint(context, await context.body.bytes());
  const known = await claim.begin(fingerprint);
  if (context.trace.recording) context.trace.decide('idempotency', ...describeRecord(known, fingerprint));
  if (known === undefined) {
    run.claim = claim;
    return;
  }
  if (known.fingerprint !== fingerprint) throw keyReusedError();
  if (known.response === undefined) throw requestInProgressError();
  const { status, headers, body } = known.response;
  const response = new HttpResponse(status, [...headers], body);
  response.hasCodingSuffix = true;
  event.respond(response);
}

function describeRecord(known: IdempotencyRecord | undefined, fingerprint: string): [outcome: string, because: string] {
  if (known === undefined) return ['new', 'the key was not used before'];
  if (known.fingerprint !== fingerprint) return ['refused', 'the key was used for another request'];
  return known.response === undefined
    ? ['refused', 'the first request is still in progress']
    : ['repeated', 'the stored response is sent'];
}
