import { DEFAULT_CACHE_CONTROL, formatCacheControl } from 'oriel-core/http';
import { formatDeprecation, parseDay } from '../../../http/headers/deprecation.ts';
import { formatHttpDate } from '../../../http/headers/http-date.ts';
import { formatLink } from '../../../http/headers/link.ts';
import type { ApiConfig } from '../model/api-config.ts';
import { isReadOperation } from '../model/operation.ts';
import type { Deprecation, Operation, ResponseOptions } from '../model/operation.ts';
import type { CacheDefinition, DeprecationDefinition } from '../declare/operation-definition.ts';

/** Creates the response options of an operation. @param all all operations of its resource, for headers such as Accept-Patch */
export function responseOptions(operation: Operation, all: readonly Operation[], config: ApiConfig): ResponseOptions {
  const { resource, options, formats, kind } = operation;
  const cache: CacheDefinition = { ...config.cache, ...resource.definition.cache, ...options.cache };
  // The response of a custom operation has no tag, but a client sends the tag of the item that it changes.
  const isWithoutTag = (kind === 'custom' && !operation.hasItem) || kind === 'bulk' || cache.etag === false;
  const read = isReadOperation(operation);
  const hasDocumentation = config.docs !== false && formats.some(({ name }) => name === 'jsonld');
  return Object.freeze({
    cacheControl: read ? formatCacheControl(cache) : DEFAULT_CACHE_CONTROL,
    vary: ['Accept', ...((read && cache.vary) || []).filter((name) => name.toLowerCase() !== 'accept')].join(', '),
    tagSource: isWithoutTag ? undefined : cache.etag === undefined || kind === 'list' ? 'hash' : { field: cache.etag },
    lastModified: kind === 'list' || (kind === 'custom' && !operation.hasItem) ? undefined : cache.lastModified,
    headers: ['X-Frame-Options', 'deny', ...acceptedBy(operation, all)],
    documentationPath: hasDocumentation ? `${resource.prefix}/docs.jsonld` : undefined,
    linkHeader: (resource.definition.webLinks ?? []).map(formatLink).join(', '),
    deprecation: createDeprecation(options.deprecated ?? resource.definition.deprecated),
  });
}

// The accepted media types of the URL (RFC 5789 §3.1, Linked Data Platform, RFC 10008).
function acceptedBy(operation: Operation, all: readonly Operation[]): string[] {
  const headers: string[] = [];
  for (const { method, path, readers } of all) {
    if (path !== operation.path || readers.size === 0) continue;
    const types = [...readers.keys()].join(', ');
    if (method === 'PATCH') headers.push('Accept-Patch', types);
    if (method === 'POST') headers.push('Accept-Post', types);
    if (method === 'QUERY') headers.push('Accept-Query', types);
  }
  return headers;
}

function createDeprecation(declared: DeprecationDefinition | undefined): Deprecation | undefined {
  if (declared === undefined) return undefined;
  const { since, sunset, link } = declared;
  const goneFrom = sunset === undefined ? undefined : parseDay(sunset);
  const relations = link === undefined ? [] : ['deprecation', ...(sunset === undefined ? [] : ['sunset'])];
  return {
    headers: [
      'Deprecation',
      formatDeprecation(parseDay(since)!),
      ...(goneFrom === undefined ? [] : ['Sunset', formatHttpDate(goneFrom)]),
    ],
    links: relations.map((rel) => formatLink({ href: link!, rel, type: 'text/html' })).join(', '),
    goneFrom,
    sunset,
  };
}
