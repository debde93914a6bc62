import type { Host } from 'oriel';
import { openApiDocument } from '../../src/features/resources/openapi/openapi-document.ts';
import { checkAnswer, lineChecker } from './contract-answer.ts';
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

  /**
   * @param suffixes of paths that choose a format: `json` for `/books.json`
   * @param other of the same resources, whose compiled schemas are taken where they are the same
   */
  constructor(document: Json, prefix: string, suffixes: readonly string[], other?: Contract) {
    const components = document['components'] as Json;
    this.#document = document;
    this.#prefix = prefix;
    this.#schemas = other && other.#schemas.knows(components) ? other.#schemas : new Schemas(components);
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
    const entry = this.#entryOf(target);
    const fail = (difference: string): never => {
      throw new ContractError(exchange, difference);
    };
    // Browsers ask on behalf of other pages, whatever there is (Fetch §3.2.2).
    if (method === 'OPTIONS' && exchange.headers.has('access-control-request-method')) return;
    if (entry === undefined) {
      if (answer.status < 300) fail('the document has no such path');
      return;
    }
    checkAllowed(exchange, entry, fail);
    const operation = entry[this.#wordOf(method)] as Json | undefined;
    if (operation === undefined) {
      if (answer.status < 300 && method !== 'OPTIONS') fail('the document has no such operation');
      return;
    }
    if (answer.status === 405) fail('the document has this operation');
    const described = { operation: this.#resolved(operation, entry), schemas: this.#schemas };
    checkRequest(exchange, described, fail);
    checkAnswer(exchange, described, fail);
  }

  /**
   * What looks at each line of an answer that comes bit by bit; undefined when it does not come so.
   * @throws {ContractError} what is made, when a line differs
   */
  lineChecker(exchange: Exchange): ((line: string) => void) | undefined {
    const entry = this.#entryOf(exchange.target);
    const operation = entry?.[this.#wordOf(exchange.method)] as Json | undefined;
    if (entry === undefined || operation === undefined) return undefined;
    return lineChecker(
      exchange,
      { operation: this.#resolved(operation, entry), schemas: this.#schemas },
      (difference) => {
        throw new ContractError(exchange, difference);
      },
    );
  }

  #entryOf(target: string): Json | undefined {
    const path = plain(target.split('?', 1)[0]!);
    return this.#paths.find(([pattern]) => pattern.test(path))?.[1];
  }

  // HEAD is GET without a body (RFC 9110 §9.3.2), and `get` is no method of HTTP (§9.1); before 3.2 QUERY has no word of its own.
  #wordOf(method: string): string {
    if (method !== method.toUpperCase()) return '';
    if (method === 'HEAD') return 'get';
    const isEarly = String(this.#document['openapi']).startsWith('3.1');
    return method === 'QUERY' && isEarly ? 'x-query' : method.toLowerCase();
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

/** The contracts of a host, one for each version of its document; none when it has no resources. */
export function contractsOf({ assembly, config: { title = 'API', version = '0.0.0' } }: Host): readonly Contract[] {
  const { registry } = assembly();
  if (registry === undefined) return [];
  const { prefix, formats } = registry;
  const suffixes = formats.map(({ name }) => name);
  const texts = VERSIONS.map((each) => JSON.stringify(openApiDocument(registry, { title, version }, each)));
  const key = `${prefix} ${suffixes.join()} ${texts.join()}`;
  let contracts = known.get(key);
  if (contracts === undefined) {
    contracts = [];
    for (const text of texts) contracts.push(new Contract(JSON.parse(text) as Json, prefix, suffixes, contracts[0]));
    known.set(key, contracts);
  }
  return contracts;
}

const VERSIONS = ['3.1', '3.2'] as const;

// Tests make many hosts of one configuration; the schemas of all of them are compiled once.
const known = new Map<string, Contract[]>();

// Two spellings of one path (RFC 3986 §6.2.2.2).
function plain(path: string): string {
  return path.replace(/%[0-9a-f]{2}/gi, (coded) => {
    const character = String.fromCharCode(Number.parseInt(coded.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : coded;
  });
}

const DOCUMENTS = /^\/(?:(?:docs|contexts|index)\b|$)/;

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
