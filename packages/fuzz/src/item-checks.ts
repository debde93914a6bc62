import { isDeepStrictEqual } from 'node:util';
import type { Report } from './check-reply.ts';
import type { Exchange } from './run-scenario.ts';

/** What was read of one item. */
interface Item {
  isDeleted: boolean;
  /** Plain reads since the last change. */
  reads: Read[];
  /** The last read before the last change. */
  before: Read | undefined;
  /** The entity tag of the response to the last change. */
  changedTag: string | null;
}

interface Read {
  readonly value: unknown;
  readonly tag: string | null;
}

/** Checks that the responses of a scenario agree with each other. */
export class ItemChecks {
  readonly #items = new Map<string, Item>();
  #previous: Exchange | undefined;

  /** @param value the parsed body of the response */
  check(exchange: Exchange, value: unknown, report: Report): void {
    const { step, request, reply } = exchange;
    const { method, as, operation } = step;
    const previous = this.#previous;
    this.#previous = exchange;
    if (previous && method === 'HEAD') checkHead(previous, exchange, report);
    if (as !== 'user' && !(reply.status < 300 && reply.status > 0 && /^(?:PUT|PATCH|DELETE)$/.test(method))) return;
    if (!operation.path.endsWith('}')) return;
    const path = request.target.split('?')[0]!;
    const item = this.#items.get(path) ?? { isDeleted: false, reads: [], before: undefined, changedTag: null };
    this.#items.set(path, item);
    if (reply.status >= 200 && reply.status < 300) this.#checkSuccess(item, exchange, value, report);
    else if (reply.status >= 400) checkConditions(item, exchange, report);
  }

  #checkSuccess(item: Item, { step, reply }: Exchange, value: unknown, report: Report): void {
    const { method, operation } = step;
    if (item.isDeleted && (method === 'GET' || method === 'PATCH'))
      report('deleted', `the item was deleted, but ${method} is a ${reply.status}`);
    const tags = step.headers.find(([name]) => /^if-match$/i.test(name))?.[1];
    if (tags === '"oriel-fuzz"' && operation.responses['412'] && method !== 'GET' && method !== 'HEAD')
      report('precondition', `${method} is performed, although If-Match does not match`);
    if (method === 'DELETE') item.isDeleted = reply.status !== 202;
    if (method === 'PUT' || method === 'PATCH') {
      item.isDeleted = false;
      item.before = item.reads.at(-1) ?? item.before;
      item.reads = [];
      item.changedTag = reply.headers.get('etag');
    }
    if (method === 'GET' && isPlain(step)) checkRead(item, { value, tag: reply.headers.get('etag') }, report);
  }
}

function checkRead(item: Item, read: Read, report: Report): void {
  const { before, reads } = item;
  reads.push(read);
  const tag = [read.tag, item.changedTag].find((value) => value !== null && value === before?.tag);
  if (before && tag !== undefined && !isDeepStrictEqual(before.value, read.value))
    report('etag', `the item has changed, but its entity tag was still ${tag} after the change`);
  item.before = undefined;
  const [first, second, third] = reads.slice(-3);
  // A value that is different in each response, such as the time, is not a change.
  if (third && isDeepStrictEqual(second!.value, third.value) && !isDeepStrictEqual(first!.value, second!.value))
    report('safe-method', 'GET changes the item: the next response is different');
}

function checkConditions({ reads }: Item, { step, reply }: Exchange, report: Report): void {
  const tag = reads.at(-1)?.tag ?? undefined;
  const sent = step.headers.find(([name]) => /^if-match$/i.test(name))?.[1];
  if (
    reply.status === 412 &&
    tag !== undefined &&
    sent === tag &&
    !tag.startsWith('W/') &&
    reads.length > 0 &&
    step.headers.length === 1
  )
    report('precondition', `If-Match has the current entity tag ${tag}, but the status is 412`);
}

function checkHead({ step, request, reply: get }: Exchange, head: Exchange, report: Report): void {
  const { reply } = head;
  const isSame = step.method === 'GET' && step.as === head.step.as && request.target === head.request.target;
  if (
    !isSame ||
    !isDeepStrictEqual(step.headers, head.step.headers) ||
    get.failure ||
    reply.failure ||
    get.status >= 500
  )
    return;
  if (get.status !== reply.status)
    return report('head', `GET has the status ${get.status}, but HEAD has ${reply.status}`);
  for (const name of ['content-type', 'etag', 'location', 'content-length']) {
    const [of, other] = [get.headers.get(name), reply.headers.get(name)];
    // HEAD may leave out what is known only when the body is created (RFC 9110, section 9.3.2).
    if (of !== other && other !== null && of !== null)
      return report('head', `GET has "${name}: ${of}", but HEAD has "${name}: ${other}"`);
  }
}

function isPlain({ headers, query }: Exchange['step']): boolean {
  return headers.length === 0 && query.length === 0;
}
