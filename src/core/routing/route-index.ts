import { MergedEntries } from './merged-entries.ts';
import { PathTrie } from './path-trie.ts';
import type { RouteCollection } from './route-collection.ts';
import { RouteEntry } from './route-entry.ts';

/**
 * All routes, arranged for finding: a map for plain paths, and a trie that names the few others worth trying, in order.
 *
 * A plain path is in the map unless an earlier route with parameters would take it; so whoever asks the map first never
 * jumps the queue.
 */
export class RouteIndex {
  /** By their path without a slash at its end. */
  readonly statics = new Map<string, RouteEntry[]>();
  readonly characters = new PathTrie<RouteEntry>();
  readonly #bytes = new PathTrie<RouteEntry>();
  hasBytes = false;
  hasHosts = false;
  /** Some route's text has a percent sign, which in a path may also be the beginning of another character. */
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
      if (isStatic && !this.#isTaken(entry)) this.#addStatic(entry);
      else this.#addDynamic(entry);
    }
    this.characters.prepare();
    this.#bytes.prepare();
  }

  /** The routes worth trying for a path as characters, as bytes, or as both. */
  candidates(path: string | undefined, bytes: string | undefined): MergedEntries<RouteEntry> {
    const entries = new MergedEntries<RouteEntry>();
    if (path !== undefined) this.characters.collectCandidates(path, entries);
    if (bytes !== undefined) this.#bytes.collectCandidates(bytes, entries);
    return entries;
  }

  /** Would an earlier route with parameters take this plain path, with or without its slash? */
  #isTaken(entry: RouteEntry): boolean {
    const { compiled, host } = entry.route;
    const url = staticPath(entry);
    const plainHost = compiled.hostVariables.length === 0 ? host.toLowerCase() : '';
    for (const form of [url, `${url}/`]) {
      const entries = this.candidates(form, form);
      for (let other = entries.next(); other; other = entries.next()) {
        if (plainHost !== '' && !other.matchesHost(plainHost)) continue;
        if (other.path.match(form)) return true;
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
