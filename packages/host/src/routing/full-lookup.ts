import { decodePath, decodePathToBytes, isAscii, trimTrailingSlashes } from './request-path.ts';
import type { RouteMatch } from './route.ts';
import type { RouteEntry } from './route-entry.ts';
import type { RouteIndex } from './route-index.ts';
import type { RouteSearch } from './route-search.ts';

/** Finds the route of any request, and records why routes did not match. */
export class FullLookup {
  readonly #index: RouteIndex;

  constructor(index: RouteIndex) {
    this.#index = index;
  }

  /** Returns the first route for a path; records in `search` which methods and schemes would match. */
  find(search: RouteSearch, rawPath: string): RouteMatch | undefined {
    if (this.#index.hasHosts) search.host = search.context.host.toLowerCase();
    const path = decodePath(rawPath);
    if (path !== undefined) {
      const trimmed = trimTrailingSlashes(path);
      const entries = this.#index.statics.get(trimmed);
      const found = entries && this.#findStatic(entries, search, path, trimmed);
      if (found || search.isDone) return found;
    }
    const found = this.#findDynamic(search, path, rawPath);
    if (found || search.isDone) return found;
    if (path === '/' && search.methods.length === 0 && search.schemes.length === 0) search.isUnconfigured = true;
    return undefined;
  }

  #findStatic(
    entries: readonly RouteEntry[],
    search: RouteSearch,
    path: string,
    trimmed: string,
  ): RouteMatch | undefined {
    for (const entry of entries) {
      if (!entry.matchesHost(search.host)) continue;
      const match = entry.toStaticMatch(search.host);
      if (entry.isRefusedByCondition(search.context, match.params)) continue;
      const needsSlashRedirect = path !== '/' && entry.hasTrailingSlash === (trimmed === path);
      if (checkConstraints(entry, search, needsSlashRedirect)) return match;
      if (search.isDone) return undefined;
    }
    return undefined;
  }

  #findDynamic(search: RouteSearch, path: string | undefined, rawPath: string): RouteMatch | undefined {
    const bytes = this.#index.hasBytes
      ? path !== undefined && isAscii(path)
        ? path
        : decodePathToBytes(rawPath)
      : undefined;
    const entries = this.#index.candidates(path, bytes);
    for (let entry = entries.next(); entry; entry = entries.next()) {
      const subject = (entry.isUtf8 ? path : bytes) as string;
      if (!entry.matchesHost(search.host)) continue;
      if (!entry.path.match(subject)) continue;

      const trimmed = trimTrailingSlashes(subject);
      const slashOwnership =
        trimmed === subject || !entry.hasTrailingVariable
          ? 'no'
          : this.#slashOwnership(entry, search.host, subject, trimmed);
      const match = entry.toMatch(slashOwnership === 'trimmed' ? trimmed : subject, search.host);
      if (entry.isRefusedByCondition(search.context, match.params)) continue;
      const needsSlashRedirect =
        subject !== '/' && slashOwnership === 'no' && entry.hasTrailingSlash === (trimmed === subject);
      if (checkConstraints(entry, search, needsSlashRedirect)) return match;
      if (search.isDone) return undefined;
    }
    return undefined;
  }

  /**
   * Returns whether a trailing slash belongs to the last parameter. `no` leaves it to the redirect; `trimmed` means that the
   * matcher now has the captures of the path without the slash.
   */
  #slashOwnership(entry: RouteEntry, host: string, subject: string, trimmed: string): 'no' | 'yes' | 'trimmed' {
    const { slots } = entry.path;
    const end = slots[slots.length - 1] as number;
    const start = slots[slots.length - 2] as number;
    const isOpen = entry.hasTrailingSlash || start < 0 || (end > start && subject.charCodeAt(end - 1) !== SLASH);
    if (!isOpen || !entry.path.match(trimmed) || this.#isMatchedEarlier(entry, host, subject, trimmed)) {
      entry.path.match(subject);
      return 'yes';
    }
    if (entry.hasTrailingSlash) return 'trimmed';
    entry.path.match(subject);
    return 'no';
  }

  /** Whether an earlier route matches only the path without the slash; the reference router prefers that route. */
  #isMatchedEarlier(entry: RouteEntry, host: string, subject: string, trimmed: string): boolean {
    const entries = this.#index.candidates(entry.isUtf8 ? trimmed : undefined, entry.isUtf8 ? undefined : trimmed);
    for (let other = entries.next(); other && other.order < entry.order; other = entries.next()) {
      if (
        other.run === entry.run &&
        other.matchesHost(host) &&
        other.path.match(trimmed) &&
        !other.path.match(subject)
      ) {
        return true;
      }
    }
    return false;
  }
}

const SLASH = 0x2f;

/** Checks the slash, scheme and method of a route whose path matches; records what fails for the error or redirect. */
function checkConstraints(entry: RouteEntry, search: RouteSearch, needsSlashRedirect: boolean): boolean {
  if (needsSlashRedirect) {
    if (search.mayRedirect && entry.allowsGet) {
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
