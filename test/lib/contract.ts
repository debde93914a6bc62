import type { Host } from 'oriel-host';
import { openApiDocument } from '../../packages/host/src/features/resources/describe/openapi-document.ts';
import type { Format } from '../../packages/host/src/features/resources/model/format.ts';
import { checkResponse, lineChecker } from './contract-response.ts';
import { checkRequest } from './contract-request.ts';
import { Schemas } from './schemas.ts';

export type Json = Readonly<Record<string, unknown>>;

/** A request and its response, as the client sees them. */
export interface Exchange {
  readonly method: string;
  /** The path and the query. */
  readonly target: string;
  readonly headers: Headers;
  readonly body: string | undefined;
  /** `text` is undefined for a stream, which is not read in advance. */
  readonly response: { readonly status: number; readonly headers: Headers; readonly text: string | undefined };
}

/** An operation of the document and the schemas that it refers to. */
export interface DescribedOperation {
  readonly operation: Json;
  readonly schemas: Schemas;
}

/** Thrown if an exchange differs from the document. Its message contains the exchange. */
export class ContractError extends Error {
  constructor({ method, target, response }: Exchange, difference: string) {
    super(`${method} ${target} → ${response.status}: ${difference}\n${response.text?.slice(0, 500)}`);
    this.name = 'ContractError';
  }
}

/**
 * Validates exchanges against the OpenAPI document of a host. The host must not accept or send anything that the document
 * does not describe, and must not reject as unknown what the document allows.
 */
export class Contract {
  readonly #document: Json;
  readonly #prefix: string;
  readonly #schemas: Schemas;
  readonly #paths: readonly (readonly [pattern: RegExp, entry: Json])[];

