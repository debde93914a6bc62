import { HttpContext, isToken } from 'oriel-core/http';
import { HeaderLines } from '../http/header-lines.ts';
import type { IncomingRequest } from 'oriel-core/http';
import { NO_BODY } from '../http/readable-body.ts';
import { toWebRequest } from '../http/to-web-request.ts';
import { UsageError } from 'oriel-core/cli';

/** A request from the command line: `GET /x`, `/x`, or an absolute URL instead of the path. */
export interface TypedRequest {
  readonly line: string;
  readonly host?: string | undefined;
  readonly scheme?: string | undefined;
}

/**
 * Parses a request from the command line. It has no headers and no body; route conditions can read all its properties.
 *
 * @throws {UsageError} if the request is invalid
 */
export function typedRequest({ line, host, scheme }: TypedRequest): HttpContext {
  const args = line.trim().split(/\s+/);
  const [method, target] = args.length === 1 ? ['GET', args[0]!] : [args[0]!.toUpperCase(), args.slice(1).join('%20')];
  if (!isToken(method)) throw new UsageError(`"${method}" is not an HTTP method; example: "GET /cities"`);
  const absolute = /^(https?):\/\/([^/?#]*)(.*)/i.exec(target);
  if (!absolute && !target.startsWith('/') && target !== '*')
    throw new UsageError(`"${target}" is not a path; a path starts with a slash: "${method} /${target}"`);
  const protocol = (scheme ?? absolute?.[1] ?? 'http').toLowerCase();
  if (protocol !== 'http' && protocol !== 'https')
    throw new UsageError(`--scheme must be http or https, not "${protocol}"`);
  const context = new HttpContext(
    new Sent(method, encode(absolute ? absolute[3]! || '/' : target), host ?? absolute?.[2] ?? 'localhost', protocol),
    undefined,
    undefined,
  );
  if (context.malformed) throw new UsageError(context.malformed.message);
  return context;
}

// Encodes characters like a browser.
function encode(target: string): string {
  return target.replace(/[^\x21-\x7e]+/g, (text) => encodeURIComponent(text));
}

class Sent implements IncomingRequest {
  readonly method: string;
  readonly target: string;
  readonly hostLines: readonly string[];
  readonly scheme: 'http' | 'https';
  readonly version = '1.1';
  readonly ip = '127.0.0.1';
  readonly headers = new HeaderLines([]);
  readonly body = { ...NO_BODY, length: undefined };
  readonly signal = new AbortController().signal;

  constructor(method: string, target: string, host: string, scheme: 'http' | 'https') {
    this.method = method;
    this.target = target;
    this.hostLines = [host];
    this.scheme = scheme;
  }

  earlyHints(): void {}

  toRequest(url: string): Request {
    return toWebRequest(this, url);
  }
}
