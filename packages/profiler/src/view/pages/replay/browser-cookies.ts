import { cookieValues } from 'oriel-core/http';
import type { HttpContext, HttpResponse } from 'oriel-core/http';

/**
 * The cookies that the browser sends with a request for a page, for a request of the same host name: cookies do not depend on ports. They
 * are used for one request and not stored.
 */
export class BrowserCookies {
  readonly #header: string | undefined;
  readonly #used = new Map<string, number>();

  /** @param hostname the host name of the recorded URL; the browser has no cookies for the request if the page has another one */
  constructor({ headers, host }: Pick<HttpContext, 'headers' | 'host'>, hostname: string) {
    this.#header = host === hostname ? (headers.get('cookie') ?? undefined) : undefined;
  }

  /** Returns the value of a cookie, or undefined. Each call returns the next of several cookies with the name. */
  take(name: string): string | undefined {
    const position = this.#used.get(name) ?? 0;
    const value = cookieValues(this.#header, name)[position];
    if (value !== undefined) this.#used.set(name, position + 1);
    return value;
  }

  /**
   * Adds the cookies that a server has set in place of those that were taken, because a server may replace a session with each request.
   * Others are not added: a request without a session may have created a new one, and must not end that of the browser.
   *
   * @param lines the values of `Set-Cookie`
   * @param path the path of the request, which is the default for the path of its cookies
   */
  passOn(response: HttpResponse, lines: readonly string[], path: string): void {
    for (const line of lines.slice(0, MAX_COOKIES)) {
      const passed = this.#used.has(readName(line)) && line.length <= MAX_COOKIE_LENGTH && withPath(line, path);
      if (passed !== false && passed !== undefined && VALID.test(passed)) response.headers.append('Set-Cookie', passed);
    }
  }
}

const MAX_COOKIES = 50;
const MAX_COOKIE_LENGTH = 8_192;
const VALID = /^[\t\x20-\x7e\x80-\xff]*$/;

function readName(line: string): string {
  return line.slice(0, line.search(/[=;]|$/)).trim();
}

// The default path is that of the response (RFC 6265 §5.1.4), which is the page here.
function withPath(line: string, path: string): string | undefined {
  const paths = line
    .split(';')
    .slice(1)
    .filter((attribute) => /^\s*path\s*(?:=|$)/i.test(attribute));
  if (/=\s*\//.test(paths.at(-1) ?? '')) return line;
  const folder = path.slice(0, Math.max(1, path.lastIndexOf('/')));
  return folder.includes(';') ? undefined : `${line}; Path=${folder}`;
}