  /**
   * @param suffixes the suffixes of paths that select a format: `json` for `/books.json`
   * @param other a contract of the same host, whose compiled schemas are reused if they are equal
   */
  constructor(document: Json, prefix: string, suffixes: readonly string[], other?: Contract) {
    const components = document['components'] as Json;
    this.#document = document;
    this.#prefix = prefix;
    this.#schemas = other && other.#schemas.contains(components) ? other.#schemas : new Schemas(components);
    this.#paths = Object.entries(document['paths'] as Record<string, Json>).map(([template, entry]) => [
      new RegExp(`^${template.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}(?:\\.(?:${suffixes.join('|')}))?$`),
      entry,
    ]);
  }

  /** Returns whether a target is in the API. Its documents are excluded, because they do not describe themselves. */
  covers(target: string): boolean {
    return target.startsWith(`${this.#prefix}/`) && !DOCUMENTS.test(target.slice(this.#prefix.length));
  }

  /** @throws {ContractError} if the exchange differs from the document */
  check(exchange: Exchange): void {
    const { method, target, response } = exchange;
    const entry = this.#getEntry(target);
    const fail = (difference: string): never => {
      throw new ContractError(exchange, difference);
    };
    // Browsers may send a preflight request to any path (Fetch §3.2.2).
    if (method === 'OPTIONS' && exchange.headers.has('access-control-request-method')) return;
    if (entry === undefined) {
      if (response.status < 300) fail('the document has no such path');
      return;
    }
    checkAllowed(exchange, entry, fail);
    const operation = entry[this.#operationKey(method)] as Json | undefined;
    if (operation === undefined) {
      if (response.status < 300 && method !== 'OPTIONS') fail('the document has no such operation');
      return;
    }
    if (response.status === 405) fail('the document describes this operation');
    const described = { operation: this.#resolve(operation, entry), schemas: this.#schemas };
    checkRequest(exchange, described, fail);
    checkResponse(exchange, described, fail);
  }

  /**
   * Returns a check for each line of a streamed response, or undefined if the response has no lines.
   * @throws {ContractError} by the check, if a line differs from the document
   */
  lineChecker(exchange: Exchange): ((line: string) => void) | undefined {
    const entry = this.#getEntry(exchange.target);
    const operation = entry?.[this.#operationKey(exchange.method)] as Json | undefined;
    if (entry === undefined || operation === undefined) return undefined;
    return lineChecker(
      exchange,
      { operation: this.#resolve(operation, entry), schemas: this.#schemas },
      (difference) => {
        throw new ContractError(exchange, difference);
      },
    );
  }

  #getEntry(target: string): Json | undefined {
    const path = decodeUnreserved(target.split('?', 1)[0]!);
    return this.#paths.find(([pattern]) => pattern.test(path))?.[1];
  }

  // HEAD is GET without content (RFC 9110 §9.3.2). Methods are case-sensitive (§9.1). OpenAPI 3.1 has no key for QUERY.
  #operationKey(method: string): string {
    if (method !== method.toUpperCase()) return '';
    if (method === 'HEAD') return 'get';
    const isVersion31 = String(this.#document['openapi']).startsWith('3.1');
    return method === 'QUERY' && isVersion31 ? 'x-query' : method.toLowerCase();
  }

  // Adds the parameters of the path to the operation, and resolves references to parameters and responses.
  #resolve(operation: Json, { parameters = [] }: Json): Json {
    const responses = Object.entries(operation['responses'] as Record<string, Json>);
    return {
      ...operation,
      parameters: [...(parameters as Json[]), ...(operation['parameters'] as Json[])].map((parameter) =>
        this.#dereference(parameter),
      ),
      responses: Object.fromEntries(responses.map(([status, response]) => [status, this.#dereference(response)])),
    };
  }

  #dereference(value: Json): Json {
    const { $ref } = value as { $ref?: string };
    if ($ref === undefined) return value;
    return $ref
      .slice(2)
      .split('/')
      .reduce((node, step) => node[step] as Json, this.#document);
  }
}

/** Returns the contracts of a host, one for each OpenAPI version. A host without resources has none. */
export function getContracts({ assembly, config: { title = 'API', version = '0.0.0' } }: Host): readonly Contract[] {
  const { registry } = assembly();
  if (registry === undefined) return [];
  const { prefix, formats } = registry;
  const suffixes = formats.map(({ name }) => name);
  const texts = VERSIONS.map((other) =>
    JSON.stringify(withErrorTypes(openApiDocument(registry, { title, version }, other) as Json, formats)),
  );
  const key = `${prefix} ${suffixes.join()} ${texts.join()}`;
  let contracts = cache.get(key);
  if (contracts === undefined) {
    contracts = [];
    for (const text of texts) contracts.push(new Contract(JSON.parse(text) as Json, prefix, suffixes, contracts[0]));
    cache.set(key, contracts);
  }
  return contracts;
}

const VERSIONS = ['3.1', '3.2'] as const;

// Clients can request errors in more types than the document describes.
function withErrorTypes(document: Json, formats: readonly Format[]): Json {
  const types = Object.fromEntries([
    ...formats.flatMap(({ problem }) => (problem ? [[problem.contentType, { schema: JSONAPI_ERRORS }]] : [])),
    ...['text/html', 'text/markdown', 'text/plain'].map((type) => [type, { schema: { type: 'string' } }]),
  ]) as Json;
  const describe = (responses: Json): void => {
    for (const { content } of Object.values(responses) as { content?: Json }[])
      if (content !== undefined && 'application/problem+json' in content) Object.assign(content, types);
  };
  const { paths, components } = document as { paths: Record<string, Json>; components: { responses: Json } };
  describe(components.responses);
  for (const entry of Object.values(paths))
    for (const { responses } of Object.values(entry) as { responses?: Json }[]) describe(responses ?? {});
  return document;
}

// The error documents of JSON:API 1.1 (§11).
const JSONAPI_ERRORS = {
  type: 'object',
  properties: {
    jsonapi: { type: 'object' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          status: { type: 'string' },
          title: { type: 'string' },
          detail: { type: 'string' },
          code: { type: 'string' },
          source: { type: 'object' },
          links: { type: 'object' },
          meta: { type: 'object' },
        },
        required: ['status', 'title'],
      },
    },
  },
  required: ['errors'],
};

// Tests create many hosts with equal resources. Their schemas are compiled once.
const cache = new Map<string, Contract[]>();

// Decodes unreserved characters (RFC 3986 §6.2.2.2).
function decodeUnreserved(path: string): string {
  return path.replace(/%[0-9a-f]{2}/gi, (coded) => {
    const character = String.fromCharCode(Number.parseInt(coded.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : coded;
  });
}

const DOCUMENTS = /^\/(?:(?:docs|contexts|index)\b|$)/;

// Allow must list exactly the operations of the document.
function checkAllowed({ response }: Exchange, entry: Json, fail: (difference: string) => never): void {
  const allow = response.headers.get('allow');
  if (allow === null) return;
  const names = Object.keys(entry).filter((name) => name !== 'parameters');
  const described = names.map((name) => name.replace('x-', '').toUpperCase());
  if (described.includes('GET')) described.push('HEAD');
  const allowed = allow.split(', ').filter((name) => name !== 'OPTIONS');
  if (allowed.sort().join() !== described.sort().join())
    fail(`Allow: ${allow}, but the document describes ${described.join(', ')}`);
}
