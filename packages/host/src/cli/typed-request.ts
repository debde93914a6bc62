import { HttpContext, isToken } from 'oriel-core/http';
import { createIncoming } from '../http/create-incoming.ts';
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
  const path = encode(absolute ? absolute[3]! || '/' : target);
  const hostLines = [host ?? absolute?.[2] ?? 'localhost'];
  const context = new HttpContext(
    createIncoming(`${method} ${path}`, { hostLines, scheme: protocol }),
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
