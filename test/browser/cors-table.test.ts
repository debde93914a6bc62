import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { HttpResponse, defineHost, on, route } from 'oriel-host';
import type { Host } from 'oriel-host';
import { casesFor, getCors } from '../cors/cors-cases.ts';
import type { Case } from '../cors/cors-cases.ts';
import { HEADER_NAMES, predict } from '../cors/cors-model.ts';
import type { Outcome } from '../cors/cors-model.ts';
import { TestBrowser, skip } from './support/browser.ts';

/** The results of the two requests that a page sent for a case. */
interface PageResult {
  readonly id: number;
  readonly tries: readonly { readonly readable: boolean; readonly exposed: readonly string[] }[];
}

describe('CORS in a browser', { skip }, () => {
  const browser = new TestBrowser();
  const counts = new Map<string, { preflights: number; requests: number }>();
  let pages: Host;
  let api: Host;
  let listed = '';
  let unlisted = '';
  let target = '';
  let cases: Case[] = [];

  before(async () => {
    const page = route('page', 'GET /', {
      handle: () =>
        new HttpResponse(200, ['Content-Type', 'text/html; charset=utf-8'], '<!doctype html><title>Page</title>'),
    });
    pages = defineHost({ routes: [page], ...QUIET });
    const { port } = await pages.listen({ host: '127.0.0.1', port: 0, mode: 'production' });
    listed = `http://localhost:${port}`;
    unlisted = `http://127.0.0.1:${port}`;
    cases = casesFor(listed, unlisted);
    const counter = on('kernel.request', 1_000, 'counter', ({ context }) => {
      const requestCounts = counts.get(context.path) ?? { preflights: 0, requests: 0 };
      counts.set(context.path, requestCounts);
      requestCounts[context.method === 'OPTIONS' ? 'preflights' : 'requests']++;
    });
    api = defineHost({
      routes: [
        route('case', '/case-{id}', {
          handle: () => new HttpResponse(200, ['Cache-Control', 'no-store', 'X-One', '1', 'X-Two', '2'], 'body'),
        }),
      ],
      listeners: [counter],
      cors: getCors(cases, listed),
      ...QUIET,
    });
    const address = await api.listen({ host: '127.0.0.1', port: 0, mode: 'production' });
    target = `http://127.0.0.1:${address.port}`;
  });
  after(async () => {
    await pages.close();
    await api.close();
  });

  test('allows, exposes and caches in 300 cases what the Fetch standard specifies', async () => {
    const results: PageResult[] = [];
    for (const origin of [listed, unlisted]) {
      const originCases = cases.filter(({ request }) => request.origin === origin);
      results.push(
        ...(await browser.asPage<PageResult[]>(
          `${origin}/`,
          sendRequests,
          originCases.map(({ id, request }) => ({ id, url: `${target}/case-${id}`, ...request, names: HEADER_NAMES })),
        )),
      );
    }
    assert.equal(results.length, 300);
    const differences = cases.flatMap((testCase) => {
      const expected = predict(testCase.rule, testCase.request);
      const actual = getOutcome(
        results.find(({ id }) => id === testCase.id)!,
        counts.get(testCase.rule.path),
      );
      return JSON.stringify(actual) === JSON.stringify(expected) ? [] : [{ ...testCase, expected, actual }];
    });
    assert.deepEqual(differences, []);
    // Ensures that every kind of outcome occurs often enough.
    const outcomes = cases.map(({ rule, request }) => predict(rule, request));
    for (const kind of [
      (outcome: Outcome) => outcome.readable,
      (outcome: Outcome) => !outcome.readable,
      (outcome: Outcome) => outcome.preflights === 1,
      (outcome: Outcome) => !outcome.readable && outcome.preflights === 2,
      (outcome: Outcome) => !outcome.readable && outcome.preflights === 0,
      (outcome: Outcome) => outcome.exposed.length > 1,
    ])
      assert.ok(outcomes.filter(kind).length >= 15, String(kind));
  });
});

const QUIET = { log: { level: 'none', access: false } } as const;

function getOutcome({ tries }: PageResult, counts = { preflights: 0, requests: 0 }): Outcome | string {
  const [first, second] = tries;
  if (JSON.stringify(first) !== JSON.stringify(second)) return `two different results: ${JSON.stringify(tries)}`;
  return { ...first!, ...counts };
}

/** Runs in the page: sends each request twice in sequence, and all of them concurrently. */
async function sendRequests(
  requests: readonly (Omit<Case['request'], 'origin'> & { id: number; url: string; names: readonly string[] })[],
): Promise<PageResult[]> {
  const one = async ({ url, method, headers, credentials, names }: (typeof requests)[number]) => {
    try {
      const body = method === 'GET' || method === 'HEAD' ? undefined : 'x';
      const response = await fetch(url, { method, headers, credentials, ...(body === undefined ? {} : { body }) });
      await response.text();
      return { readable: response.ok, exposed: names.filter((name) => response.headers.has(name)) };
    } catch {
      return { readable: false, exposed: [] };
    }
  };
  return Promise.all(
    requests.map(async (request) => ({ id: request.id, tries: [await one(request), await one(request)] })),
  );
}
