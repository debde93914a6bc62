import { decodePath, decodePathToBytes, isAscii, trimTrailingSlashes } from './request-path.ts';
import type { RouteMatch } from './request-context.ts';
import type { RouteEntry } from './route-entry.ts';
import type { RouteIndex } from './route-index.ts';
import type { RouteSearch } from './route-search.ts';

/** Answers every request by all the rules there are, and tells of a search without success what stood in its way. */
export class FullLookup {
  readonly #index: RouteIndex;

  constructor(index: RouteIndex) {
    this.#index = index;
  }

  /** Finds the first route for a path; what stood in its way is noted in `search`. */
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

  #findStatic(entries: readonly RouteEntry[], search: RouteSearch, path: string, trimmed: string): RouteMatch | undefined {
    for (const entry of entries) {
      if (!entry.matchesHost(search.host)) continue;
      const match = entry.toStaticMatch(search.host);
      if (entry.isRefusedByCondition(search.context, match.params)) continue;
      const hasOtherSlash = path !== '/' && entry.hasTrailingSlash === (trimmed === path);
      if (isAnswer(entry, search, hasOtherSlash)) return match;
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
      const keepsSlash =
        trimmed === subject || !entry.hasTrailingVariable
          ? 'no'
          : this.#keepsSlash(entry, search.host, subject, trimmed);
      const match = entry.toMatch(keepsSlash === 'trimmed' ? trimmed : subject, search.host);
      if (entry.isRefusedByCondition(search.context, match.params)) continue;
      const hasOtherSlash = subject !== '/' && keepsSlash === 'no' && entry.hasTrailingSlash === (trimmed === subject);
      if (isAnswer(entry, search, hasOtherSlash)) return match;
      if (search.isDone) return undefined;
    }
    return undefined;
  }

  /**
   * Does a slash at the end belong to the last parameter? `no` leaves it to the redirect; `trimmed` says that the
   * captures now in the matcher are those of the path without it.
   */
  #keepsSlash(entry: RouteEntry, host: string, subject: string, trimmed: string): 'no' | 'yes' | 'trimmed' {
    const { slots } = entry.path;
    const end = slots[slots.length - 1] as number;
    const start = slots[slots.length - 2] as number;
    const isOpen = entry.hasTrailingSlash || start < 0 || (end > start && subject.charCodeAt(end - 1) !== slash);
    if (!isOpen || !entry.path.match(trimmed) || this.#isTakenEarlier(entry, host, subject, trimmed)) {
      entry.path.match(subject);
      return 'yes';
    }
    if (entry.hasTrailingSlash) return 'trimmed';
    entry.path.match(subject);
    return 'no';
  }

  /** The reference router asks its whole expression again; an earlier route that takes only the trimmed path answers first. */
  #isTakenEarlier(entry: RouteEntry, host: string, subject: string, trimmed: string): boolean {
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

const slash = 0x2f;

/** The last questions to a route whose path fits: slash, scheme, method. What fails is noted for the error or redirect. */
function isAnswer(entry: RouteEntry, search: RouteSearch, hasOtherSlash: boolean): boolean {
  if (hasOtherSlash) {
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
