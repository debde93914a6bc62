import type { RequestContext, ResponseEvent } from '../../../kernel/events.ts';
import { formatLink } from '../../../http/headers/link.ts';
import { OperationCall } from '../model/operation-call.ts';
import { operationListener, operationOfResponse } from './operation-listener.ts';

/** Writes the Link header (RFC 8288): the documentation, other pages of a list, and declared links. */
export const linkListener = operationListener('LinkListener', {
  'kernel.response'(event: ResponseEvent): void {
    const { context, response } = event;
    const operation = operationOfResponse(event);
    if (operation === undefined || response.status === 304) return;
    const { documentationPath, linkHeader } = operation.responseOptions;
    const { headers } = response;
    const present = headers.get('Link') ?? '';
    // First, because some Hydra clients search it with a regular expression that includes preceding links.
    const documentation =
      documentationPath === undefined ? '' : `<${context.origin}${documentationPath}>; rel="${HYDRA_DOCUMENTATION}"`;
    const isPage = operation.kind === 'list' && response.status < 300;
    const maxBytes = MAX_BYTES - present.length - documentation.length - linkHeader.length - SEPARATORS;
    const pages = isPage ? pageLinks(context, maxBytes) : '';
    const value = joined(documentation, pages, linkHeader);
    if (value === '') return;
    if (present !== '') headers.set('Link', joined(present, value));
    else headers.list.push('Link', value);
  },
});

const HYDRA_DOCUMENTATION = 'http://www.w3.org/ns/hydra/core#apiDocumentation';

// Many clients and proxies reject a response with headers of more than 8 KB, so the whole header is kept below 4 KB. The links to
// the hub and to a deprecation notice are added later.
const MAX_BYTES = 3584;
// Up to three ", " between what is present, the documentation, the pages and the declared links.
const SEPARATORS = 6;

/** Returns links to the first, previous, next and last page. Links that exceed `maxBytes` are omitted, `next` last. */
function pageLinks({ operation: call, origin, trace }: RequestContext, maxBytes: number): string {
  const links = call instanceof OperationCall ? call.view?.links : undefined;
  if (links?.first === undefined) return '';
  const { first, previous, next, last } = links;
  // All have the path of the request. Formatting the first link validates that a header can contain it.
  const value = joined(
    formatLink({ href: origin + first, rel: 'first' }),
    pageLink(origin, previous, 'prev'),
    pageLink(origin, next, 'next'),
    pageLink(origin, last, 'last'),
  );
  if (value.length <= maxBytes) return value;
  const short = fitting([pageLink(origin, next, 'next'), pageLink(origin, previous, 'prev')], maxBytes);
  if (trace.recording)
    trace.decide(
      'page links',
      short === '' ? 'none is sent' : 'some are omitted',
      `the Link header would be longer than ${MAX_BYTES} bytes`,
    );
  return short;
}

function pageLink(origin: string, href: string | undefined, rel: string): string {
  return href === undefined ? '' : `<${origin}${href}>; rel="${rel}"`;
}

// The most useful link is first in the list.
function fitting(links: readonly string[], maxBytes: number): string {
  let value = '';
  for (const link of links) {
    const longer = joined(value, link);
    if (longer.length <= maxBytes) value = longer;
  }
  return value;
}

function joined(...links: readonly string[]): string {
  return links.filter((link) => link !== '').join(', ');
}
