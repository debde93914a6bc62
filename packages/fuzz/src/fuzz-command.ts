import { randomInt } from 'node:crypto';
import { CHECKS } from './checks.ts';
import { fuzz } from './fuzz.ts';
import type { FuzzOptions } from './fuzz.ts';
import { OptionalPackageError } from 'oriel-core/configuration';
import { isLoopbackName } from 'oriel-core/http';
import { loadDocument } from './load-document.ts';
import { OpenApiError } from './api.ts';
import { UsageError, defineCommand, suggest, readDuration, LoadError, printError, printJson } from 'oriel-core/cli';
import { failureToJson, printFailure, printSummary } from './fuzz-report.ts';

/** `oriel-fuzz`: sends generated requests to an API and reports where it differs from its OpenAPI document. */
export const command = defineCommand({
  name: '',
  summary: 'send generated requests to a running API and report errors',
  usage: '<url> [--document <file or url>] [--seed <number>] [--requests <number> | --for <duration>]',
  help: [
    ['<url>', 'the API. Its data is created, changed and deleted: use a test database'],
    ['--document', 'the OpenAPI document, 3.0 to 3.2 in JSON; default <url>/api/docs.json, then <url>/openapi.json'],
    ['--seed', 'the same seed sends the same requests to the same data; default: a random number'],
    ['--requests', 'the number of requests, without those that shrink failures; default 5000'],
    ['--for', 'a duration such as 5min, instead of a number of requests'],
    ['--token', 'sent as "Authorization: Bearer <token>"'],
    ['--header', 'a header such as "X-Api-Key: …"; may be repeated'],
    ['--second-user-header', 'a credential of a user who must not see the items of the first; may be repeated'],
    ['--only', 'an operation such as "GET /books"; may be repeated'],
    ['--skip', `a check that is not made; may be repeated: ${Object.keys(CHECKS).join(', ')}`],
    ['--max-failures', 'the run ends after this number of failures; default 100'],
    ['--timeout', 'the time until the end of a response; default 5s'],
    ['--allow-remote', 'allow a URL of another machine'],
    ['--json', 'print JSON'],
  ],
  examples: [
    'oriel-fuzz http://127.0.0.1:8000',
    'oriel-fuzz http://127.0.0.1:8000 --seed 7 --for 5min --header "X-Api-Key: …"',
    'oriel-fuzz http://127.0.0.1:3000 --document openapi.json --only "POST /books"',
  ],
  options: {
    document: { type: 'string' },
    seed: { type: 'string' },
    requests: { type: 'string' },
    for: { type: 'string' },
    token: { type: 'string' },
    header: { type: 'string', multiple: true },
    'second-user-header': { type: 'string', multiple: true },
    only: { type: 'string', multiple: true },
    skip: { type: 'string', multiple: true },
    'max-failures': { type: 'string' },
    timeout: { type: 'string' },
    'allow-remote': { type: 'boolean' },
    json: { type: 'boolean' },
  },
  maxPositionals: 1,
  run: async (values, [address]) => {
    const { document, only, skip = [], token, json = false } = values;
    const origin = readUrl(address, values['allow-remote']);
    const user = [
      ...(token === undefined ? [] : [['Authorization', `Bearer ${token}`] as const]),
      ...(values.header ?? []).map((text) => readHeader('--header', text)),
    ];
    const other = values['second-user-header']?.map((text) => readHeader('--second-user-header', text));
    const seed = values.seed === undefined ? randomInt(1_000_000) : readNumber('--seed', values.seed);
    if (values.requests !== undefined && values.for !== undefined)
      throw new UsageError('--requests and --for exclude each other');
    for (const text of skip) requireKnown('--skip', text, Object.keys(CHECKS));
    const loaded = await loadDocument(origin, document, user).catch(explain);
    const api =
      document === undefined || origin.pathname === '/'
        ? loaded
        : { ...loaded, basePath: origin.pathname.replace(/\/$/, '') };
    for (const text of only ?? [])
      requireKnown(
        '--only',
        text,
        api.operations.map(({ name }) => name),
      );
    const context = { api, origin, credentials: { user, other } };
    const options: FuzzOptions = {
      ...context,
      seed,
      requests: values.for === undefined ? readNumber('--requests', values.requests ?? '5000') : Infinity,
      durationMs: values.for === undefined ? Infinity : readDuration('--for', values.for),
      timeoutMs: readDuration('--timeout', values.timeout ?? '5s', { minimum: 1 }),
      maxFailures: readNumber('--max-failures', values['max-failures'] ?? '100'),
      includes: ({ name }) => only === undefined || only.includes(name),
      skipped: new Set(skip),
      ...(json ? {} : { onFailure: (failure) => printFailure(failure, context) }),
    };
    if (!json) printError(`Sending requests to ${origin.origin} with seed ${seed}`);
    const result = await fuzz(options).catch(explain);
    if (json)
      printJson({
        seed,
        ...result,
        statuses: undefined,
        failures: result.failures.map((failure) => failureToJson(failure, context)),
      });
    else printSummary(result, api, seed);
    return result.failures.length > 0 ? 1 : 0;
  },
});

function readUrl(text: string | undefined, allowRemote = false): URL {
  if (text === undefined) throw new UsageError('Missing the URL of the API, such as http://127.0.0.1:8000');
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol))
    throw new UsageError(`"${text}" is not a URL; expected one such as http://127.0.0.1:8000`);
  if (!isLoopbackName(url.hostname) && !allowRemote)
    throw new UsageError(
      `${url.hostname} may be another machine. The requests create, change and delete data; add --allow-remote if you may do that`,
    );
  return url;
}

function readNumber(option: string, text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new UsageError(`${option} is "${text}"; expected a whole number from 0 to 999999999`);
}

function readHeader(option: string, text: string): readonly [name: string, value: string] {
  const [, name, value] = /^([\w!#$%&'*+.^`|~-]+):\s*([\t -~]*)$/.exec(text) ?? [];
  if (name === undefined)
    throw new UsageError(`${option} is not a header; expected a name and a value, such as "X-Api-Key: …"`);
  return [name, value!];
}

function requireKnown(option: string, text: string, known: readonly string[]): void {
  if (known.includes(text)) return;
  throw new UsageError(`${option} is "${text}"; ${suggest(text, known)}`);
}

function explain(error: unknown): never {
  const isDocument = error instanceof OpenApiError;
  if (!isDocument && !(error instanceof OptionalPackageError)) throw error;
  const issue = isDocument
    ? { code: error.code, place: 'document', fix: 'Start the API, or pass its document: --document <file or url>' }
    : { code: 'ORIEL_FUZZ_PACKAGE', place: 'ajv', fix: 'Run: npm install --save-dev ajv ajv-formats' };
  throw new LoadError('The API cannot be tested', [{ ...issue, reason: error.message }]);
}
