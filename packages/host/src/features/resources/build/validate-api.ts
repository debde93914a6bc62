import { formatValue, issue, validateDuration, validateUnknownKeys } from 'oriel-core/configuration';
import type { ConfigIssue } from 'oriel-core/configuration';
import type { ApiConfig, IdempotencyConfig } from '../model/api-config.ts';
import type { CacheDefinition } from '../declare/operation-definition.ts';
import type { PageDefinition } from '../declare/list-definition.ts';
import type { TenantDefinition } from '../declare/tenant-definition.ts';

/** Yields unknown options of the API, and an invalid lifetime of idempotency keys. */
export function* validateApi(api: ApiConfig): Generator<ConfigIssue> {
  yield* validateUnknownKeys(api, API_KEYS, 'api.');
  for (const [name, known] of Object.entries(GROUPS)) {
    const group: unknown = api[name as keyof ApiConfig];
    if (typeof group === 'object' && group !== null) yield* validateUnknownKeys(group, known, `api.${name}.`);
  }
  if (api.tenant !== undefined) yield* validateTenant(api.tenant);
  const { writeRetries } = api;
  if (writeRetries !== undefined && !(Number.isSafeInteger(writeRetries) && writeRetries >= 0))
    yield issue(
      'ORIEL_API_RETRIES',
      'api.writeRetries',
      `Expected a number of retries, got ${formatValue(writeRetries)}`,
      'Use an integer of at least 0, or omit it for the default of 2',
    );
  yield* validateDuration('api.idempotency.lifetime', api.idempotency?.lifetime, LIFETIME);
}

function* validateTenant(tenant: unknown): Generator<ConfigIssue> {
  if (typeof tenant === 'function') return;
  const { field, value } = { ...(tenant as Readonly<Record<string, unknown>>) };
  if (typeof value !== 'function')
    yield issue(
      'ORIEL_API_TENANT',
      typeof tenant === 'object' && tenant !== null ? 'api.tenant.value' : 'api.tenant',
      `Expected a function that returns the tenant of a request, got ${formatValue(value ?? tenant)}`,
      'Use tenant: ({ user }) => user?.tenant, or tenant: { field, value }',
    );
  if (field !== undefined && (typeof field !== 'string' || field === ''))
    yield issue('ORIEL_API_TENANT', 'api.tenant.field', `It is ${formatValue(field)}`, "Use a name: field: 'tenant'");
}

// Whole seconds, so that a number of hours or seconds is reported.
const LIFETIME = { minimum: 1_000, wholeSeconds: true };

const API_KEYS: readonly (keyof ApiConfig)[] = [
  ...(['prefix', 'formats', 'info', 'page', 'maxConditions', 'cache', 'idempotency', 'acceptQuery'] as const),
  ...(['webLinks', 'jsonSchema', 'strictJson', 'parameters', 'docs', 'tenant', 'writeRetries'] as const),
];
const PAGE_KEYS: readonly (keyof PageDefinition)[] = ['size', 'max', 'by', 'count', 'off'];
const IDEMPOTENCY_KEYS: readonly (keyof IdempotencyConfig)[] = ['store', 'principal', 'lifetime'];
const CACHE_KEYS: readonly (keyof CacheDefinition)[] = [
  ...(['public', 'maxAge', 'sharedMaxAge', 'staleWhileRevalidate'] as const),
  ...(['noStore', 'vary', 'etag', 'lastModified'] as const),
];
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  page: PAGE_KEYS,
  cache: CACHE_KEYS,
  idempotency: IDEMPOTENCY_KEYS,
  docs: ['access'],
  tenant: ['field', 'value'] satisfies (keyof TenantDefinition)[],
};
