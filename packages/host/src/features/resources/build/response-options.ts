import { validateLink, createDeprecation } from './deprecation.ts';
import { formatValue } from 'oriel-core/configuration';
import {
  describeDurationIssue,
  CACHE_DURATION,
  DEFAULT_CACHE_CONTROL,
  formatCacheControl,
  isToken,
} from 'oriel-core/http';
import { READ_METHODS } from '../../../http/methods.ts';
import { formatLink } from '../../../http/headers/link.ts';
import type { ApiConfig } from '../model/api-config.ts';
import type { Operation, ResponseOptions } from '../model/operation.ts';
import type { CacheDefinition } from '../declare/operation-definition.ts';
import type { ResourceModel } from '../model/resource-model.ts';

/** Creates the response options of an operation. @param all all operations of its resource, for headers such as Accept-Patch */
export function responseOptions(
  operation: Operation,
  all: readonly Operation[],
  config: ApiConfig,
  prefix: string,
): ResponseOptions {
  const { resource, options, formats, kind } = operation;
  const cache = cacheOptions(operation, config);
  // Invalid links are reported at start-up.
  const links = [config, resource.definition, options]
    .flatMap(({ webLinks = [] }) => webLinks)
    .filter((link) => validateLink(link) === undefined);
  // The response of a custom operation has no tag, but a client sends the tag of the item that it changes.
  const isWithoutTag = (kind === 'custom' && !operation.hasItem) || kind === 'bulk' || cache.etag === false;
  const read = kind === 'list' || kind === 'get' || READ_METHODS.has(operation.method);
  const hasDocumentation = config.docs !== false && formats.some(({ name }) => name === 'jsonld');
  return Object.freeze({
    cacheControl: read ? formatCacheControl(cache) : DEFAULT_CACHE_CONTROL,
    vary: ['Accept', ...((read && cache.vary) || []).filter((name) => name.toLowerCase() !== 'accept')].join(', '),
    tagSource: isWithoutTag ? undefined : cache.etag === undefined || kind === 'list' ? 'hash' : { field: cache.etag },
    tagKeys: resource.etagKeys,
    lastModified: kind === 'list' || (kind === 'custom' && !operation.hasItem) ? undefined : cache.lastModified,
    headers: ['X-Frame-Options', 'deny', ...acceptedBy(operation, all)],
    documentationPath: hasDocumentation ? `${prefix}/docs.jsonld` : undefined,
    linkHeader: links.map(({ early: _, ...link }) => formatLink(link)).join(', '),
    earlyHints: links.filter(({ early }) => early === true).map(({ early: _, ...link }) => formatLink(link)),
    deprecation: createDeprecation(options.deprecated ?? resource.definition.deprecated),
  });
}

/** Returns the cache options of an operation: its own, else those of the resource, else those of the API. */
export function cacheOptions(
  { resource, options }: Pick<Operation, 'resource' | 'options'>,
  config: ApiConfig,
): CacheDefinition {
  return { ...config.cache, ...resource.definition.cache, ...options.cache };
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

/** Returns the issues of declared cache options: member, reason and fix. */
export function validateCache(resource: ResourceModel, cache: CacheDefinition | undefined): [string, string, string][] {
  if (cache === undefined) return [];
  const issues: [string, string, string][] = [];
  for (const name of ['etag', 'lastModified'] as const) {
    const field = cache[name];
    if (typeof field === 'string' && !resource.fieldByName.has(field))
      issues.push([
        name,
        `"${resource.name}" has no field "${field}"`,
        `Use one of ${[...resource.fieldByName.keys()].join(', ')}`,
      ]);
    else if (typeof field === 'string' && resource.fieldByName.get(field)!.read !== 'public')
      issues.push([
        name,
        `Reading "${field}" is restricted, but ${HEADER_OF[name]} would reveal it`,
        'Use a field that all users may read, or omit it',
      ]);
  }
  for (const name of ['maxAge', 'sharedMaxAge', 'staleWhileRevalidate'] as const) {
    const duration = cache[name];
    const expected = duration === undefined ? undefined : describeDurationIssue(duration, CACHE_DURATION);
    if (expected !== undefined) issues.push([name, `It is ${formatValue(duration)}`, `Set ${expected}`]);
  }
  const invalid = cache.vary?.find((name) => !isToken(name));
  if (invalid !== undefined)
    issues.push(['vary', `${JSON.stringify(invalid)} is not a header name`, 'Use names of request headers']);
  if (resource.hasReadRules && (cache.public === true || cache.sharedMaxAge !== undefined))
    issues.push([
      cache.public === true ? 'public' : 'sharedMaxAge',
      'Reading some fields is restricted, but a shared cache would serve the same response to all users',
      'Remove the option, or make all fields public',
    ]);
  return issues;
}

const HEADER_OF = { etag: 'the ETag', lastModified: 'Last-Modified' } as const;
