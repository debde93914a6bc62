import { OperationRun, operationOf } from '../../api/index.ts';
import type { Subscriber } from '../../events/index.ts';
import { formatLink } from '../../http/index.ts';
import type { RequestContext, RequestEvent, ResponseEvent } from '../../kernel/index.ts';
import { answeredOperation } from './answered-operation.ts';

/**
 * The Link header (RFC 8288): where the documentation is, where a list goes on, and what was declared. Links that are
 * wanted early go out in a 103 before the work begins (RFC 8297).
 */
export class LinkListener implements Subscriber {
  readonly name = 'LinkListener';
  // Of a host that is asked under one name, it is always the same.
  #origin = '';
  #path = '';
  #link = '';
  readonly on = {
    'kernel.request': (event: RequestEvent) => this.onRequest(event),
    'kernel.response': (event: ResponseEvent) => this.onResponse(event),
  };

  readonly appliesTo = (route: unknown): boolean => operationOf(route) !== undefined;

  onRequest({ context }: RequestEvent): void {
    const { earlyHints } = operationOf(context.route!.data)!.answers;
    if (earlyHints.length > 0 && context.parent === undefined) context.incoming.earlyHints(earlyHints);
  }

  onResponse(event: ResponseEvent): void {
    const { context, response } = event;
    const operation = answeredOperation(event);
    if (operation === undefined || response.status === 304) return;
    const { documentation, links } = operation.answers;
    // First, because clients of Hydra look for it with an expression that takes everything before it as well.
    let value = documentation === undefined ? '' : this.#documentationAt(context.origin, documentation);
    if (operation.kind === 'list' && response.status < 300) value = joined(value, neighbours(context));
    value = joined(value, links);
    if (value === '') return;
    const { headers } = response;
    if (headers.has('Link')) headers.set('Link', joined(headers.get('Link')!, value));
    else headers.list.push('Link', value);
  }

  #documentationAt(origin: string, path: string): string {
    if (origin === this.#origin && path === this.#path) return this.#link;
    this.#origin = origin;
    this.#path = path;
    return (this.#link = `<${origin}${path}>; rel="${HYDRA_DOCUMENTATION}"`);
  }
}

const HYDRA_DOCUMENTATION = 'http://www.w3.org/ns/hydra/core#apiDocumentation';

function neighbours({ operation: run, origin }: RequestContext): string {
  const links = run instanceof OperationRun ? run.links : undefined;
  if (links?.first === undefined) return '';
  const { first, previous, next, last } = links;
  // All have the path of the request, which the first of them shows to be one that a header can hold.
  let value = formatLink({ href: origin + first, rel: 'first' });
  if (previous !== undefined) value += `, <${origin}${previous}>; rel="prev"`;
  if (next !== undefined) value += `, <${origin}${next}>; rel="next"`;
  if (last !== undefined) value += `, <${origin}${last}>; rel="last"`;
  return value;
}

function joined(one: string, other: string): string {
  return one === '' ? other : other === '' ? one : `${one}, ${other}`;
}
