import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { Host } from 'oriel';

type Json = Readonly<Record<string, unknown>>;

/**
 * A host's `fetch` that holds every request and answer against the document the host publishes: an operation, parameter,
 * body, status, media type or member that the document does not tell is an error, and so is a body the document refuses
 * but the host takes.
 */
export async function checkedFetch(host: Host): Promise<(request: Request) => Promise<Response>> {
  const published = await host.fetch(new Request('http://localhost/api/docs.json'));
  const contract = new Contract((await published.json()) as Json);
  return async (request) => {
    const body = request.body === null ? undefined : await request.clone().text();
    const response = await host.fetch(request);
    contract.check(request, body, response, await response.clone().text());
    return response;
  };
}

class Contract {
  readonly #document: Json;
  readonly #ajv: Ajv2020;

  constructor(document: Json) {
    this.#document = document;
    this.#ajv = new Ajv2020({ strict: false, allErrors: true });
    formats.default(this.#ajv);
    // RFC 3987 is looser than what ajv-formats knows of references.
    this.#ajv.addFormat('iri-reference', (text) => URL.canParse(text, 'http://localhost'));
    this.#ajv.addSchema({ $id: 'doc', components: document['components'] });
  }

  check(request: Request, body: string | undefined, response: Response, answer: string): void {
    const { pathname, searchParams } = new URL(request.url);
    if (!pathname.startsWith('/api/')) return;
    const what = `${request.method} ${pathname}: ${response.status}`;
    const entry = this.#entry(pathname);
    const operation = entry?.[request.method.toLowerCase()] as Json | undefined;
    if (operation === undefined) {
      if (response.status !== 404 && response.status !== 405)
        throw new Error(`${what}, but the document has no such operation`);
      return;
    }
    if (response.ok) this.#checkRequest(what, operation, request, searchParams, body);
    this.#checkAnswer(
      what,
      operation,
      response,
      answer,
      searchParams.has('fields') || searchParams.has('properties[]'),
    );
  }

  #checkRequest(
    what: string,
    operation: Json,
    request: Request,
    query: URLSearchParams,
    body: string | undefined,
  ): void {
    const known = (operation['parameters'] as { name: string; in: string; schema: Json }[]).filter(
      (each) => each.in === 'query',
    );
    for (const name of new Set(query.keys())) {
      const parameter = known.find((each) => each.name === name);
      if (parameter === undefined) throw new Error(`${what}, but the document has no parameter "${name}"`);
    }
    if (body === undefined || body === '') return;
    const type = request.headers.get('content-type')!.split(';')[0]!;
    const media = (operation['requestBody'] as { content: Record<string, { schema?: Json }> } | undefined)?.content[
      type
    ];
    if (media === undefined) throw new Error(`${what} took a body of ${type}, which the document does not tell`);
    if (type.endsWith('json') && media.schema) this.#validate(`${what}, the body`, media.schema, JSON.parse(body));
  }

  #checkAnswer(what: string, operation: Json, response: Response, answer: string, sparse: boolean): void {
    const told = this.#resolve((operation['responses'] as Record<string, Json>)[response.status]);
    if (told === undefined) throw new Error(`${what} is an answer the document does not tell`);
    const type = response.headers.get('content-type')?.split(';')[0];
    if (answer === '') return;
    const media = (told['content'] as Record<string, { schema?: Json }> | undefined)?.[type!];
    if (media === undefined) throw new Error(`${what} answers ${type}, which the document does not tell`);
    if (type!.endsWith('json') && media.schema && !sparse)
      this.#validate(`${what}, the answer`, media.schema, JSON.parse(answer));
  }

  #entry(pathname: string): Json | undefined {
    const path = pathname.replace(/\.(?:json|jsonld|jsonapi|hal|csv|ndjson)$/, '');
    const paths = Object.entries(this.#document['paths'] as Record<string, Json>);
    return paths.find(([template]) => new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`).test(path))?.[1];
  }

  #resolve(given: Json | undefined): Json | undefined {
    const reference = given?.['$ref'] as string | undefined;
    if (reference === undefined) return given;
    return reference
      .slice(2)
      .split('/')
      .reduce((at, step) => at[step] as Json, this.#document);
  }

  #validate(what: string, schema: Json, value: unknown): void {
    const absolute = JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"doc#/components/')) as Json;
    const validate = this.#ajv.compile(absolute);
    if (!validate(value))
      throw new Error(
        `${what} is not what the document says: ${this.#ajv.errorsText(validate.errors)}\n${JSON.stringify(value)}`,
      );
  }
}
