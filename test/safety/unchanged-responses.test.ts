import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { defineHost } from '../../packages/host/src/index.ts';
import type { HostConfig } from '../../packages/host/src/index.ts';
import { MemoryProfileStorage } from '../../packages/profiler/src/store/memory/memory-profile-storage.ts';
import { Client } from './support/client.ts';
import type { ReceivedResponse, RequestOptions } from './support/client.ts';
import { RESPONSE_KINDS, REQUESTS } from './support/response-kinds.ts';

mock.timers.enable({ apis: ['Date'], now: 1_750_000_000_000 });

test('the profiler changes responses only by its two headers and the link to the profile', async () => {
  const compared = await bothHosts(async (plain, recorded) => {
    for (const [line, options = {}] of REQUESTS) {
      const sent = { ...options, headers: { 'X-Request-Id': 'the-same', ...options.headers } };
      const [withoutProfiler, withProfiler] = [
        normalize(await plain(line, sent)),
        normalize(await recorded(line, sent)),
      ];
      assert.deepEqual(withProfiler, withoutProfiler, `${line} ${JSON.stringify(options.headers ?? {})}`);
    }
    return REQUESTS.length;
  });
  assert.ok(compared > 100);
});

test('responses of every kind name their profile', async () => {
  const seen = new Set<string>();
  await bothHosts(async (_plain, recorded) => {
    for (const [line, options] of REQUESTS) {
      const response = await recorded(line, options ?? {});
      const token = response.get('x-debug-token');
      // Messages that the server rejects before routing have no profile.
      if (token === undefined && response.get('x-request-id') === undefined) continue;
      assert.match(token ?? '', /^[0-9a-f]{6}$/, `${line} ${response.status}`);
      assert.match(
        response.get('x-debug-token-link')!,
        // The link has a name of the host even if the request had another one.
        new RegExp(`^http://localhost(?::1234)?/_profiler/${token}$`),
      );
      seen.add(`${response.status}`).add(line.split(' ')[0]!);
    }
    return 0;
  });
  for (const kind of [
    '200',
    '201',
    '204',
    '206',
    '301',
    '303',
    '304',
    '400',
    '404',
    '405',
    '415',
    '416',
    '418',
    '422',
    '500',
    'GET',
    'HEAD',
    'OPTIONS',
    'POST',
    'PUT',
    'DELETE',
  ])
    assert.ok(seen.has(kind), `${kind} is missing from ${[...seen].join(' ')}`);
});

type Sender = (line: string, options: RequestOptions) => Promise<ReceivedResponse>;

async function bothHosts(compare: (plain: Sender, recorded: Sender) => Promise<number>): Promise<number> {
  const config: HostConfig = { ...RESPONSE_KINDS, log: false };
  await using plain = defineHost({ ...config, profiler: false });
  await using recorded = defineHost({ ...config, profiler: { storage: new MemoryProfileStorage() } });
  const clients: Client[] = [];
  const ports: number[] = [];
  for (const host of [plain, recorded]) {
    const { port } = await host.listen({ port: 0, host: '127.0.0.1', mode: 'development' });
    ports.push(port);
    clients.push(new Client(port));
  }
  // Both hosts get the same Host header, because their ports differ.
  const sender =
    (index: number): Sender =>
    (line, options) =>
      clients[index]!.send(
        line,
        options.headers?.['Host'] ? options : { ...options, headers: { Host: 'localhost:1234', ...options.headers } },
      );
  try {
    return await compare(sender(0), sender(1));
  } finally {
    for (const client of clients) client.close();
  }
}

const PROFILER_HEADERS = new Set(['x-debug-token', 'x-debug-token-link']);
const PROFILE_LINK =
  /<nav>\s*<a href="[^"]*\/_profiler\/[0-9a-f]{6}">[^<]*<\/a>\s*<\/nav>|^.*\/_profiler\/[0-9a-f]{6}.*$\n*/gm;

/** Returns a response without what the profiler may add and without random values. */
function normalize({ status, headers, body, text, get }: ReceivedResponse): unknown {
  // The two responses may have different dates.
  const stableHeaders = headers
    .filter(([name]) => !PROFILER_HEADERS.has(name.toLowerCase()))
    .map(([name, value]) => [name, name === 'Date' ? 'now' : value] as const);
  if (status < 400) return { status, kept: stableHeaders, content: body.toString('latin1') };
  const nonce = /nonce-([^']+)'/.exec(get('content-security-policy') ?? '')?.[1] ?? 'none';
  // The link makes the page longer, and possibly long enough to be compressed.
  const lines = stableHeaders
    .filter(([name]) => !/^content-length$/i.test(name))
    .map(([name, value]) => [name, value.replaceAll(nonce, 'N').replace(/, Accept-Encoding$/, '')]);
  return { status, lines, content: withoutLink(text.replaceAll(nonce, 'N'), get('content-type') ?? '') };
}

function withoutLink(text: string, type: string): string {
  if (!type.startsWith('application/problem+json') || text === '')
    return text
      .replace(PROFILE_LINK, '')
      .replace(CALLER_OF_KERNEL, '')
      .replace(/\n\s*\n/g, '\n')
      .replace(/>\s+</g, '><');
  const problem = JSON.parse(text) as { readonly trace?: readonly string[] };
  return JSON.stringify({ ...problem, profile: undefined, trace: problem.trace?.slice(0, endOfKernel(problem.trace)) });
}

// The kernel is called from another line when a request is recorded, because it runs inside its trace.
const CALLER_OF_KERNEL =
  /<li><span class="function">[^<]*<\/span><span class="place" title="[^"]*src\/host\/assembly\.ts">.*?<\/li>|^.*src\/host\/assembly\.ts.*$\n*/gm;

function endOfKernel(trace: readonly string[]): number {
  const end = trace.findIndex((frame) => frame.startsWith('Kernel.handle '));
  return end < 0 ? trace.length : end;
}
