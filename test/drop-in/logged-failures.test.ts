import assert from 'node:assert/strict';
import { connect } from 'node:http2';
import { after, before, test } from 'node:test';
import type { Profile } from '../../packages/profiler/src/profile/profile.ts';
import { startApplication } from './lib/application.ts';
import type { Application } from './lib/application.ts';
import { withoutSlowness } from './lib/findings.ts';

const ends: (() => unknown)[] = [];
let app: Application;

before(async () => {
  app = await startApplication({ after: (end) => void ends.push(end as () => unknown) }, 'logged-failures.mjs');
});

after(async () => {
  for (const end of ends) await end();
});

interface View {
  readonly exceptions: readonly { readonly className: string; readonly frames: readonly Record<string, unknown>[] }[];
}

function codes({ data }: Profile): string[] {
  return withoutSlowness(data.findings.map(({ code }) => code));
}

async function requested(path: string, body?: object): Promise<Profile> {
  const sent = body && { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
  const response = await fetch(`${app.url}${path}`, sent);
  await response.text();
  return app.profileOf(response);
}

test('a logged error of a 5xx is its exception with stack, line and excerpt, whatever logged it', async () => {
  const paths = ['console', 'console-log', 'text', 'pino', 'pino-err', 'winston', 'winston-only', 'bunyan', 'retried'];
  for (const path of paths) {
    const { summary, data } = await requested(`/${path}`);
    const [exception] = (data.exception as View | undefined)?.exceptions ?? [];
    assert.deepEqual([summary.status, summary.exception], [500, 'StockError'], path);
    assert.equal(exception?.frames[0]?.['shortFile'], 'logged-failures.mjs', path);
    assert.match(JSON.stringify(exception?.frames[0]?.['excerpt']), /new StockError\('planned failure'\)/, path);
    assert.match(data.findings[0]!.text, /^StockError: planned failure at logged-failures\.mjs:\d+$/, path);
  }
});

test('a failed statement behind a 500 is a finding beside its exception', async () => {
  const profile = await requested('/query');
  assert.deepEqual(codes(profile), ['exception', 'failed-query']);
  assert.match(profile.data.findings[1]!.text, /^Failed query: `insert stock` from .*:\d+: no such table: stock$/);
});

test('a logged error of another response is not its exception', async () => {
  const { summary, data } = await requested('/handled');
  assert.deepEqual([summary.exception, data.exception], [undefined, undefined]);
});

test('a 500 that was never sent has no status, and its exception', async () => {
  await assert.rejects(fetch(`${app.url}/never`));
  const profile = (await app.profiles(12)).at(-1)!;
  assert.deepEqual(
    [profile.summary.path, profile.summary.status, profile.summary.exception],
    ['/never', 0, 'StockError'],
  );
  assert.deepEqual(codes(profile), ['exception']);
  assert.match(profile.data.findings[0]!.text, /; no response was sent$/);
});

test('the errors of a GraphQL response are a finding, and the operation is the route', async () => {
  const failed = await requested('/graphql', {
    query: 'query Stock($id: ID) { stock(id: $id) }',
    variables: { id: 1 },
  });
  assert.deepEqual([failed.summary.status, failed.summary.route], [200, 'query Stock']);
  assert.deepEqual(codes(failed), ['exception', 'graphql-errors']);
  assert.match(failed.data.findings[1]!.text, /^GraphQL error in `query Stock`: Unexpected error\. at `stock`$/);
  const fine = await requested('/graphql', { query: '{ ok }' });
  assert.deepEqual([fine.summary.route, codes(fine)], ['query { ok }', []]);
  const url = `/graphql?query=${encodeURIComponent('query Fine { ok }')}`;
  assert.equal((await requested(url)).summary.route, 'query Fine');
});

test('a status of gRPC in the trailers is a finding, and its logged error the exception', async () => {
  const [, port] = /grpc on (\d+)/.exec(app.output())!;
  const session = connect(`http://127.0.0.1:${port}`);
  const stream = session.request({ ':path': '/shop.Stock/Get', ':method': 'POST' });
  let token = '';
  stream.on('response', (headers) => (token = String(headers['x-debug-token'])));
  stream.resume().end();
  await new Promise((resolve) => stream.once('close', resolve));
  session.close();
  const profile = await app.profile(token);
  assert.deepEqual([profile.summary.exception, codes(profile)], ['StockError', ['exception', 'rpc-error']]);
  assert.match(profile.data.findings[1]!.text, /^gRPC status 13 INTERNAL: planned failure$/);
});
