import type { Api } from './api.ts';
import { checkReply } from './check-reply.ts';
import type { Report } from './check-reply.ts';
import { getViolation } from './check-request.ts';
import type { Check, Failure } from './checks.ts';
import { ItemChecks } from './item-checks.ts';
import { createdId } from './known-values.ts';
import type { KnownValues } from './known-values.ts';
import type { Schemas } from './schemas.ts';
import type { Reply, Sender, SentRequest } from './send.ts';
import { getBytes, isJson, getTarget } from './steps.ts';
import type { Step } from './steps.ts';

/** Headers with the credentials of users. */
export interface Credentials {
  readonly user: readonly (readonly [name: string, value: string])[];
  /** The headers of another user, who may not see the items of the first, or undefined. */
  readonly other: readonly (readonly [name: string, value: string])[] | undefined;
}

/** What scenarios run with. */
export interface Session {
  readonly api: Api;
  readonly schemas: Schemas;
  readonly known: KnownValues;
  readonly sender: Sender;
  readonly credentials: Credentials;
  /** The time until the end of a response. */
  readonly timeoutMs: number;
  /** The names of checks that are not made. */
  readonly skipped: ReadonlySet<string>;
}

/** A request of a scenario and its response. */
export interface Exchange {
  readonly step: Step;
  readonly request: SentRequest;
  readonly reply: Reply;
}

/** What happened in a scenario. */
export interface Outcome {
  readonly exchanges: readonly Exchange[];
  readonly failures: readonly Failure[];
}

/** Sends the requests of a scenario one after the other, and checks each response. */
export async function runScenario(
  steps: readonly Step[],
  session: Session,
  timeoutMs = session.timeoutMs,
): Promise<Outcome> {
  const { schemas, known, sender } = session;
  const exchanges: Exchange[] = [];
  const failures: Failure[] = [];
  const ids: (string | undefined)[] = [];
  const items = new ItemChecks();
  for (const [index, step] of steps.entries()) {
    const request = getRequest(step, session, ids);
    const reply = await sender.send(request, timeoutMs);
    const value = getValue(reply);
    const location = reply.headers.get('location') ?? undefined;
    const isSuccess = reply.status >= 200 && reply.status < 300;
    ids.push(isSuccess ? createdId(location, value) : undefined);
    exchanges.push({ step, request, reply });
    const report = (check: Check, message: string, detail = ''): void => {
      const key = `${check} ${step.operation.name} ${detail}`;
      if (!session.skipped.has(check)) failures.push({ check, key, message, step: index });
    };
    checkReply(step, request, reply, value, schemas, report);
    if (isSuccess) checkAccepted(step, session, report);
    await checkNextPage(step, request, reply, session, report);
    items.check(exchanges.at(-1)!, value, report);
    if (isSuccess && !reply.isPartial) {
      known.learn(step.operation.path, value, location);
      const tag = reply.headers.get('etag');
      if (tag !== null) known.learn('', { etag: tag }, undefined);
    }
  }
  return { exchanges, failures };
}

function getRequest(step: Step, { api, credentials }: Session, ids: readonly (string | undefined)[]): SentRequest {
  const { method, headers, body, as } = step;
  const all = as === 'other' ? (credentials.other ?? []) : credentials.user;
  const credentialHeaders = as === 'anonymous' ? all.filter(([name]) => !api.credentials.has(name.toLowerCase())) : all;
  const isOwn = new Set(credentialHeaders.map(([name]) => name.toLowerCase()));
  return {
    method,
    target: getTarget(step, api.basePath, ids),
    headers: [
      ...credentialHeaders,
      ...headers.filter(([name]) => !isOwn.has(name.toLowerCase())),
      ...(body?.type === undefined ? [] : [['Content-Type', body.type] as const]),
    ],
    body: body && getBytes(body),
  };
}

function checkAccepted(step: Step, { schemas, api, credentials }: Session, report: Report): void {
  const { operation, method, as, headers, path } = step;
  if (method !== operation.method && method !== 'HEAD') return;
  const violation = getViolation(step, schemas);
  if (violation !== undefined)
    report('invalid-input', `the request is accepted, although ${violation}`, violation.replaceAll(/\d+/g, ''));
  if (!operation.isSecured) return;
  const sendsOther = headers.some(([name]) => api.credentials.has(name.toLowerCase()));
  if (as === 'anonymous' && !sendsOther) report('authentication', 'the request is accepted without credentials');
  const isOfUser = Object.values(path).some((value) => typeof value === 'number');
  if (as === 'other' && credentials.other && isOfUser)
    report('isolation', `another user is allowed to ${method} an item that the first user created`);
}

async function checkNextPage(
  { as }: Step,
  request: SentRequest,
  { headers }: Reply,
  session: Session,
  report: Report,
): Promise<void> {
  const next = /<([^>]*)>\s*;[^,]*\brel="?next\b/.exec(headers.get('link') ?? '')?.[1];
  const { origin } = session.sender;
  const base = new URL(request.target.replace(/^\/+/, '/'), origin).href;
  if (next === undefined || as !== 'user' || request.method !== 'GET' || !URL.canParse(next, base)) return;
  const url = new URL(next, base);
  const reply = await session.sender.send({ ...request, target: url.pathname + url.search }, session.timeoutMs);
  if (reply.status >= 400)
    report('link', `the link to the next page is answered with ${reply.status}: ${next}`, 'next');
}

function getValue({ body, headers, isPartial }: Reply): unknown {
  if (isPartial || !isJson(headers.get('content-type') ?? '')) return undefined;
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}
