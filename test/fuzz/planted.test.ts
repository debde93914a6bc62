import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { readApi } from '../../packages/fuzz/src/api.ts';
import type { Check } from '../../packages/fuzz/src/checks.ts';
import { fuzz } from '../../packages/fuzz/src/fuzz.ts';
import type { FuzzResult } from '../../packages/fuzz/src/fuzz.ts';
import { DOCUMENT } from './planted/document.ts';
import { FAULT_NUMBERS, FAULTS } from './planted/faults.ts';
import type { Fault } from './planted/faults.ts';
import { plantedServer } from './planted/server.ts';

/** The check and the operation that report each fault. */
const EXPECTED: Readonly<Record<Fault, readonly (readonly [check: Check, operation: string])[]>> = {
  1: [['server-error', 'GET /books']],
  2: [['server-error', 'GET /books']],
  3: [['leak', 'GET /books']],
  4: [
    ['server-error', 'POST /books'],
    ['server-error', 'PUT /books/{id}'],
    ['server-error', 'PATCH /books/{id}'],
  ],
  5: [
    ['server-error', 'GET /books'],
    ['server-error', 'GET /files/{name}'],
  ],
  6: [['server-error', 'PATCH /books/{id}']],
  7: [
    ['server-error', 'POST /books'],
    ['server-error', 'PUT /books/{id}'],
    ['server-error', 'PATCH /books/{id}'],
    ['server-error', 'POST /notes'],
    ['server-error', 'PATCH /notes/{id}'],
  ],
  8: [['server-error', 'PUT /books/{id}']],
  9: [['server-error', 'GET /reports/{day}']],
  10: [['schema', 'GET /books']],
  11: [['status', 'DELETE /books/{id}']],
  12: [['header', 'POST /books']],
  13: [
    ['content-type', 'POST /books'],
    ['content-type', 'PUT /books/{id}'],
    ['content-type', 'PATCH /books/{id}'],
    ['content-type', 'POST /notes'],
    ['content-type', 'PATCH /notes/{id}'],
  ],
  14: [
    ['invalid-input', 'PATCH /books/{id}'],
    ['schema', 'PATCH /books/{id}'],
    ['schema', 'GET /books'],
    ['schema', 'GET /books/{id}'],
  ],
  15: [['server-error', 'GET /notes/{id}']],
  16: [['deleted', 'GET /books/{id}']],
  17: [['timeout', 'GET /books']],
  18: [
    ['injection', 'GET /files/{name}'],
    ['framing', 'GET /files/{name}'],
  ],
  19: [['etag', 'GET /books/{id}']],
  20: [
    ['authentication', 'PATCH /notes/{id}'],
    ['isolation', 'PATCH /notes/{id}'],
  ],
  21: [['link', 'GET /books']],
  22: [['isolation', 'GET /notes/{id}']],
  23: [['head', 'GET /books/{id}']],
  24: [
    ['safe-method', 'GET /notes/{id}'],
    ['head', 'GET /notes/{id}'],
  ],
};

for (const fault of FAULT_NUMBERS) {
  test(`the fuzzer finds fault ${fault}: ${FAULTS[fault]}`, async (t) => {
    let requests = 0;
    // Faults that need several conditions may need more than one seed.
    for (const seed of [1, 2, 3, 4, 5]) {
      const { failures, requests: sent } = await fuzzPlanted(t, [fault], { seed, maxFailures: 1 });
      requests += sent;
      const found = failures[0];
      if (!found) continue;
      t.diagnostic(`found after ${requests} requests, shrunk to ${found.outcome.exchanges.length}`);
      const operation = found.outcome.exchanges[found.failure.step]!.step.operation.name;
      const isExpected = EXPECTED[fault].some(([check, name]) => check === found.check && name === operation);
      assert.ok(isExpected, `${found.check} ${operation}: ${found.failure.message}`);
      assert.ok(found.isRepeatable);
      return;
    }
    assert.fail(`not found in ${requests} requests`);
  });
}

test('the fuzzer finds nothing without a fault, with the same seeds', async (t) => {
  for (const seed of [1, 2, 3, 4, 5]) {
    const { failures, requests, statuses, warnings } = await fuzzPlanted(t, [], { seed });
    assert.deepEqual(
      failures.map(({ failure }) => failure),
      [],
    );
    assert.deepEqual(warnings, []);
    assert.ok(requests >= 5000);
    for (const { name } of readApi(DOCUMENT).operations)
      assert.ok(
        [...statuses.get(name)!.keys()].some((status) => status < 300),
        `no successful response of ${name}`,
      );
  }
});

test('a failure is reduced to the parts that it needs', async (t) => {
  const list = await fuzzPlanted(t, [17], { maxFailures: 1, seed: 1 });
  assert.match(list.failures[0]!.outcome.exchanges[0]!.request.target, /^\/books\?tag=([^&]?)&tag=\1$/);
  const { failures } = await fuzzPlanted(t, [16], { maxFailures: 1, seed: 1 });
  const methods = failures[0]!.outcome.exchanges.map(({ request }) => request.method);
  assert.deepEqual(methods, ['POST', 'GET', 'DELETE', 'GET']);
});

test('the same seed sends the same requests', async (t) => {
  const [first, second] = [await fuzzPlanted(t, [14], { seed: 1 }), await fuzzPlanted(t, [14], { seed: 1 })];
  const [one, two] = [first, second].map(({ failures, statuses, requests }) => ({
    requests,
    statuses: [...statuses].map(([name, counts]) => [name, ...counts]),
    failures: failures.map(({ check, request, outcome }) => [
      check,
      request,
      outcome.exchanges.map(({ request }) => request.target),
    ]),
  }));
  assert.ok(one!.failures.length > 0);
  assert.deepEqual(one, two);
});

async function fuzzPlanted(
  t: TestContext,
  faults: readonly Fault[],
  { seed, maxFailures = 100 }: { seed: number; maxFailures?: number },
): Promise<FuzzResult> {
  const server = plantedServer(...faults).listen(0, '127.0.0.1');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  return await fuzz({
    api: readApi(DOCUMENT),
    origin: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    seed,
    requests: 5000,
    durationMs: Infinity,
    credentials: { user: [['Authorization', 'Bearer alice-token']], other: [['Authorization', 'Bearer bob-token']] },
    // Only the fault that never responds reaches it.
    timeoutMs: faults.includes(17) ? 1000 : 30_000,
    includes: () => true,
    maxFailures,
    skipped: new Set(),
  });
}
