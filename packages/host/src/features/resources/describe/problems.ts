import type { ResourceRegistry } from '../build/resource-registry.ts';
import type { JsonSchema } from '../model/json-schema.ts';
import type { Components, Reference } from './components.ts';
import { commonHeaders, referToHeaders } from './response-headers.ts';
import type { HeaderName } from './response-headers.ts';

/** A problem document (RFC 9457). */
export const problemSchema: JsonSchema = {
  type: 'object',
  description: 'A problem document (RFC 9457).',
  properties: {
    type: { type: 'string', format: 'uri-reference', description: 'Identifies the problem type.' },
    title: { type: 'string', description: 'A short summary of the problem type.' },
    status: { type: 'integer', minimum: 400, maximum: 599 },
    detail: { type: 'string', description: 'An explanation of this occurrence.' },
    instance: { type: 'string', format: 'uri-reference' },
  },
  required: ['type', 'title', 'status'],
  // RFC 9457 §3.2: problem types may have extension members.
  additionalProperties: true,
};

/** A problem document with all violations of a request. */
export const validationSchema: JsonSchema = {
  allOf: [{ $ref: '#/components/schemas/Problem' }],
  type: 'object',
  properties: {
    errors: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          pointer: { type: 'string', description: 'The place in the body, as a JSON pointer (RFC 6901).' },
          parameter: { type: 'string', description: 'The name of the query parameter.' },
          detail: { type: 'string' },
          code: { type: 'string' },
        },
        required: ['detail'],
      },
    },
  },
};

interface ProblemResponse {
  /** A status code or a range. */
  readonly status: number | '4XX' | '5XX';
  readonly description: string;
  readonly schema?: 'Problem' | 'ValidationProblem';
  readonly headers?: readonly HeaderName[];
}

/** The problem responses of operations, by the names of their components. */
const ALL = {
  BadRequest: { status: 400, description: 'The query or the body is malformed.' },
  Unauthorized: {
    status: 401,
    description: 'Authentication is required, or the credentials are invalid.',
    headers: ['WWW-Authenticate'],
  },
  Forbidden: { status: 403, description: 'The user is not allowed to perform this operation.' },
  NotFound: { status: 404, description: 'The item does not exist.' },
  NotAcceptable: { status: 406, description: 'No supported media type matches the Accept header.' },
  Conflict: { status: 409, description: 'The request conflicts with the current state.', headers: ['Retry-After'] },
  Gone: { status: 410, description: 'The operation is no longer available.' },
  PreconditionFailed: { status: 412, description: 'The current state does not match the precondition of the request.' },
  ContentTooLarge: { status: 413, description: 'The body exceeds the size limit.' },
  UnsupportedMediaType: {
    status: 415,
    description: 'The media type or content coding of the body is not supported.',
    headers: ['Accept-Post', 'Accept-Patch', 'Accept-Encoding'],
  },
  RangeNotSatisfiable: {
    status: 416,
    description: 'The file has none of the requested ranges.',
    headers: ['Content-Range'],
  },
  UnprocessableContent: {
    status: 422,
    description: 'The body is well-formed but invalid; `errors` lists all violations.',
    schema: 'ValidationProblem',
  },
  PreconditionRequired: {
    status: 428,
    description: 'A change needs If-Match with the entity tag of the current state.',
  },
  TooManyRequests: {
    status: 429,
    description: 'The rate limit is exceeded.',
    headers: ['Retry-After', 'RateLimit', 'RateLimit-Policy'],
  },
  ClientError: {
    status: '4XX',
    description: 'Any other client error, such as 414 for a URL that is too long or 421 for an unknown host.',
    headers: ['Retry-After'],
  },
  ServerError: { status: '5XX', description: 'The server failed to process the request.', headers: ['Retry-After'] },
} satisfies Readonly<Record<string, ProblemResponse>>;

export type ProblemName = keyof typeof ALL;
export const PROBLEMS: Readonly<Record<ProblemName, ProblemResponse>> = ALL;

/** Returns references to the possible problem responses by status, except for the statuses in `described`. */
export function selectProblems(
  possible: Readonly<Partial<Record<ProblemName, boolean>>>,
  components: Components,
  described: object = {},
): Record<string, Reference> {
  const names = (Object.keys(possible) as ProblemName[]).filter(
    (name) => possible[name] && !(PROBLEMS[name].status in described),
  );
  return Object.fromEntries(
    names.map((name) => {
      const { status, description, ...more } = PROBLEMS[name];
      return [status, components.add('responses', name, name, () => problemResponse(components, description, more))];
    }),
  );
}

/** Returns a response with a problem document. Problem responses are shared, so they have the headers of all operations. */
export function problemResponse(
  components: Components,
  description: string,
  { schema = 'Problem', headers = [] }: Pick<ProblemResponse, 'schema' | 'headers'> = {},
): object {
  const { registry } = components;
  const common = registry.operations.flatMap((operation) => commonHeaders(operation, registry));
  return {
    description,
    headers: referToHeaders(components, ...headers, 'Link', ...common),
    content: {
      'application/problem+json': { schema: { $ref: `#/components/schemas/${schema}` } },
      ...Object.fromEntries(listOtherTypes(registry).map(([type, json]) => [type, { schema: { type: json } }])),
    },
  };
}

// The other media types in which clients can request errors. A format may have error documents of its own.
function listOtherTypes({ config: { docs }, formats }: ResourceRegistry): (readonly [type: string, json: string])[] {
  if (typeof docs !== 'object' || docs.errorTypes !== 'all') return [];
  const types = formats.flatMap(({ problem }) => (problem ? [[problem.contentType, 'object'] as const] : []));
  return [...types, ...['text/html', 'text/markdown', 'text/plain'].map((type) => [type, 'string'] as const)];
}
