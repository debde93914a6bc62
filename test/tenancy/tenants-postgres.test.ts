import { test } from 'node:test';
import { connectPostgres } from '../contracts/postgres.ts';
import { assertVaried, compareTenants, REQUESTS } from './compare-tenants.ts';

const both = await connectPostgres('tenants_both', 'synchronous_commit=off');
const alone = await connectPostgres('tenants_alone', 'synchronous_commit=off');

test(
  `${REQUESTS} random requests of a tenant never reveal, change or count a row of another tenant with postgres`,
  { skip: both.skip },
  async (t) => {
    t.after(() => Promise.all([both.close(), alone.close()]));
    assertVaried(await compareTenants('postgres', REQUESTS, [both.database, alone.database]));
  },
);
