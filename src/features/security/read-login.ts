import { BadRequestError, ContentTooLargeError, UnsupportedMediaTypeError } from '../../core/http/errors.ts';
import { parseJson } from '../../core/http/json.ts';
import { parseMediaType } from '../../core/http/headers/media-type.ts';
import type { HttpContext } from '../../core/http/context.ts';

/** Name and password as the user typed them. */
export interface Login {
  readonly name: string;
  readonly password: string;
}

/**
 * Reads `{"username": "ada", "password": "…"}`. Only JSON is accepted: forms of other sites can send all other types, and could
 * log a user in to the account of an attacker.
 *
 * @throws {HttpError} 400, 413 or 415
 */
export async function readLogin({ headers, body }: HttpContext): Promise<Login> {
  const type = parseMediaType(headers.get('content-type') ?? '');
  if (type?.type !== 'application' || type.subtype !== 'json')
    throw new UnsupportedMediaTypeError('A login is sent as application/json');
  if ((body.length ?? 0) > MAX_BYTES) throw new ContentTooLargeError(`A login has at most ${MAX_BYTES} bytes`);
  const text = await body.text();
  if (text.length > MAX_BYTES) throw new ContentTooLargeError(`A login has at most ${MAX_BYTES} bytes`);
  const { username, password } = (parseJson(text) ?? {}) as Record<string, unknown>;
  if (typeof username !== 'string' || username === '' || typeof password !== 'string' || password === '')
    throw new BadRequestError('A login has the texts "username" and "password"', { type: '/problems/login' });
  return { name: username, password };
}

const MAX_BYTES = 4_096;
