import type { RequestBody } from './incoming-request.ts';

/**
 * Reads a body as text. Returns it synchronously if the body has arrived, as most have.
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
