import { Contract } from './contract.ts';
import type { Json } from './contract.ts';
import { holdAgainst } from './held.ts';

/**
 * Gets a page of a host that runs elsewhere, and holds it against the documents that this host publishes itself.
 * @throws {ContractError} when they differ
 */
export async function getHeld(url: string, init: RequestInit = {}): Promise<Response> {
  const contracts = await publishedBy(new URL(url).origin);
  return holdAgainst(contracts, `GET ${url}`, init, await fetch(url, init));
}

async function publishedBy(origin: string): Promise<readonly Contract[]> {
  const contracts: Contract[] = [];
  for (const version of ['3.1', '3.2']) {
    const response = await fetch(`${origin}/api/docs.json?version=${version}`, { headers: { Connection: 'close' } });
    contracts.push(new Contract((await response.json()) as Json, '/api', SUFFIXES, contracts[0]));
  }
  return contracts;
}

const SUFFIXES = ['json', 'jsonld', 'jsonapi', 'hal', 'hal-forms', 'csv', 'ndjson'];
