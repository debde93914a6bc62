import type { Host } from 'oriel';
import { openApiDocument } from 'oriel/api';
import { checkAnswer } from './contract-answer.ts';
import { checkRequest } from './contract-request.ts';
import { Schemas } from './schemas.ts';

export type Json = Readonly<Record<string, unknown>>;

/** One request and its answer, as the client saw them. */
export interface Exchange {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: Headers;
  readonly body: string | undefined;
  /** Text is undefined where it was not read, because it comes bit by bit. */
  readonly answer: { readonly status: number; readonly headers: Headers; readonly text: string | undefined };
}

/** An operation of the document, and the schemas it speaks of. */
export interface Described {
  readonly operation: Json;
  readonly schemas: Schemas;
}

/** What an exchange was, for the words of a difference. */
export class ContractError extends Error {
  constructor({ method, target, answer }: Exchange, difference: string) {
    super(`${method} ${target} → ${answer.status}: ${difference}\n${answer.text?.slice(0, 500)}`);
    this.name = 'ContractError';
  }
}

/**
 * The OpenAPI document of a host, which every exchange is held against: what the document does not tell must be neither
 * taken nor answered, and what it allows must not be refused as unknown.
 */
export class Contract {
  readonly #document: Json;
  readonly #prefix: string;
  readonly #schemas: Schemas;
  readonly #paths: readonly (readonly [pattern: RegExp, entry: Json])[];

  /** @param suffixes of paths that choose a format: `json` for `/books.json` */
  constructor(document: Json, prefix: string, suffixes: readonly string[]) {
    this.#document = document;
    this.#prefix = prefix;
    this.#schemas = new Schemas(document['components'] as Json);
    this.#paths = Object.entries(document['paths'] as Record<string, Json>).map(([template, entry]) => [
      new RegExp(`^${template.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}(?:\\.(?:${suffixes.join('|')}))?$`),
      entry,
    ]);
  }

  /** Is a target one of the API, whose documents tell of the resources and not of themselves? */
  covers(target: string): boolean {
    return target.startsWith(`${this.#prefix}/`) && !DOCUMENTS.test(target.slice(this.#prefix.length));
  }

  /** @throws {ContractError} which names the difference */
  check(exchange: Exchange): void {
    const { method, target, answer } = exchange;
    const path = plain(target.split('?', 1)[0]!);
    const fail = (difference: string): never => {
      throw new ContractError(exchange, difference);
    };
    // Browsers ask on behalf of other pages, whatever there is (Fetch §3.2.2).
    if (method === 'OPTIONS' && exchange.headers.has('access-control-request-method')) return;
    const entry = this.#paths.find(([pattern]) => pattern.test(path))?.[1];
    if (entry === undefined) {
      if (answer.status < 300) fail('the document has no such path');
      return;
    }
    checkAllowed(exchange, entry, fail);
    const operation = entry[wordOf(method)] as Json | undefined;
    if (operation === undefined) {
      if (answer.status < 300 && method !== 'OPTIONS') fail('the document has no such operation');
      return;
    }
    if (answer.status === 405) fail('the document has this operation');
    const described = { operation: this.#resolved(operation, entry), schemas: this.#schemas };
    checkRequest(exchange, described, fail);
    checkAnswer(exchange, described, fail);
  }

  // Parameters of the path stand with the operation, answers stand for the components they refer to.
  #resolved(operation: Json, { parameters = [] }: Json): Json {
    const answers = Object.entries(operation['responses'] as Record<string, Json>);
    return {
      ...operation,
      parameters: [...(parameters as Json[]), ...(operation['parameters'] as Json[])],
      responses: Object.fromEntries(answers.map(([status, answer]) => [status, this.#referred(answer)])),
    };
  }

  #referred(answer: Json): Json {
    const { $ref } = answer as { $ref?: string };
    if ($ref === undefined) return answer;
    return $ref
      .slice(2)
      .split('/')
      .reduce((at, step) => at[step] as Json, this.#document);
  }
}

/** The contract of a host; undefined when it has no resources, or tells nobody of them. */
export function contractOf({ assembly, config: { title = 'API', version = '0.0.0' } }: Host): Contract | undefined {
  const { registry } = assembly();
  if (registry === undefined) return undefined;
  const { prefix, formats } = registry;
  const suffixes = formats.map(({ name }) => name);
  const text = JSON.stringify(openApiDocument(registry, { title, version }));
  const key = `${prefix} ${suffixes.join()} ${text}`;
  let contract = contracts.get(key);
  if (contract === undefined) {
    contract = new Contract(JSON.parse(text) as Json, prefix, suffixes);
    contracts.set(key, contract);
  }
  return contract;
}

// Tests make many hosts of one configuration; the schemas of all of them are compiled once.
const contracts = new Map<string, Contract>();

// Two spellings of one path (RFC 3986 §6.2.2.2).
function plain(path: string): string {
  return path.replace(/%[0-9a-f]{2}/gi, (coded) => {
    const character = String.fromCharCode(Number.parseInt(coded.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : coded;
  });
}

const DOCUMENTS = /^\/(?:(?:docs|contexts|index)\b|$)/;

// HEAD is GET without a body (RFC 9110 §9.3.2), and `get` is no method of HTTP (§9.1); before 3.2 QUERY has no word of its own.
function wordOf(method: string): string {
  if (method !== method.toUpperCase()) return '';
  if (method === 'HEAD') return 'get';
  return method === 'QUERY' ? 'x-query' : method.toLowerCase();
}

// Whoever tells what is allowed tells of the operations of the document, no more and no less.
function checkAllowed({ answer }: Exchange, entry: Json, fail: (difference: string) => never): void {
  const told = answer.headers.get('allow');
  if (told === null) return;
  const names = Object.keys(entry).filter((name) => name !== 'parameters');
  const described = names.map((name) => name.replace('x-', '').toUpperCase());
  if (described.includes('GET')) described.push('HEAD');
  const allowed = told.split(', ').filter((name) => name !== 'OPTIONS');
  if (allowed.sort().join() !== described.sort().join())
    fail(`Allow: ${told}, but the document has ${described.join(', ')}`);
}
