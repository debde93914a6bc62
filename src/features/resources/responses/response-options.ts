import { validateLink } from './validate-link.ts';
import { ASK_AGAIN, cacheControl } from '../../../core/http/headers/cache-control.ts';
import { READS } from '../../../core/http/reads.ts';
import { formatLink } from '../../../core/http/headers/link.ts';
import type { ApiConfig } from '../definition/api-config.ts';
import { createDeprecation } from './deprecation.ts';
import type { Deprecation } from './deprecation.ts';
import type { Operation } from '../model/operation.ts';
import type { CacheDefinition } from '../definition/operation-definition.ts';
import type { ResourceModel } from '../model/resource-model.ts';

/** What stands on the answers of an operation, whatever they are: worked out when the host starts. */
export interface ResponseOptions {
  /** Cache-Control of what was read; every other answer says `no-cache, private`. */
  readonly cacheControl: string;
  /** The request headers that the answer depends on, joined with a comma; what is configured counts where something is read. */
  readonly vary: string;
  /** What the state in its tag comes from: `hash` of the item, or the name of the field; undefined for no tag. */
  readonly tagSource: 'hash' | { readonly field: string } | undefined;
  /**
   * Hashed with the item when some fields are hidden from some users, so that a tag does not reveal their values. The first
   * key makes tags; tags made with the others are accepted. Empty when all users see the same fields.
   */
  readonly tagKeys: readonly string[];
  /** The field with the time of the last change. */
  readonly lastModified: string | undefined;
  /** Headers that never change: names and values in turn. */
  readonly headers: readonly string[];
  /** Path of the Hydra documentation, when there is one. */
  readonly documentationPath: string | undefined;
  /** The declared links as one header value; empty for none. */
  readonly linkHeader: string;
  /** Those that are told before the work begins. */
  readonly earlyHints: readonly string[];
  readonly deprecation: Deprecation | undefined;
}

/** The rules of one operation. @param all operations of its resource: what can be sent to the same URL is told, too */
export function responseOptions(
  operation: Operation,
  all: readonly Operation[],
  config: ApiConfig,
  prefix: string,
): ResponseOptions {
  const { resource, options, formats, kind } = operation;
  const cache = cacheOptions(operation, config);
  // Wrong ones are told, and the host does not start.
  const links = [config, resource.definition, options]
    .flatMap(({ webLinks = [] }) => webLinks)
    .filter((link) => validateLink(link) === undefined);
  const read = kind === 'list' || kind === 'get' || READS.has(operation.method);
  const documented = config.docs !== false && formats.some(({ name }) => name === 'jsonld');
  return Object.freeze({
    cacheControl: read ? cacheControl(cache) : ASK_AGAIN,
    vary: ['Accept', ...((read && cache.vary) || []).filter((name) => name.toLowerCase() !== 'accept')].join(', '),
    tagSource:
      kind === 'custom' || kind === 'bulk' || cache.etag === false
        ? undefined
        : cache.etag === undefined || kind === 'list'
          ? 'hash'
          : { field: cache.etag },
    tagKeys: resource.etagKeys,
    lastModified: kind === 'list' || kind === 'custom' ? undefined : cache.lastModified,
    headers: ['X-Frame-Options', 'deny', ...acceptedBy(operation, all)],
    documentationPath: documented ? `${prefix}/docs.jsonld` : undefined,
    linkHeader: links.map(({ early: _, ...link }) => formatLink(link)).join(', '),
    earlyHints: links.filter(({ early }) => early === true).map(({ early: _, ...link }) => formatLink(link)),
    deprecation: createDeprecation(options.deprecated ?? resource.definition.deprecated),
  });
}

/** What is said about caching the answers of an operation: the operation's word, else the resource's, else the host's. */
export function cacheOptions(
  { resource, options }: Pick<Operation, 'resource' | 'options'>,
  config: ApiConfig,
): CacheDefinition {
  return { ...config.cache, ...resource.definition.cache, ...options.cache };
}

// RFC 5789 §3.1 and the Linked Data Platform: what may be sent to this URL, in every answer from it.
function acceptedBy(operation: Operation, all: readonly Operation[]): string[] {
  const told: string[] = [];
  for (const { method, path, readers } of all) {
    if (path !== operation.path || readers.size === 0) continue;
    const types = [...readers.keys()].join(', ');
    if (method === 'PATCH') told.push('Accept-Patch', types);
    if (method === 'POST') told.push('Accept-Post', types);
    if (method === 'QUERY') told.push('Accept-Query', types);
  }
  return told;
}

/** What `cache` may name: fields of the resource. */
export function validateCache(resource: ResourceModel, cache: CacheDefinition | undefined): [string, string, string][] {
  if (cache === undefined) return [];
  const flaws: [string, string, string][] = [];
  for (const name of ['etag', 'lastModified'] as const) {
    const field = cache[name];
    if (typeof field === 'string' && !resource.fieldByName.has(field))
      flaws.push([
        name,
        `"${field}" is no field of "${resource.name}"`,
        `Name one of ${[...resource.fieldByName.keys()].join(', ')}`,
      ]);
    else if (typeof field === 'string' && resource.fieldByName.get(field)!.read !== 'public')
      flaws.push([
        name,
        `Not everyone may read "${field}", but ${HEADER_OF[name]} would reveal it`,
        'Name a field that everyone may read, or leave it out',
      ]);
  }
  for (const name of ['maxAge', 'sharedMaxAge', 'staleWhileRevalidate'] as const) {
    const seconds = cache[name];
    if (seconds !== undefined && !(Number.isSafeInteger(seconds) && seconds >= 0))
      flaws.push([name, `${String(seconds)} is no number of seconds`, 'Give a whole number from 0 on']);
  }
  const wrong = cache.vary?.find((name) => !TOKEN.test(name));
  if (wrong !== undefined) flaws.push(['vary', `${JSON.stringify(wrong)} is no header`, 'Name request headers']);
  if (resource.hasReadRules && (cache.public === true || cache.sharedMaxAge !== undefined))
    flaws.push([
      cache.public === true ? 'public' : 'sharedMaxAge',
      'Some fields are not for everybody, but a shared cache would give one reader what another may see',
      'Take it away, or let everybody see the fields',
    ]);
  return flaws;
}

const HEADER_OF = { etag: 'the ETag', lastModified: 'Last-Modified' } as const;

const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
