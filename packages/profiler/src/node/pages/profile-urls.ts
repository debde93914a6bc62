import { parseTarget, isLoopbackName, parseAuthority } from 'oriel-core/http';
import { PAGES_PATH } from '../../view/pages-path.ts';
import type { Exchange } from '../server/exchange.ts';
import { DEFAULT_PAGES_URL } from '../settings.ts';

/** Builds the URLs of profiles, for headers and the toolbar: of `oriel`, or of the pages that the application serves itself. */
export class ProfileUrls {
  readonly #pagesUrl: string | undefined;
  readonly #paths = new Set<string>();
  #embedded: string | undefined;

  /** @param pagesUrl the URL of the server of the pages; undefined for the default */
  constructor(pagesUrl: string | undefined) {
    this.#pagesUrl = pagesUrl;
  }

  /** Notes that the application serves the pages at a path. */
  embedAt(path: string): void {
    this.#paths.add(path);
    this.#embedded = path;
  }

  /** Returns whether the application serves the target of a request as a page. */
  isPage(target: string): boolean {
    for (const path of this.#paths) if (isBelow(target, path)) return true;
    return false;
  }

  /** Returns whether the target of a request has the path of a page, of this process or of `oriel`. */
  hasPath(target: string): boolean {
    const { path } = parseTarget(target);
    // Without slashes that were added to the first one.
    const normalized = path.replace(/^\/+/, '/');
    return isBelow(normalized, PAGES_PATH) || this.isPage(normalized);
  }

  /**
   * Returns the URL of a profile. Without a configured URL, embedded pages have the origin of the request if that is this machine, and
   * those of `oriel` have the name of the request if it leads to `oriel`, too: the page can then send requests with the cookies of the
   * application. Other `Host` headers do not determine where a link leads: embedded pages then have a path.
   */
  of({ host, url }: Pick<Exchange, 'host' | 'url'>, token: string): string {
    const path = `${this.#embedded ?? PAGES_PATH}/${token}`;
    if (this.#pagesUrl !== undefined) return this.#pagesUrl + path;
    const name = parseAuthority(host)?.name ?? '';
    if (this.#embedded === undefined)
      return DEFAULT_PAGES_URL.replace('localhost', NAME_OF_PAGES.test(name) ? name : 'localhost') + path;
    return isLoopbackName(name) ? url.slice(0, url.indexOf('/', ORIGIN)) + path : path;
  }
}

/** Returns whether the target of a request is a path or is below it. */
export function isBelow(target: string, path: string): boolean {
  return target.startsWith(path) && (target.length === path.length || '/?'.includes(target[path.length]!));
}

const ORIGIN = 'https://'.length;
// `oriel` listens on these addresses by default.
const NAME_OF_PAGES = /^(?:(?:[^]+\.)?localhost|127\.0\.0\.1|\[::1\])$/;
