import { readFile } from 'node:fs/promises';
import { OpenApiError, readApi } from './api.ts';
import type { Api } from './api.ts';

/** Where APIs usually serve their documents, below their URL. Oriel serves the first one. */
const USUAL_PATHS = ['api/docs.json', 'openapi.json'];

/**
 * Loads the OpenAPI document of an API.
 *
 * @param location a file or a URL; without it, the usual addresses below the URL of the API are tried
 * @param headers the headers that are sent to the API
 * @throws {OpenApiError} if there is no document, or if it cannot be read
 */
export async function loadDocument(
  api: URL,
  location: string | undefined,
  headers: readonly (readonly [name: string, value: string])[],
): Promise<Api> {
  if (location !== undefined && !/^https?:/.test(location)) return readApi(parse(await readText(location), location));
  const base = api.href.replace(/\/?$/, '/');
  const urls = location === undefined ? USUAL_PATHS.map((path) => new URL(path, base)) : [new URL(location)];
  const reasons: string[] = [];
  for (const url of urls) {
    // Credentials are for the API only.
    const apiHeaders = url.origin === api.origin ? headers.map(([name, value]): [string, string] => [name, value]) : [];
    const init = {
      headers: [['Accept', 'application/json'], ...apiHeaders] as [string, string][],
      signal: AbortSignal.timeout(30_000),
    };
    const response = await fetch(url, init).catch((error: Error) => error);
    if (response instanceof Response && response.ok) return readApi(parse(await response.text(), url.href));
    reasons.push(
      `${url.href}: ${response instanceof Response ? `the status is ${response.status}` : getReason(response)}`,
    );
  }
  throw new OpenApiError(`There is no OpenAPI document\n${reasons.join('\n')}`);
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    throw new OpenApiError(`The document cannot be read: ${(cause as Error).message}`, { cause });
  }
}

function parse(text: string, location: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new OpenApiError(`${location} is not JSON; a document in YAML must be converted first`, { cause });
  }
}

function getReason({ message, cause }: Error): string {
  return cause instanceof Error ? cause.message || String((cause as { code?: unknown }).code) : message;
}
