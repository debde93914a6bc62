import { BadRequestError, ContentTooLargeError, UnsupportedMediaTypeError } from '../../core/http/errors.ts';
import { parseJson } from '../../core/http/json.ts';
import { parseMediaType } from '../../core/http/headers/media-type.ts';
import type { HttpContext } from '../../core/http/context.ts';

/** Name and password as somebody typed them. */
export interface Login {
  readonly name: string;
  readonly password: string;
}

/**
 * Reads `{"username": "ada", "password": "…"}`. JSON alone: a form on another site can send everything else, and log
 * visitors in as somebody they are not.
 *
 * @throws {HttpError} 400, 413 or 415
 */
export async function readLogin({ headers, body }: HttpContext): Promise<Login> {
  const type = parseMediaType(headers.get('content-type') ?? '');
  if (type?.type !== 'application' || type.subtype !== 'json')
    throw new UnsupportedMediaTypeError('A login is sent as application/json');
  if ((body.length ?? 0) > MOST_BYTES) throw new ContentTooLargeError(`A login has at most ${MOST_BYTES} bytes`);
  const text = await body.text();
  if (text.length > MOST_BYTES) throw new ContentTooLargeError(`A login has at most ${MOST_BYTES} bytes`);
  const { username, password } = (parseJson(text) ?? {}) as Record<string, unknown>;
  if (typeof username !== 'string' || username === '' || typeof password !== 'string' || password === '')
    throw new BadRequestError('A login has the texts "username" and "password"', { type: '/problems/login' });
  return { name: username, password };
}

const MOST_BYTES = 4_096;
