import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib';
import type { Host, HostConfig } from 'oriel';
import { TEST_PEER, createTestHost, toRequest } from 'oriel/testing';
import type { TestHost } from 'oriel/testing';
import { contractsOf } from './contract.ts';
import type { Contract, Exchange } from './contract.ts';
import { heldLines } from './held-lines.ts';

type Asked = Pick<RequestInit, 'headers' | 'body'>;

/** A host for a test, all of whose exchanges are held against its document. */
export function createHeldHost(config?: HostConfig): TestHost {
  const { host: plain, logs } = createTestHost(config);
  const host = held(plain);
  return { host, logs, send: (line, init) => host.fetch(toRequest(line, init), { peer: TEST_PEER }) };
}

/** The same host, whose `fetch` throws when a request or its answer differs from the document of the host. */
export function held<H extends Host>(host: H): H {
  const fetch: Host['fetch'] = async (request, info) => {
    // Read afterwards, so that it comes no sooner to the host than it would.
    const copy = request.body === null ? undefined : request.clone();
    const response = await host.fetch(request, info);
    const body = (await copy?.text()) ?? null;
    return hold(host, `${request.method} ${request.url}`, { headers: request.headers, body }, response);
  };
  return Object.create(host, { fetch: { value: fetch, enumerable: true } }) as H;
}

/** The same way to send requests to a host, held as well. */
export function holding<Sent extends Asked>(
  host: Host,
  send: (line: string, sent?: Sent) => Promise<Response>,
): (line: string, sent?: Sent) => Promise<Response> {
  return async (line, sent) => {
    const response = await send(line, sent);
    return hold(host, line, sent ?? {}, response);
  };
}

/** Holds what goes to a host through the global `fetch`, for clients that know of no other. */
export function holdFetch(host: Host): void {
  const { fetch } = globalThis;
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const body = request.body === null ? null : await request.clone().text();
    const response = await fetch(request);
    return hold(host, `${request.method} ${request.url}`, { headers: request.headers, body }, response);
  };
}

/**
 * Holds one exchange against the document of a host, however it was made.
 * @param line `GET /path`, or with a whole URL
 * @returns the answer; where it comes bit by bit one that fails while it is read, when a line differs
 * @throws {ContractError} which names the difference
 */
export function hold(host: Host, line: string, asked: Asked, response: Response): Promise<Response> {
  return holdAgainst(contractsFor(host), line, asked, response);
}

/** The same against the given contracts. */
export async function holdAgainst(
  contracts: readonly Contract[],
  line: string,
  { headers, body }: Asked,
  response: Response,
): Promise<Response> {
  const [, method, target] = /^(\S+) (?:https?:\/\/[^/]*)?(.*)$/is.exec(line)!;
  const covering = contracts.filter((each) => each.covers(target!));
  if (covering.length === 0) return response;
  const exchange: Exchange = {
    ...{ method: method!, target: target!, headers: new Headers(headers), body: bodyOf(body) },
    answer: { status: response.status, headers: response.headers, text: await textOf(response) },
  };
  for (const contract of covering) contract.check(exchange);
  if (exchange.answer.text !== undefined) return response;
  const checkers = covering.flatMap((each) => each.lineChecker(exchange) ?? []);
  return heldLines(response, (text) => {
    for (const check of checkers) check(text);
  });
}

function bodyOf(body: RequestInit['body']): string | undefined {
  if (body === undefined || body === null) return undefined;
  return typeof body === 'string' ? body : Buffer.from(body as Uint8Array).toString();
}

// What comes bit by bit is left to its reader.
async function textOf(response: Response): Promise<string | undefined> {
  if (/ndjson|event-stream/.test(response.headers.get('content-type') ?? '')) return undefined;
  const bytes = Buffer.from(await response.clone().arrayBuffer());
  // What has a URL came over the network, where `fetch` has decoded it.
  const coding = response.url === '' ? response.headers.get('content-encoding') : null;
  return (CODINGS[coding ?? ''] ?? String)(bytes).toString();
}

const CODINGS: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  ...{ gzip: gunzipSync, deflate: inflateSync, br: brotliDecompressSync, zstd: zstdDecompressSync },
};

const contracts = new WeakMap<Host, readonly Contract[]>();

// Made after the first answer: by then the host was put together as it would be without us.
function contractsFor(host: Host): readonly Contract[] {
  const known = contracts.get(host);
  if (known !== undefined) return known;
  const made = contractsOf(host);
  contracts.set(host, made);
  return made;
}
