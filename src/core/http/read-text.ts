import type { RequestBody } from './incoming-request.ts';

/**
 * A body as text: at once when it has arrived, as most have, since then nobody needs to wait.
 *
 * @throws {HttpError} (or rejects) as reading the body does: 400, 408, 413
 *
 * @example
 * ```ts
 * import { HttpContext } from './context.ts';
 * import { readText } from './read-text.ts';
 * export function length({ body }: HttpContext): number | Promise<number> {
 *   const text = readText(body);
 *   return typeof text === 'string' ? text.length : text.then((late) => late.length);
 * }
 * ```
 */
export function readText(body: RequestBody): string | Promise<string> {
  return body.arrivedText?.() ?? body.text();
}
