import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { defineHost } from '../../src/index.ts';
import type { HostConfig } from '../../src/index.ts';
import { MemoryProfileStorage } from '../../src/profiler/store/memory/memory-profile-storage.ts';
import { Client } from './support/client.ts';
import type { Answer, Ask } from './support/client.ts';
import { EVERY_KIND, REQUESTS } from './support/every-kind.ts';

mock.timers.enable({ apis: ['Date'], now: 1_750_000_000_000 });

test('with the profiler every answer is byte for byte what it is without, but for its two headers and the link to the profile', async () => {
  const compared = await bothHosts(async (plain, recorded) => {
    for (const [line, ask = {}] of REQUESTS) {
      const sent = { ...ask, headers: { 'X-Request-Id': 'the-same', ...ask.headers } };
      const [without, withIt] = [normal(await plain(line, sent)), normal(await recorded(line, sent))];
      assert.deepEqual(withIt, without, `${line} ${JSON.stringify(ask.headers ?? {})}`);
    }
    return REQUESTS.length;
  });
  assert.ok(compared > 100);
});

test('every kind of answer names its profile', async () => {
  const seen = new Set<string>();
  await bothHosts(async (_plain, recorded) => {
    for (const [line, ask] of REQUESTS) {
      const answer = await recorded(line, ask ?? {});
      const token = answer.get('x-debug-token');
      // What the server refuses before it becomes a request has none.
      if (token === undefined && answer.get('x-request-id') === undefined) continue;
      assert.match(token ?? '', /^[0-9a-f]{6}$/, `${line} ${answer.status}`);
      assert.match(
        answer.get('x-debug-token-link')!,
        // Whoever was asked for under a foreign name is found under an own one.
        new RegExp(`^http://localhost(?::1234)?/_profiler/${token}$`),
      );
      seen.add(`${answer.status}`).add(line.split(' ')[0]!);
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
    assert.ok(seen.has(kind), `${kind} was among them: ${[...seen].join(' ')}`);
});

type Sender = (line: string, ask: Ask) => Promise<Answer>;

async function bothHosts(compare: (plain: Sender, recorded: Sender) => Promise<number>): Promise<number> {
  const config: HostConfig = { ...EVERY_KIND, log: false };
  await using plain = defineHost({ ...config, profiler: false });
  await using recorded = defineHost({ ...config, profiler: { storage: new MemoryProfileStorage() } });
  const clients: Client[] = [];
  const ports: number[] = [];
  for (const host of [plain, recorded]) {
    const { port } = await host.listen({ port: 0, host: '127.0.0.1', mode: 'development' });
    ports.push(port);
    clients.push(new Client(port));
  }
  // The port is no part of the comparison.
  const sender =
    (at: number): Sender =>
    (line, ask) =>
      clients[at]!.ask(
        line,
        ask.headers?.['Host'] ? ask : { ...ask, headers: { Host: 'localhost:1234', ...ask.headers } },
      );
  try {
    return await compare(sender(0), sender(1));
  } finally {
    for (const client of clients) client.close();
  }
}

const OWN = new Set(['x-debug-token', 'x-debug-token-link']);
const PROFILE_LINK =
  /<nav>\s*<a href="[^"]*\/_profiler\/[0-9a-f]{6}">[^<]*<\/a>\s*<\/nav>|^.*\/_profiler\/[0-9a-f]{6}.*$\n*/gm;

/** An answer without what the profiler may add, and without what is drawn by chance. */
function normal({ status, headers, body, text, get }: Answer): unknown {
  // The clock goes on between the two.
  const kept = headers
    .filter(([name]) => !OWN.has(name.toLowerCase()))
    .map(([name, value]) => [name, name === 'Date' ? 'now' : value] as const);
  if (status < 400) return { status, kept, content: body.toString('latin1') };
  const nonce = /nonce-([^']+)'/.exec(get('content-security-policy') ?? '')?.[1] ?? 'none';
  // With the link it is longer, which may make it long enough to be worth compressing.
  const lines = kept
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
