import { hash } from 'node:crypto';
import { toMilliseconds, BadRequestError, HttpError } from 'oriel-core/http';
import type { Duration, HttpContext } from 'oriel-core/http';
import { IdempotencyClaim } from './idempotency-claim.ts';
import type { IdempotencyStore } from '../declare/idempotency-store.ts';
import type { IdempotencyConfig } from '../model/api-config.ts';
import type { Operation } from '../model/operation.ts';
import { message } from 'oriel-core/messages';

/** How long responses are stored by default. */
export const DEFAULT_LIFETIME: Duration = '24 h';

/** Returns whether the requests of an operation may have an Idempotency-Key. */
export function acceptsKey({ kind, method, custom, resource }: Operation): boolean {
  if ((resource.definition.idempotency ?? 'off') === 'off') return false;
  if (custom === undefined) return kind === 'create' || kind === 'patch' || kind === 'bulk';
  // A form that the function reads itself is not read before.
  const readsForm = custom.input === undefined && (custom.uploads ?? false) !== false;
  return (method === 'POST' || method === 'PATCH') && !readsForm;
}

/**
 * Creates the claim for the Idempotency-Key of a request; undefined when it has no key and needs none.
 * @throws {BadRequestError} if the key is malformed, or missing where it is required
 */
export function createClaim(
  context: HttpContext,
  { name, resource }: Operation,
  store: IdempotencyStore,
  { lifetime = DEFAULT_LIFETIME }: IdempotencyConfig,
): IdempotencyClaim | undefined {
  const sent = context.headers.get('idempotency-key');
  if (sent === undefined) {
    if (resource.definition.idempotency !== 'require') return undefined;
    throw new BadRequestError(message('idempotency.required', { example: '8e03978e-40d5-43dd-bc93' }), {
      type: '/problems/idempotency-key-missing',
    });
  }
  const [, quoted, bare] = KEY.exec(sent.trim()) ?? [];
  const key = quoted?.replace(/\\(["\\])/g, '$1') ?? bare;
  if (key === undefined || key === '')
    throw new BadRequestError(message('idempotency.invalid-key'), {
      type: '/problems/idempotency-key-malformed',
    });
  // The hash has a fixed length, and the JSON array keeps the parts of the key apart.
  const owner = context.principal?.id ?? null;
  const scope = JSON.stringify([owner, ...tenantPart(context), name, key]);
  return new IdempotencyClaim(store, hash('sha256', scope, 'hex'), toMilliseconds(lifetime));
}

// A user can have several tenants. A list never equals the name of an operation.
function tenantPart({ tenant }: HttpContext): unknown[] {
  return tenant === undefined ? [] : [[typeof tenant === 'symbol' ? null : tenant]];
}

// A string (RFC 9651 §3.3.3), or the unquoted key that many clients send.
const KEY = /^(?:"((?:[\x20-\x21\x23-\x5b\x5d-\x7e]|\\["\\]){1,255})"|([\w.:~+/=-]{1,255}))$/;

/** Returns a hash of method, URL, media type and body. Requests with the same key must have the same fingerprint. */
export function requestFingerprint({ method, path, query, headers }: HttpContext, body: Uint8Array): string {
  const head = `${method} ${path}?${query} ${headers.get('content-type') ?? ''}\n`;
  return hash('sha256', Buffer.concat([Buffer.from(head), body]), 'hex');
}

/** Returns a 422: the key was used with a different request. */
export function keyReusedError(): HttpError {
  return new HttpError(422, message('idempotency.key-reused'), {
    type: '/problems/idempotency-key-reused',
  });
}
