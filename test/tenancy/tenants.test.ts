import { describe, test } from 'node:test';
import { assertVaried, compareTenants, REQUESTS } from './compare-tenants.ts';
import type { ProviderKind } from './tenant-providers.ts';

describe(`${REQUESTS} random requests of a tenant`, () => {
  for (const kind of ['memory', 'sqlite', 'arrays', 'pages'] satisfies ProviderKind[])
    test(`never reveal, change or count a row of another tenant with ${kind}`, async () => {
      assertVaried(await compareTenants(kind, REQUESTS));
    });
});
