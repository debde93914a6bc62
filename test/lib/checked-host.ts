import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib';
import type { Host, HostConfig } from 'oriel-host';
import { TEST_PEER } from '../../packages/host/src/testing/create-test-host.ts';
import { createTestHost, toRequest } from 'oriel-host/testing';
import type { TestHost } from 'oriel-host/testing';
import { getContracts } from './contract.ts';
import type { Contract, Exchange } from './contract.ts';
import { withLineCheck } from './line-check.ts';

type SentParts = Pick<RequestInit, 'headers' | 'body'>;

/** Creates a host for a test that checks every exchange against its OpenAPI document. */
export function createCheckedHost(config?: HostConfig): TestHost {
  const { host: plain, ...rest } = createTestHost(config);
  const host = checkedHost(plain);
  return { ...rest, host, send: (line, init) => host.fetch(toRequest(line, init), { peer: TEST_PEER }) };
}

/** Returns the host with a `fetch` that throws `ContractError` if an exchange differs from the document of the host. */
export function checkedHost<H extends Host>(host: H): H {
  const fetch: Host['fetch'] = async (request, info) => {
    // The body is read afterwards, so that the host does not receive it earlier than without the check.
    const copy = request.body === null ? undefined : request.clone();
    const response = await host.fetch(request, info);
    const body = (await copy?.text()) ?? null;
    return checkExchange(host, `${request.method} ${request.url}`, { headers: request.headers, body }, response);
  };
  return Object.create(host, { fetch: { value: fetch, enumerable: true } }) as H;
}

/** Returns a `send` function that also checks each exchange. */
export function checkedSender<Sent extends SentParts>(
  host: Host,
  send: (line: string, sent?: Sent) => Promise<Response>,
): (line: string, sent?: Sent) => Promise<Response> {
  return async (line, sent) => {
    const response = await send(line, sent);
    return checkExchange(host, line, sent ?? {}, response);
  };
}

/** Checks the exchanges of the global `fetch`, for clients that use no other. */
export function checkGlobalFetch(host: Host): void {
  const { fetch } = globalThis;
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const body = request.body === null ? null : await request.clone().text();
    const response = await fetch(request);
    return checkExchange(host, `${request.method} ${request.url}`, { headers: request.headers, body }, response);
  };
}

/**
 * Checks one exchange against the document of a host.
 * @param line the method and the path or URL, such as `GET /path`
 * @returns the response; a stream fails while it is read if a line differs
 * @throws {ContractError} if the exchange differs from the document
 */
export function checkExchange(host: Host, line: string, sent: SentParts, response: Response): Promise<Response> {
  return checkExchangeAgainst(contractsFor(host), line, sent, response);
}

/** Checks one exchange against the given contracts. */
export async function checkExchangeAgainst(
  contracts: readonly Contract[],
  line: string,
  { headers, body }: SentParts,
  response: Response,
): Promise<Response> {
  const [, method, target] = /^(\S+) (?:https?:\/\/[^/]*)?(.*)$/is.exec(line)!;
  const covering = contracts.filter((contract) => contract.covers(target!));
  if (covering.length === 0) return response;
  const exchange: Exchange = {
    ...{ method: method!, target: target!, headers: new Headers(headers), body: getBody(body) },
    response: { status: response.status, headers: response.headers, text: await toText(response) },
  };
  for (const contract of covering) contract.check(exchange);
  if (exchange.response.text !== undefined) return response;
  const checkers = covering.flatMap((contract) => contract.lineChecker(exchange) ?? []);
  return withLineCheck(response, (text) => {
    for (const check of checkers) check(text);
  });
}

function getBody(body: RequestInit['body']): string | undefined {
  if (body === undefined || body === null) return undefined;
  return typeof body === 'string' ? body : Buffer.from(body as Uint8Array).toString();
}

// A stream is left to its reader.
async function toText(response: Response): Promise<string | undefined> {
  if (/ndjson|event-stream/.test(response.headers.get('content-type') ?? '')) return undefined;
  const bytes = Buffer.from(await response.clone().arrayBuffer());
  // A response with a URL comes from the network, so `fetch` has already decoded it.
  const coding = response.url === '' ? response.headers.get('content-encoding') : null;
  return (CODINGS[coding ?? ''] ?? String)(bytes).toString();
}

const CODINGS: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  ...{ gzip: gunzipSync, deflate: inflateSync, br: brotliDecompressSync, zstd: zstdDecompressSync },
};

const contracts = new WeakMap<Host, readonly Contract[]>();

// Created after the first response, so that the check does not change when the host is assembled.
function contractsFor(host: Host): readonly Contract[] {
  const known = contracts.get(host);
  if (known !== undefined) return known;
  const made = getContracts(host);
  contracts.set(host, made);
  return made;
}
