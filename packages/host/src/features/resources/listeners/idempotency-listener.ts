import { MemoryIdempotencyStore } from '../writing/memory-idempotency-store.ts';
import { OperationRun, runOf } from '../running/operation-run.ts';
import { createClaim, requestFingerprint, keyReusedError } from '../writing/idempotency.ts';
import { requestInProgressError } from '../writing/idempotency-claim.ts';
import { operationOf } from '../model/operation.ts';
import type { IdempotencyConfig } from '../definition/api-config.ts';
import type { IdempotencyRecord, IdempotencyStore } from '../writing/idempotency-store.ts';
import type { Subscriber } from '../../../events/subscriber.ts';
import { HttpResponse } from 'oriel-core/http';
import type { RequestEvent, ResponseEvent } from '../../../kernel/events.ts';

/**
 * Handles the Idempotency-Key header: a repeated request gets the stored response and is not executed again. Failed requests
 * release their key, so that they can be retried.
 */
export class IdempotencyListener implements Subscriber {
  readonly name = 'IdempotencyListener';
  readonly on = {
    'kernel.request': (event: RequestEvent) => this.onRequest(event),
    'kernel.response': (event: ResponseEvent) => this.onResponse(event),
  };
  readonly #config: IdempotencyConfig;
  readonly #store: IdempotencyStore;

  constructor(config: IdempotencyConfig = {}) {
    this.#config = config;
    this.#store = config.store ?? new MemoryIdempotencyStore();
  }

  readonly appliesTo = (route: unknown): boolean => {
    const operation = operationOf(route);
    const { idempotency = 'off' } = operation?.resource.definition ?? {};
    return idempotency !== 'off' && IDEMPOTENT_KINDS.includes(operation!.kind);
  };

  onRequest(event: RequestEvent): void | Promise<void> {
    const { context } = event;
    const run = runOf(context);
    const claim = createClaim(context, run.operation, this.#store, this.#config);
    if (claim === undefined) return;
    return context.body.bytes().then(async (sent) => {
      const fingerprint = requestFingerprint(context, sent);
      const known = await claim.begin(fingerprint);
      if (context.trace.recording) context.trace.decide('idempotency', ...describeRecord(known, fingerprint));
      if (known === undefined) {
        run.request.claim = claim;
        return;
      }
      if (known.fingerprint !== fingerprint) throw keyReusedError();
      if (known.response === undefined) throw requestInProgressError();
      const { status, headers, body } = known.response;
      const response = new HttpResponse(status, [...headers], body);
      response.hasCodingSuffix = true;
      event.respond(response);
    });
  }

  onResponse({ context }: ResponseEvent): void | Promise<void> {
    return context.operation instanceof OperationRun ? context.operation.request.claim?.release() : undefined;
  }
}

const IDEMPOTENT_KINDS: readonly string[] = ['create', 'patch', 'bulk'];

function describeRecord(known: IdempotencyRecord | undefined, fingerprint: string): [outcome: string, because: string] {
  if (known === undefined) return ['new', 'the key was not used before'];
  if (known.fingerprint !== fingerprint) return ['refused', 'the key was used for another request'];
  return known.response === undefined
    ? ['refused', 'the first request is still in progress']
    : ['repeated', 'the stored response is sent'];
}
