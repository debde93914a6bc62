import { ACCESS_PHASES } from '../../../http/access-input.ts';
import type { Subscriber } from '../../../events/subscriber.ts';
import { ForbiddenError, privateCacheControl, andThen } from 'oriel-core/http';
import { message } from 'oriel-core/messages';
import type { MaybePromise } from 'oriel-core/http';
import type { RequestContext, RequestEvent, ResponseEvent } from '../../../kernel/events.ts';
import { accessError } from '../access/authorize.ts';
import { determineTenantScope } from '../access/tenant-scope.ts';
import { ALL_TENANTS } from '../definition/tenant-definition.ts';
import { operationOf } from '../model/operation.ts';
import { runOf } from '../running/operation-run.ts';
import type { OperationRun } from '../running/operation-run.ts';

/**
 * Limits each operation to the rows of the tenant of the request, before anything is read. Responds with 401 or 403 if the
 * request has no tenant. Responses that depend on the tenant are private.
 */
export class TenantListener implements Subscriber {
  readonly name = 'TenantListener';
  readonly on = {
    'kernel.request': (event: RequestEvent) => this.onRequest(event),
    'kernel.response': (event: ResponseEvent) => this.onResponse(event),
  };

  readonly appliesTo = (route: unknown): boolean => operationOf(route) !== undefined;

  onRequest({ context }: RequestEvent): MaybePromise<void> {
    const run = runOf(context);
    const { resource } = run.operation;
    if (resource.tenant === undefined) return undefined;
    return andThen(determineTenantScope(resource, context), (scope) => {
      if (scope === null) throw noTenantError(run);
      run.request.tenant = scope;
      run.request.scope = scope;
      recordTenant(context);
    });
  }

  // Hosts without security do this nowhere else.
  onResponse({ context, response: { status, headers } }: ResponseEvent): void {
    const control = headers.get('Cache-Control');
    if (context.tenant === undefined || status >= 400 || control === undefined) return;
    headers.put('Cache-Control', privateCacheControl(control));
  }
}

// A host without security has no challenge for a 401.
function noTenantError(run: OperationRun): Error {
  const error = accessError(run, NO_TENANT, ACCESS_PHASES.head);
  return run.context.access === undefined ? new ForbiddenError(message('authorization.denied')) : error;
}

const NO_TENANT = { outcome: 'refused', because: 'api.tenant returned no tenant', reason: '', hide: false } as const;

function recordTenant({ tenant, trace }: RequestContext): void {
  if (!trace.recording) return;
  if (tenant === ALL_TENANTS) trace.decide('tenant', 'all tenants', 'api.tenant returned ALL_TENANTS');
  else trace.decide('tenant', String(tenant), 'api.tenant returned it');
}
