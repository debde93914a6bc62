import { HttpResponse } from 'oriel-core/http';
import { assertReadable } from '../../http/readable-body.ts';
import type { HttpContext } from 'oriel-core/http';
import { isUtf8Form } from './hub-text.ts';
import { HubRequestError } from './hub-error.ts';
import { authenticate, insufficientScopeError, tokenRequiredError } from './hub-authentication.ts';
import type { Hub } from './hub.ts';
import { tracePublish } from './traced-publisher.ts';
import type { UpdateInput } from './update.ts';
import { message } from 'oriel-core/messages';

/**
 * Handles a publish request and responds with the id of the update once the transport has accepted it.
 *
 * @throws {HubTokenError | HubRequestError | ServiceUnavailableError} if the update was not published
 */
export async function publishRequest(hub: Hub, context: HttpContext): Promise<HttpResponse> {
  const access = await authenticate(hub, context, 'publish');
  if (access === undefined) throw tokenRequiredError(hub, context);
  const input = await readForm(context, hub);
  const update = hub.createUpdate(input);
  const denied = update.topics.find((topic) => !access.publish.some((matcher) => matcher.matches(topic)));
  if (denied !== undefined)
    throw insufficientScopeError(hub, context, message('hub.publish-not-allowed', { topic: denied }));
  const { id } = await tracePublish(update, `posted by ${access.subject ?? 'a token without a subject'}`, () =>
    hub.send(update),
  );
  return new HttpResponse(200, ['Content-Type', 'text/plain; charset=utf-8', 'Cache-Control', 'no-store'], id);
}

async function readForm(context: HttpContext, { limits }: Hub): Promise<UpdateInput> {
  const type = context.headers.get('content-type') ?? '';
  if (!FORM.test(type)) throw new HubRequestError(415, message('update.unsupported-type'));
  assertReadable(context.headers, type);
  const body = await context.body.text();
  if (!isUtf8Form(body)) throw new HubRequestError(400, message('update.invalid-utf8'));
  const topics: string[] = [];
  const fields = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(body)) {
    if (name === 'topic') topics.push(value);
    else if (FIELDS.has(name) && !fields.has(name)) fields.set(name, value);
    if (topics.length > limits.topics)
      throw new HubRequestError(413, message('update.too-many-topics', { count: limits.topics }));
  }
  const retry = fields.get('retry');
  if (retry !== undefined && retry !== '' && !DIGITS.test(retry))
    throw new HubRequestError(400, message('update.retry-not-digits'));
  if (retry !== undefined && retry.length > MAX_DIGITS)
    throw new HubRequestError(413, message('update.retry-too-long', { count: MAX_DIGITS }));
  const [data, id, kind] = [fields.get('data'), fields.get('id'), fields.get('type')];
  return {
    topics,
    private: fields.has('private'),
    ...(data === undefined ? {} : { data }),
    ...(id === undefined ? {} : { id }),
    ...(kind === undefined ? {} : { type: kind }),
    ...(retry ? { retry: Number(retry) } : {}),
  };
}

const FIELDS: ReadonlySet<string> = new Set(['data', 'id', 'type', 'retry', 'private']);
const DIGITS = /^\d+$/;
// Every integer of 15 digits is a safe integer.
const MAX_DIGITS = 15;
const FORM = /^application\/x-www-form-urlencoded(?:\s*;|\s*$)/i;
