import type { ListPage } from './result.ts';

const RELATIONS = ['first', 'prev', 'next', 'last'] as const;

/** Parses the pages in a `Link` header (RFC 8288) and returns them as absolute URLs. */
export function linksOf(header: string | null, base: string): ListPage<unknown>['links'] {
  const links: Partial<Record<(typeof RELATIONS)[number], string>> = {};
  for (const [, target, parameters] of (header ?? '').matchAll(
    /<([^<>]*)>((?:\s*;\s*[\w!#$&+.^`|~-]+\*?=(?:"[^"]*"|[^\s",;]*))*)/g,
  )) {
    const relations = /;\s*rel="?([^";]*)"?/.exec(parameters!)?.[1]?.split(/\s+/) ?? [];
    for (const relation of RELATIONS) if (relations.includes(relation)) links[relation] ??= new URL(target!, base).href;
  }
  return links;
}
