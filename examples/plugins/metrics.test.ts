import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HostConfigError, defineHost, route } from 'oriel';
import { metrics } from './metrics.ts';

test('the endpoint counts requests by route, method and status, and sorts their durations into buckets', async () => {
  const hello = route('hello', 'GET /hello', { handle: () => 'Hello' });
  await using host = defineHost({ routes: [hello], plugins: [metrics({ buckets: [60_000] })], log: false });
  const { url, close } = await host.listen({ port: 0 });
  for (const path of ['/hello', '/hello', '/missing']) await (await fetch(url + path)).text();
  const response = await fetch(`${url}/metrics`);
  assert.equal(response.headers.get('content-type'), 'text/plain; version=0.0.4; charset=utf-8');
  const text = await response.text();
  const labels = 'route="hello",method="GET",status="200"';
  assert.ok(text.includes(`http_request_duration_milliseconds_bucket{${labels},le="60000"} 2\n`), text);
  assert.ok(text.includes(`http_request_duration_milliseconds_count{${labels}} 2\n`));
  assert.ok(text.includes('_count{route="(none)",method="GET",status="404"} 1\n'));
  await close();
});

test('a path without a slash is a configuration error', () => {
  assert.throws(
    () => defineHost({ plugins: [metrics({ path: 'metrics' })] }),
    (error) => error instanceof HostConfigError && /METRICS_PATH|Begin it with a slash/.test(error.message),
  );
});
