import { ForbiddenError, privateCacheControl } from 'oriel-core/http';
import type { MaybePromise } from 'oriel-core/http';
import { message } from 'oriel-core/messages';
import { ACCESS_PHASES } from '../../../http/access-input.ts';
import type {
  ControllerArgumentsEvent,
  RequestContext,
  RequestEvent,
  ResponseEvent,
  ViewEvent,
} from '../../../kernel/events.ts';
import { ALL_TENANTS } from '../declare/tenant-definition.ts';
import { getRun } from '../operations/operation-run.ts';
import type { OperationRun } from '../operations/operation-run.ts';
import { accessError, authorizeBody, authorizeItem } from '../reach/authorize.ts';
import { determineTenantScope } from '../source/tenant-scope.ts';
import { operationListener } from './operation-listener.ts';

/** Limits operations to the rows of the tenant before anything is read. Without a tenant, responds with 401 or 403. */
export const tenantListener = operationListener('TenantListener', {
  'kernel.request'({ context }: RequestEvent): MaybePromise<void> {
    const run = getRun(context);
    return run.operation.resource.tenant === undefined ? undefined : limitToTenant(run, context);
  },
  // Hosts without security do this nowhere else.
  'kernel.response'({ context, response: { status, headers } }: ResponseEvent): void {
    const control = headers.get('Cache-Control');
    if (context.tenant === undefined || status >= 400 || control === undefined) return;
    headers.put('Cache-Control', privateCacheControl(control));
  },
});

async function limitToTenant(run: OperationRun, context: RequestContext): Promise<void> {
  const tenant = await determineTenantScope(run.operation.resource, context);
  if (tenant === null) throw noTenantError(run);
  run.reach = { ...run.reach, tenant };
  run.scope = tenant;
  recordTenant(context);
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

/** Evaluates access rules that depend on the item before the body is read, so that it does not reveal a hidden item. */
export const grantListener = operationListener('GrantListener', {
  appliesTo: ({ access, hasItem }) => access !== undefined && hasItem,
  async 'kernel.request'({ context }: RequestEvent): Promise<void> {
    const run = getRun(context);
    run.reach = await authorizeItem(run);
  },
});

/** Evaluates access rules that depend on the validated body, before a custom operation is called or anything is written. */
export const bodyGrantListener = operationListener('BodyGrantListener', {
  appliesTo: ({ access }) => access?.last === ACCESS_PHASES.body,
  'kernel.controller_arguments': ({ context }: ControllerArgumentsEvent) => grantBody(getRun(context), true),
  'kernel.view': ({ context }: ViewEvent) => grantBody(getRun(context), false),
});

function grantBody(run: OperationRun, isCustom: boolean): MaybePromise<void> {
  return (run.operation.kind === 'custom') === isCustom ? grant(run) : undefined;
}

async function grant(run: OperationRun): Promise<void> {
  run.reach = await authorizeBody(run);
}
