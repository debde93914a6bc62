type Json = Readonly<Record<string, unknown>>;

const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: Json, type = 'application/json'): Json => ({ content: { [type]: { schema } } });
const header = (schema: Json): Json => ({ required: true, schema });
const text = (more: Json = {}): Json => ({ type: 'string', ...more });
const problem = (description: string, headers: Json = {}): Json => ({
  description,
  headers,
  ...json(ref('Problem'), 'application/problem+json'),
});

const PROBLEMS: Readonly<Record<string, Json>> = {
  400: problem('The request is malformed'),
  401: problem('Authentication is required', { 'WWW-Authenticate': header(text()) }),
  404: problem('There is no such item'),
  406: problem('The media type is not available'),
  412: problem('The entity tag does not match'),
  413: problem('The body is too large'),
  415: problem('The media type is not supported'),
  422: problem('The body is invalid'),
};

function responses(success: Readonly<Record<string, Json>>, ...problems: number[]): Json {
  return { ...success, ...Object.fromEntries(problems.map((status) => [status, PROBLEMS[status]!])) };
}

const ETAG = { ETag: header(text({ pattern: '^"[^"]+"$' })) };
const LOCATION = { Location: header(text({ format: 'uri-reference' })) };
const BEARER = { security: [{ bearer: [] }] };
const ID = { name: 'id', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } };
const query = (name: string, schema: Json): Json => ({ name, in: 'query', schema });
const conditional = (name: string): Json => ({ name, in: 'header', schema: text() });
const body = (name: string, type = 'application/json'): Json => ({
  requestBody: { required: true, ...json(ref(name), type) },
});

const BOOK = {
  title: text({ minLength: 1, maxLength: 200 }),
  description: text(),
  published: text({ format: 'date' }),
  price: { type: 'number', minimum: 0, maximum: 1_000_000 },
  currency: { enum: ['EUR', 'USD', 'JPY'] },
  tags: { type: 'array', items: text({ maxLength: 30 }), maxItems: 5 },
  publisher: ref('Publisher'),
};

const NOTE = { text: text({ maxLength: 1000 }), done: { type: 'boolean' } };

function object(properties: Json, required: readonly string[] = []): Json {
  return { type: 'object', properties, required, additionalProperties: false };
}

/** The document of the planted API. */
export const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Planted faults', version: '1' },
  paths: {
    '/books': {
      get: {
        parameters: [
          query('page', { type: 'integer', minimum: 1 }),
          query('perPage', { type: 'integer', minimum: 1, maximum: 100 }),
          query('title', text()),
          query('order', { enum: ['asc', 'desc'] }),
          query('tag', { type: 'array', items: text({ maxLength: 30 }) }),
        ],
        responses: responses(
          { 200: { description: 'Books', headers: { Link: { schema: text() } }, ...json(ref('BookList')) } },
          400,
          406,
        ),
      },
      post: {
        ...body('NewBook'),
        responses: responses(
          { 201: { description: 'Created', headers: { ...ETAG, ...LOCATION }, ...json(ref('Book')) } },
          ...[400, 406, 413, 415, 422],
        ),
      },
    },
    '/books/{id}': {
      parameters: [ID],
      get: {
        parameters: [conditional('If-None-Match')],
        responses: responses(
          {
            200: { description: 'A book', headers: ETAG, ...json(ref('Book')) },
            304: { description: 'Not modified', headers: ETAG },
          },
          ...[400, 404, 406],
        ),
      },
      put: {
        parameters: [conditional('If-Match')],
        ...body('NewBook'),
        responses: responses(
          { 200: { description: 'Replaced', headers: ETAG, ...json(ref('Book')) } },
          ...[400, 404, 406, 412, 413, 415, 422],
        ),
      },
      patch: {
        parameters: [conditional('If-Match')],
        ...body('BookPatch', 'application/merge-patch+json'),
        responses: responses(
          { 200: { description: 'Changed', headers: ETAG, ...json(ref('Book')) } },
          ...[400, 404, 406, 412, 413, 415, 422],
        ),
      },
      delete: {
        parameters: [conditional('If-Match')],
        responses: responses({ 204: { description: 'Deleted' } }, 400, 404, 406, 412),
      },
    },
    '/notes': {
      post: {
        ...BEARER,
        ...body('NewNote'),
        responses: responses(
          { 201: { description: 'Created', headers: LOCATION, ...json(ref('Note')) } },
          ...[400, 401, 406, 413, 415, 422],
        ),
      },
    },
    '/notes/{id}': {
      parameters: [ID],
      get: {
        ...BEARER,
        responses: responses({ 200: { description: 'A note', ...json(ref('Note')) } }, 400, 401, 404, 406),
      },
      patch: {
        ...BEARER,
        ...body('NotePatch', 'application/merge-patch+json'),
        responses: responses(
          { 200: { description: 'Changed', ...json(ref('Note')) } },
          ...[400, 401, 404, 406, 413, 415, 422],
        ),
      },
      delete: { ...BEARER, responses: responses({ 204: { description: 'Deleted' } }, 400, 401, 404, 406) },
    },
    '/reports/{day}': {
      get: {
        parameters: [{ name: 'day', in: 'path', required: true, schema: text({ format: 'date' }) }],
        responses: responses({ 200: { description: 'A report', ...json(ref('Report')) } }, 400, 406),
      },
    },
    '/files/{name}': {
      get: {
        parameters: [
          { name: 'name', in: 'path', required: true, schema: { enum: ['terms.txt', 'prices.txt'] } },
          query('download', text({ maxLength: 100 })),
        ],
        responses: responses(
          {
            200: {
              description: 'A file',
              headers: { 'Content-Disposition': { schema: text() } },
              content: { 'text/plain': { schema: text() } },
            },
          },
          400,
          404,
        ),
      },
    },
  },
  components: {
    securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    schemas: {
      Problem: {
        type: 'object',
        properties: { title: text(), status: { type: 'integer' }, detail: text() },
        required: ['title', 'status'],
      },
      Address: object({ street: text(), city: text() }, ['city']),
      Publisher: object({ name: text({ minLength: 1 }), address: ref('Address') }, ['name']),
      NewBook: object(BOOK, ['title', 'published']),
      BookPatch: { ...object(BOOK), minProperties: 1 },
      Book: object({ id: { type: 'integer' }, ...BOOK }, ['id', 'title', 'published']),
      BookList: object({ items: { type: 'array', items: ref('Book') }, total: { type: 'integer' } }, [
        'items',
        'total',
      ]),
      NewNote: object(NOTE, ['text']),
      NotePatch: { ...object(NOTE), minProperties: 1 },
      Note: object({ id: { type: 'integer' }, owner: text(), ...NOTE }, ['id', 'owner', 'text', 'done']),
      Report: object({ day: text({ format: 'date' }), weekday: text() }, ['day', 'weekday']),
    },
  },
} as const;
