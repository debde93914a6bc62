import { BadRequestError, HttpError, HttpContext } from 'oriel-core/http';
import type { IncomingRequest, RequestBody, RequestHeaders } from 'oriel-core/http';
import { createBody } from '../http/readable-body.ts';
import { toWebRequest } from '../http/to-web-request.ts';
import type { RequestContext } from './events.ts';
import { message } from 'oriel-core/messages';

/** The maximum depth of forwarded requests. */
export const MAX_FORWARDS = 8;

/**
 * Returns the context of a forwarded request. It has its own method, target and body, and everything else of its parent.
 *
 * @param target "GET /path?query"; the method is optional
 * @throws {HttpError} 508 if requests are forwarded too deeply
 * @throws {TypeError} if the target is not a path
 */
export function createSubRequest(parent: RequestContext, target: string, body?: unknown): RequestContext {
  if (getDepth(parent) >= MAX_FORWARDS) {
    throw new HttpError(
      508,
      `Forwarded ${MAX_FORWARDS} times from "${getRoot(parent).path}": does a route forward to itself?`,
      {
        code: 'ORIEL_FORWARD_DEPTH',
      },
    );
  }
  const match = /^(?:([!#$%&'*+\-.^_`|~0-9A-Za-z]+) )?(\/.*)$/s.exec(target);
  if (!match) throw new TypeError(`Cannot forward to ${JSON.stringify(target)}: write "GET /path"`);
  const [, method = 'GET', path = ''] = match;
  const content = body === undefined ? NO_BODY : createJsonBody(body);
  const incoming = createIncoming(parent.incoming, method, path, content);
  return new HttpContext(incoming, getRoot(parent).firstPlan, parent.trace, parent);
}

function createIncoming(outer: IncomingRequest, method: string, target: string, body: RequestBody): IncomingRequest {
  const { hostLines, scheme, version, ip } = outer;
  const incoming: IncomingRequest = {
    ...{ hostLines, scheme, version, ip, method, target, body },
    headers: new SubRequestHeaders(outer.headers, body),
    // Created on first use.
    get signal() {
      return outer.signal;
    },
    earlyHints: (links) => outer.earlyHints(links),
    toRequest: (url) => toWebRequest(incoming, url),
  };
  return incoming;
}

/** The parent's headers, except those that describe its body, conditions and ranges. */
class SubRequestHeaders implements RequestHeaders {
  readonly #parent: RequestHeaders;
  readonly #body: RequestBody;

  constructor(parent: RequestHeaders, body: RequestBody) {
    this.#parent = parent;
    this.#body = body;
  }

  get(name: string): string | undefined {
    if (!ITS_OWN.test(name)) return this.#parent.get(name);
    if (!this.#body.present) return undefined;
    if (name === 'content-type') return 'application/json';
    return name === 'content-length' ? String(this.#body.length) : undefined;
  }

  has(name: string): boolean {
    return this.get(name) !== undefined;
  }

  *[Symbol.iterator](): Generator<[string, string]> {
    for (const line of this.#parent) if (!ITS_OWN.test(line[0])) yield line;
    if (this.#body.present)
      yield* [
        ['Content-Type', 'application/json'] as [string, string],
        ['Content-Length', String(this.#body.length)] as [string, string],
      ];
  }
}

const ITS_OWN = /^(?:content-.*|transfer-encoding|expect|range|if-.*)$/i;

const NO_BODY: RequestBody = { ...createBody(undefined), length: 0 };

function createJsonBody(value: unknown): RequestBody {
  const text = JSON.stringify(value);
  if (text === undefined) throw new BadRequestError(message('body.cannot-be-forwarded', { type: typeof value }));
  return createBody(text);
}

function getRoot(context: RequestContext): RequestContext {
  return context.parent ? getRoot(context.parent) : context;
}

function getDepth({ parent }: RequestContext): number {
  return parent === undefined ? 0 : getDepth(parent) + 1;
}
