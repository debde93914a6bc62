import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { HttpResponse, defineHost, on, route } from 'oriel';
import type { Host } from 'oriel';
import { casesFor, corsOf } from '../cors/cors-cases.ts';
import type { Case } from '../cors/cors-cases.ts';
import { LOOKED_FOR, predict } from '../cors/cors-model.ts';
import type { Predicted } from '../cors/cors-model.ts';
import { TestBrowser, skip } from './support/browser.ts';

/** What the page of a case saw, each time. */
interface Seen {
  readonly id: number;
  readonly tries: readonly { readonly readable: boolean; readonly exposed: readonly string[] }[];
}

describe('three hundred cases of pages that ask another origin, in a browser', { skip }, () => {
  const browser = new TestBrowser();
  const heard = new Map<string, { preflights: number; requests: number }>();
  let pages: Host;
  let api: Host;
  let listed = '';
  let stranger = '';
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
    stranger = `http://127.0.0.1:${port}`;
    cases = casesFor(listed, stranger);
    const counted = on('kernel.request', 1_000, 'counted', ({ context }) => {
      const at = heard.get(context.path) ?? { preflights: 0, requests: 0 };
      heard.set(context.path, at);
      at[context.method === 'OPTIONS' ? 'preflights' : 'requests']++;
    });
    api = defineHost({
      routes: [
        route('case', '/case-{id}', {
          handle: () => new HttpResponse(200, ['Cache-Control', 'no-store', 'X-One', '1', 'X-Two', '2'], 'told'),
        }),
      ],
      listeners: [counted],
      cors: corsOf(cases, listed),
      ...QUIET,
    });
    const address = await api.listen({ host: '127.0.0.1', port: 0, mode: 'production' });
    target = `http://127.0.0.1:${address.port}`;
  });
  after(async () => {
    await pages.close();
    await api.close();
  });

  test('each is allowed, readable, exposed and remembered as the standard says', async () => {
    const seen: Seen[] = [];
    for (const origin of [listed, stranger]) {
      const mine = cases.filter(({ asked }) => asked.origin === origin);
      seen.push(
        ...(await browser.asPage<Seen[]>(
          `${origin}/`,
          ask,
          mine.map(({ id, asked }) => ({ id, url: `${target}/case-${id}`, ...asked, names: LOOKED_FOR })),
        )),
      );
    }
    assert.equal(seen.length, 300);
    const wrong = cases.flatMap((each) => {
      const expected = predict(each.rule, each.asked);
      const got = whatHappened(
        seen.find(({ id }) => id === each.id)!,
        heard.get(each.rule.path),
      );
      return JSON.stringify(got) === JSON.stringify(expected) ? [] : [{ ...each, expected, got }];
    });
    assert.deepEqual(wrong, []);
    // A table whose rows are all alike would prove nothing.
    const outcomes = cases.map(({ rule, asked }) => predict(rule, asked));
    for (const kind of [
      (each: Predicted) => each.readable,
      (each: Predicted) => !each.readable,
      (each: Predicted) => each.preflights === 1,
      (each: Predicted) => each.readable && each.preflights === 2,
      (each: Predicted) => !each.readable && each.preflights === 2,
      (each: Predicted) => !each.readable && each.preflights === 0,
      (each: Predicted) => each.exposed.length > 1,
    ])
      assert.ok(outcomes.filter(kind).length >= 15, String(kind));
  });
});

const QUIET = { log: { level: 'none', access: false } } as const;

function whatHappened({ tries }: Seen, counts = { preflights: 0, requests: 0 }): Predicted | string {
  const [first, second] = tries;
  if (JSON.stringify(first) !== JSON.stringify(second)) return `twice, and differently: ${JSON.stringify(tries)}`;
  return { ...first!, ...counts };
}

/** Runs in the page: asks each twice, one after the other, and many at once. */
async function ask(
  asked: readonly (Omit<Case['asked'], 'origin'> & { id: number; url: string; names: readonly string[] })[],
): Promise<Seen[]> {
  const one = async ({ url, method, headers, credentials, names }: (typeof asked)[number]) => {
    try {
      const body = method === 'GET' || method === 'HEAD' ? undefined : 'x';
      const response = await fetch(url, { method, headers, credentials, ...(body === undefined ? {} : { body }) });
      await response.text();
      return { readable: response.ok, exposed: names.filter((name) => response.headers.has(name)) };
    } catch {
      return { readable: false, exposed: [] };
    }
  };
  return Promise.all(asked.map(async (each) => ({ id: each.id, tries: [await one(each), await one(each)] })));
}
