import { MergedEntries } from './merged-entries.ts';
import { PathTrie } from './path-trie.ts';
import type { RouteCollection } from './route-collection.ts';
import { RouteEntry } from './route-entry.ts';

/**
 * The index of a route table: a map of static paths, and tries that return the candidates among the other routes in order.
 *
 * A static path is in the map unless an earlier route with parameters matches it, so looking in the map first keeps the order.
 */
export class RouteIndex {
  /** Static routes by path, without a trailing slash. */
  readonly statics = new Map<string, RouteEntry[]>();
  readonly characters = new PathTrie<RouteEntry>();
  readonly #bytes = new PathTrie<RouteEntry>();
  hasBytes = false;
  hasHosts = false;
  /** Whether the text of a route contains a percent sign, which in a path may also begin an encoded character. */
  hasPercent = false;

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
      if (entry.host) this.hasHosts = true;
      if (route.path.includes('%')) this.hasPercent = true;
      if (isStatic && !this.#isShadowed(entry)) this.#addStatic(entry);
      else this.#addDynamic(entry);
    }
    this.characters.prepare();
    this.#bytes.prepare();
  }

  /** Returns the candidates for a path as characters, as bytes, or both, in order. */
  candidates(path: string | undefined, bytes: string | undefined): MergedEntries<RouteEntry> {
    const entries = new MergedEntries<RouteEntry>();
    if (path !== undefined) this.characters.collectCandidates(path, entries);
    if (bytes !== undefined) this.#bytes.collectCandidates(bytes, entries);
    return entries;
  }

  /** Whether an earlier route with parameters matches a static path, with or without a trailing slash. */
  #isShadowed(entry: RouteEntry): boolean {
    const { compiled, host } = entry.route;
    const url = staticPath(entry);
    const plainHost = compiled.hostVariables.length === 0 ? host.toLowerCase() : '';
    for (const path of [url, `${url}/`]) {
      const entries = this.candidates(path, path);
      for (let other = entries.next(); other; other = entries.next()) {
        if (plainHost !== '' && !other.matchesHost(plainHost)) continue;
        if (other.path.match(path)) return true;
      }
    }
    return false;
  }

  #addStatic(entry: RouteEntry): void {
    const url = staticPath(entry);
    const entries = this.statics.get(url);
    if (entries) entries.push(entry);
    else this.statics.set(url, [entry]);
  }

  #addDynamic(entry: RouteEntry): void {
    if (!entry.isUtf8) this.hasBytes = true;
    (entry.isUtf8 ? this.characters : this.#bytes).insert(entry);
  }
}

function staticPath({ route, hasTrailingSlash }: RouteEntry): string {
  return hasTrailingSlash ? route.path.slice(0, -1) : route.path;
}
