import type { JsonSchema } from '../model/json-schema.ts';
import type { HeaderName } from './response-headers.ts';

/** A problem document (RFC 9457). */
export const problemSchema: JsonSchema = {
  type: 'object',
  description: 'What went wrong (RFC 9457).',
  properties: {
    type: { type: 'string', format: 'uri-reference', description: 'Names the kind of problem.' },
    title: { type: 'string', description: 'The kind of problem in words.' },
    status: { type: 'integer', minimum: 400, maximum: 599 },
    detail: { type: 'string', description: 'What went wrong this time.' },
    instance: { type: 'string', format: 'uri-reference' },
  },
  required: ['type', 'title', 'status'],
  // RFC 9457 §3.2: kinds of problems have members of their own.
  additionalProperties: true,
};

/** The same with everything that is wrong with what was sent. */
export const validationSchema: JsonSchema = {
  allOf: [{ $ref: '#/components/schemas/Problem' }],
  type: 'object',
  properties: {
    errors: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          pointer: { type: 'string', description: 'Where in the body, as a JSON pointer (RFC 6901).' },
          parameter: { type: 'string', description: 'Which query parameter.' },
          detail: { type: 'string' },
          code: { type: 'string' },
        },
        required: ['detail'],
      },
    },
  },
};

/** What problems are written as for people, and for machines that read neither JSON. */
export const TEXT_TYPES = ['text/html', 'text/markdown', 'text/plain'] as const;

export type ProblemName =
  | 'BadRequest'
  | 'Unauthorized'
  | 'Forbidden'
  | 'NotFound'
  | 'NotAcceptable'
  | 'Conflict'
  | 'Gone'
  | 'PreconditionFailed'
  | 'ContentTooLarge'
  | 'UnsupportedMediaType'
  | 'UnprocessableContent'
  | 'PreconditionRequired'
  | 'TooManyRequests'
  | 'Refused'
  | 'Failed';

interface ProblemAnswer {
  /** A code, or a range of them. */
  readonly status: number | '4XX' | '5XX';
  readonly description: string;
  readonly schema?: 'Problem' | 'ValidationProblem';
  readonly headers?: readonly HeaderName[];
}

/** The problems that operations answer with, by the names of their components. */
export const PROBLEMS: Readonly<Record<ProblemName, ProblemAnswer>> = {
  BadRequest: { status: 400, description: 'The query or the body cannot be understood.' },
  Unauthorized: {
    status: 401,
    description: 'Nobody knows who is asking, or the credentials are wrong.',
    headers: ['WWW-Authenticate'],
  },
  Forbidden: { status: 403, description: 'Whoever is asking may not do this.' },
  NotFound: { status: 404, description: 'There is no such item.' },
  NotAcceptable: { status: 406, description: 'It cannot be written in any format the client takes.' },
  Conflict: { status: 409, description: 'It contradicts what is already there.', headers: ['Retry-After'] },
  Gone: { status: 410, description: 'The operation was taken away.' },
  PreconditionFailed: { status: 412, description: 'The item is not in the state that If-Match names.' },
  ContentTooLarge: { status: 413, description: 'The body is longer than the host takes.' },
  UnsupportedMediaType: {
    status: 415,
    description: 'The body is in no format or coding that is read here.',
    headers: ['Accept-Post', 'Accept-Patch', 'Accept-Encoding'],
  },
  UnprocessableContent: {
    status: 422,
    description: 'The body is well-formed but wrong; every violation is told.',
    schema: 'ValidationProblem',
  },
  PreconditionRequired: { status: 428, description: 'A change must say with If-Match which state it is about.' },
  TooManyRequests: {
    status: 429,
    description: 'A limit has no room for it now.',
    headers: ['Retry-After', 'RateLimit', 'RateLimit-Policy'],
  },
  Refused: {
    status: '4XX',
    description:
      'What a host refuses whoever is asked: too long a URL (414), a host that is not served (421), and the like.',
    headers: ['Retry-After'],
  },
  Failed: { status: '5XX', description: 'The host could not do it.', headers: ['Retry-After'] },
};
