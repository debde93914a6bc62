import { readFileSync } from 'node:fs';
import { posix } from 'node:path';

/** A link of a built page that leads nowhere, or a resource of another server. */
export interface SiteIssue {
  readonly page: string;
  readonly what: string;
}

/**
 * Checks the built pages: every link and every anchor exists, and no page loads anything from another server.
 *
 * @param files the paths of all files, relative to `folder`
 */
export function checkSite(folder: string, files: readonly string[]): SiteIssue[] {
  const pages = files.filter((path) => path.endsWith('.html'));
  return checkPages(
    new Map(pages.map((path) => [path, readFileSync(posix.join(folder, path), 'utf8')])),
    new Set(files),
  );
}

/** Checks the links of pages. `pages` has their HTML by path. */
export function checkPages(pages: ReadonlyMap<string, string>, files: ReadonlySet<string>): SiteIssue[] {
  const anchors = new Map([...pages].map(([path, html]) => [path, attributes(html, 'id')]));
  return [...pages].flatMap(([page, html]) => {
    const issues: SiteIssue[] = [];
    for (const [, element = '', rest = ''] of html.matchAll(/<(a|img|link|script|source|iframe)\b([^>]*)>/g))
      for (const link of [...attributes(`<x${rest}>`, 'href'), ...attributes(`<x${rest}>`, 'src')]) {
        const what = findIssue(page, link, element, files, anchors);
        if (what !== undefined) issues.push({ page, what });
      }
    return issues;
  });
}

function findIssue(
  page: string,
  link: string,
  element: string,
  files: ReadonlySet<string>,
  anchors: ReadonlyMap<string, ReadonlySet<string>>,
): string | undefined {
  if (/^(?:[a-z]+:|\/\/)/.test(link)) {
    if (element === 'a' || link.startsWith('data:')) return undefined;
    return `${link} is loaded from another server`;
  }
  const { pathname, hash } = new URL(link, `http://site/${page}`);
  const path = decodeURIComponent(pathname.slice(1));
  const target = [path, posix.join(path, 'index.html'), `${path}.html`].find((value) => files.has(value));
  if (target === undefined) return `${link} leads to a page that does not exist`;
  if (hash.length <= 1 || anchors.get(target)?.has(decodeURIComponent(hash.slice(1))) !== false) return undefined;
  return `${link} leads to a heading that does not exist`;
}

function attributes(html: string, name: string): Set<string> {
  const found = html.matchAll(new RegExp(`\\s${name}="([^"]*)"`, 'g'));
  return new Set(
    [...found].map(([, value = '']) =>
      value.replace(/&(amp|lt|gt|quot|#39);/g, (_, entity: string) => ENTITIES[entity] ?? ''),
    ),
  );
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
