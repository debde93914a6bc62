import { decodePath, decodePathToBytes, isAscii, trimTrailingSlashes } from './request-path.ts';
import type { RouteMatch } from './route-definition.ts';
import type { RouteCollection } from './route-collection.ts';
import { RouteEntry } from './route-entry.ts';
import type { RouteSearch } from './route-search.ts';
import { SegmentTrie, mergeRoutes } from './segment-trie.ts';

/**
 * Finds the first route of a request: in a map of paths without parameters, and then among the candidates of a trie.
 *
 * A path without parameters is in the map unless an earlier route with parameters matches it, so looking in the map first keeps the
 * order.
 */
export class RouteTable {
  /** Routes without parameters by path, without a trailing slash. */
  readonly #statics = new Map<string, RouteEntry[]>();
  readonly #characters = new SegmentTrie();
  /** Routes whose patterns match bytes. */
  readonly #bytes = new SegmentTrie();
  #hasBytes = false;
  #hasHosts = false;

  constructor(routes: RouteCollection) {
    let order = 0;
    let run = 0;
    let previous: boolean | undefined;
    for (const route of routes) {
      const isStatic = route.compiled.pathVariables.length === 0;
      if (!isStatic && route.isUtf8 !== previous) {
        previous = route.isUtf8;
        run++;
      }
      const entry = new RouteEntry(route, order++, run);
      if (entry.host) this.#hasHosts = true;
      if (isStatic && !this.#isShadowed(entry)) this.#addStatic(entry);
      else this.#addDynamic(entry);
    }
  }

  /** Returns the first route for a path as sent; records in `search` which methods and schemes would match. */
  find(search: RouteSearch, rawPath: string): RouteMatch | undefined {
    if (this.#hasHosts) search.host = search.context.host.toLowerCase();
    const path = decodePath(rawPath);
    if (path !== undefined) {
      const trimmed = trimTrailingSlashes(path);
      const entries = this.#statics.get(trimmed);
      const found = entries && findStatic(entries, search, path, trimmed);
      if (found || search.isDone) return found;
    }
    const found = this.#findDynamic(search, path, rawPath);
    if (found || search.isDone) return found;
    if (path === '/' && search.methods.length === 0 && search.schemes.length === 0) search.isUnconfigured = true;
    return undefined;
  }

  #findDynamic(search: RouteSearch, path: string | undefined, rawPath: string): RouteMatch | undefined {
    const bytes = this.#hasBytes
      ? path !== undefined && isAscii(path)
        ? path
        : decodePathToBytes(rawPath)
      : undefined;
    for (const entry of this.#findCandidates(path, bytes)) {
      const subject = (entry.isUtf8 ? path : bytes)!;
      if (!entry.matchesHost(search.host)) continue;
      const captures = entry.path.match(subject);
      if (captures === null) continue;
      const trimmed = trimTrailingSlashes(subject);
      const slash =
        trimmed === subject || !entry.hasTrailingVariable
          ? undefined
          : this.#decideSlash(entry, search.host, subject, trimmed, captures);
      const match = entry.toMatch(slash?.captures ?? captures, search.host);
      if (entry.isRefusedByCondition(search.context, match.params)) continue;
      const needsRedirect =
        subject !== '/' && slash?.isOfParameter !== true && entry.hasTrailingSlash === (trimmed === subject);
      if (checkConstraints(entry, search, needsRedirect)) return match;
      if (search.isDone) return undefined;
    }
    return undefined;
  }

  /** Returns the candidates for a path as characters, as bytes, or both, in order. */
  #findCandidates(path: string | undefined, bytes: string | undefined): readonly RouteEntry[] {
    if (bytes === undefined) return path === undefined ? [] : this.#characters.find(path);
    if (path === undefined) return this.#bytes.find(bytes);
    return mergeRoutes([this.#characters.find(path), this.#bytes.find(bytes)]);
  }

  /** Decides whether the slash at the end of a path belongs to the last parameter, or to the route. */
  #decideSlash(
    entry: RouteEntry,
    host: string,
    subject: string,
    trimmed: string,
    captures: RegExpExecArray,
  ): { readonly captures: RegExpExecArray; readonly isOfParameter: boolean } {
    const last = captures.at(-1);
    const isOpen = entry.hasTrailingSlash || last === undefined || (last !== '' && !last.endsWith('/'));
    const shorter = isOpen ? entry.path.match(trimmed) : null;
    if (shorter === null || this.#isMatchedEarlier(entry, host, subject, trimmed))
      return { captures, isOfParameter: true };
    return entry.hasTrailingSlash ? { captures: shorter, isOfParameter: true } : { captures, isOfParameter: false };
  }

  /** Whether an earlier route matches only the path without the slash; the reference router prefers that route. */
  #isMatchedEarlier(entry: RouteEntry, host: string, subject: string, trimmed: string): boolean {
    return (entry.isUtf8 ? this.#characters : this.#bytes)
      .find(trimmed)
      .some(
        (other) =>
          other.order < entry.order &&
          other.run === entry.run &&
          other.matchesHost(host) &&
          other.path.test(trimmed) &&
          !other.path.test(subject),
      );
  }

  /** Whether an earlier route with parameters matches a static path, with or without a trailing slash. */
  #isShadowed(entry: RouteEntry): boolean {
    const { compiled, host } = entry.route;
    const url = getStaticPath(entry);
    const plainHost = compiled.hostVariables.length === 0 ? host.toLowerCase() : '';
    return [url, `${url}/`].some((path) =>
      this.#findCandidates(path, path).some(
        (other) => (plainHost === '' || other.matchesHost(plainHost)) && other.path.test(path),
      ),
    );
  }

  #addStatic(entry: RouteEntry): void {
    const url = getStaticPath(entry);
    const entries = this.#statics.get(url);
    if (entries) entries.push(entry);
    else this.#statics.set(url, [entry]);
  }

  #addDynamic(entry: RouteEntry): void {
    if (!entry.isUtf8) this.#hasBytes = true;
    (entry.isUtf8 ? this.#characters : this.#bytes).insert(entry, entry.route.compiled.shapes);
  }
}

function getStaticPath({ route, hasTrailingSlash }: RouteEntry): string {
  return hasTrailingSlash ? route.path.slice(0, -1) : route.path;
}

function findStatic(
  entries: readonly RouteEntry[],
  search: RouteSearch,
  path: string,
  trimmed: string,
): RouteMatch | undefined {
  for (const entry of entries) {
    if (!entry.matchesHost(search.host)) continue;
    const match = entry.toMatch(undefined, search.host);
    if (entry.isRefusedByCondition(search.context, match.params)) continue;
    const needsRedirect = path !== '/' && entry.hasTrailingSlash === (trimmed === path);
    if (checkConstraints(entry, search, needsRedirect)) return match;
    if (search.isDone) return undefined;
  }
  return undefined;
}

/** Checks the slash, scheme and method of a route whose path matches; records what fails for the error or redirect. */
function checkConstraints(entry: RouteEntry, search: RouteSearch, needsRedirect: boolean): boolean {
  if (needsRedirect) {
    if (search.mayRedirect && entry.allows('GET')) {
      search.clear();
      search.isDone = true;
    }
    return false;
  }
  if (!entry.hasScheme(search.scheme)) search.addSchemes(entry.route.schemes);
  else if (!entry.allows(search.method)) search.addMethods(entry.route.methods);
  else return true;
  return false;
}
