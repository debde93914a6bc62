import { Contract } from './contract.ts';
import type { Json } from './contract.ts';
import { checkExchangeAgainst } from './checked-host.ts';

/**
 * Sends GET to a host in another process, and checks the exchange against the documents that the host serves.
 * @throws {ContractError} if the exchange differs from a document
 */
export async function fetchChecked(url: string, init: RequestInit = {}): Promise<Response> {
  const contracts = await publishedContracts(new URL(url).origin);
  return checkExchangeAgainst(contracts, `GET ${url}`, init, await fetch(url, init));
}

async function publishedContracts(origin: string): Promise<readonly Contract[]> {
  const contracts: Contract[] = [];
  for (const version of ['3.1', '3.2']) {
    const response = await fetch(`${origin}/api/docs.json?version=${version}`, { headers: { Connection: 'close' } });
    contracts.push(new Contract((await response.json()) as Json, '/api', SUFFIXES, contracts[0]));
  }
  return contracts;
}

const SUFFIXES = ['json', 'jsonld', 'jsonapi', 'hal', 'hal-forms', 'csv', 'ndjson'];
