export type Json = Readonly<Record<string, unknown>>;

/** A parameter of an operation. */
export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  readonly required?: boolean;
  readonly schema?: Json;
  readonly style?: string;
  readonly explode?: boolean;
}

/** A response of an operation: the schemas of its media types, and its headers. */
export interface DescribedResponse {
  readonly content: Readonly<Record<string, Json>>;
  readonly headers: readonly (readonly [
    name: string,
    header: { readonly required?: boolean; readonly schema?: Json },
  ])[];
}

/** An operation of the document, with all references to parts other than schemas resolved. */
export interface Operation {
  /** The method and the path, such as `GET /books/{id}`. */
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  /** The schemas of request bodies by media type. */
  readonly bodies: Readonly<Record<string, Json>>;
  readonly requiresBody: boolean;
  /** By status, by class such as `4XX`, and `default`. */
  readonly responses: Readonly<Record<string, DescribedResponse>>;
  /** Whether requests without credentials must be rejected. */
  readonly isSecured: boolean;
}

/** What the fuzzer reads of an OpenAPI document. */
export interface Api {
  readonly document: Json;
  readonly operations: readonly Operation[];
  /** The names of headers that contain credentials, in lower case. */
  readonly credentials: ReadonlySet<string>;
  /** The path that precedes all paths, such as `/v1`, or ''. */
  readonly basePath: string;
}

const METHODS = ['get', 'head', 'post', 'put', 'patch', 'delete', 'options', 'query'];

/**
 * Reads an OpenAPI document of version 3.0 or 3.1.
 *
 * @throws {OpenApiError} if the value is not such a document, or refers to other documents
 */
export function readApi(value: unknown): Api {
  const version = (value as { openapi?: unknown } | null)?.openapi;
  if (typeof version !== 'string' || !/^3\.[012]/.test(version))
    throw new OpenApiError(`The document is not OpenAPI 3.0, 3.1 or 3.2: "openapi" is ${JSON.stringify(version)}`);
  const document = (version.startsWith('3.0') ? modernize(value) : value) as Json;
  const {
    paths = {},
    components,
    servers,
    security = [],
  } = document as {
    paths?: Record<string, Json>;
    components?: { securitySchemes?: Record<string, Json> };
    servers?: readonly { readonly url: string }[];
    security?: readonly Json[];
  };
  const operations = Object.entries(paths).flatMap(([path, item]) => getOperations(path, item, document, security));
  if (operations.length === 0) throw new OpenApiError('The document has no operations');
  const schemes = Object.values(components?.securitySchemes ?? {});
  const names = schemes.flatMap(({ in: where, name }) => (where === 'header' ? String(name).toLowerCase() : []));
  return {
    document,
    operations,
    credentials: new Set(['authorization', 'cookie', ...names]),
    basePath: getPath(servers?.[0]?.url ?? '/'),
  };
}

/** Returns the value that a `$ref` refers to, or the value itself. */
export function resolve<T extends object>(value: T, document: Json, depth = 0): T {
  const { $ref } = value as { $ref?: unknown };
  if (typeof $ref !== 'string' || depth > MAX_REFERENCES) return value;
  if (!$ref.startsWith('#/'))
    throw new OpenApiError(`The reference ${$ref} is to another document; bundle the document into one file`);
  let target: unknown = document;
  for (const step of $ref.slice(2).split('/'))
    target = (target as Json | undefined)?.[decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~')];
  if (typeof target !== 'object' || target === null) throw new OpenApiError(`The reference ${$ref} has no target`);
  return resolve(target as T, document, depth + 1);
}

// A longer chain is a cycle.
const MAX_REFERENCES = 20;

function getOperations(path: string, reference: Json, document: Json, security: readonly Json[]): Operation[] {
  const item = resolve(reference, document) as Json & { parameters?: readonly Parameter[] };
  return METHODS.filter((method) => method in item).map((method) => {
    const operation = item[method] as {
      parameters?: readonly Parameter[];
      requestBody?: { required?: boolean; content?: Record<string, { schema?: Json }> };
      responses?: Record<string, Json>;
      security?: readonly Json[];
    };
    const parameters = new Map<string, Parameter>();
    for (const other of [...(item.parameters ?? []), ...(operation.parameters ?? [])]) {
      const parameter = resolve(other, document);
      parameters.set(`${parameter.in} ${parameter.name}`, parameter);
    }
    const body = operation.requestBody && resolve(operation.requestBody, document);
    const required = operation.security ?? security;
    return {
      name: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase(),
      path,
      parameters: [...parameters.values()],
      bodies: getSchemas(body?.content),
      requiresBody: body?.required === true,
      responses: Object.fromEntries(
        Object.entries(operation.responses ?? {}).map(([status, member]) => [status, getResponse(member, document)]),
      ),
      isSecured: required.length > 0 && required.every((element) => Object.keys(element).length > 0),
    };
  });
}

function getResponse(reference: Json, document: Json): DescribedResponse {
  const { content, headers = {} } = resolve(reference, document) as {
    content?: Record<string, { schema?: Json }>;
    headers?: Record<string, { required?: boolean; schema?: Json }>;
  };
  return {
    content: getSchemas(content),
    headers: Object.entries(headers).map(([name, header]) => [name, resolve(header, document)]),
  };
}

function getSchemas(content: Readonly<Record<string, { readonly schema?: Json }>> = {}): Record<string, Json> {
  return Object.fromEntries(Object.entries(content).map(([type, { schema = {} }]) => [type.toLowerCase(), schema]));
}

function getPath(url: string): string {
  return URL.canParse(url, 'http://localhost') ? new URL(url, 'http://localhost').pathname.replace(/\/$/, '') : '';
}

// OpenAPI 3.0 has its own keywords where 3.1 has those of JSON Schema 2020-12.
function modernize(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(modernize);
  if (typeof value !== 'object' || value === null) return value;
  const { nullable, ...rest } = Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, modernize(member)]),
  ) as Record<string, unknown>;
  for (const [exclusive, limit] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ] as const) {
    if (rest[exclusive] === true) {
      rest[exclusive] = rest[limit];
      delete rest[limit];
    } else if (rest[exclusive] === false) delete rest[exclusive];
  }
  if (nullable !== true) return typeof nullable === 'boolean' || nullable === undefined ? rest : { ...rest, nullable };
  return { anyOf: [rest, { type: 'null' }] };
}

/** An OpenAPI document that the fuzzer cannot read. */
export class OpenApiError extends Error {
  readonly code = 'ORIEL_FUZZ_DOCUMENT';

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'OpenApiError';
  }
}
