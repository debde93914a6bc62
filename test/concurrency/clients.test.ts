/** 20 clients write to two processes with one database. `npm run clients` sends more requests, with other seeds. */
import { ok } from 'node:assert/strict';
import { test } from 'node:test';
import { connectPostgres } from '../contracts/postgres.ts';
import { runClients } from './run-clients.ts';

const postgres = await connectPostgres('clients_available');
await postgres.close();

for (const database of ['SQLite', 'PostgreSQL'] as const)
  test(
    `concurrent writes to two processes with ${database} are what the requests are specified to do`,
    {
      skip: database === 'PostgreSQL' && postgres.skip,
    },
    async () => {
      const statuses = await runClients({ database, seed: 1, writes: 300 });
      // All operations were performed, and most were refused by another request.
      for (const status of EXPECTED) ok(statuses[status], `${status} was not a response`);
    },
  );

const EXPECTED = [
  ...['create 201', 'replace 200', 'replace 201', 'patch 200', 'delete 204', 'bulk 200', 'bulk 207'],
  ...['increment 200', 'transfer 200', 'charge 200', 'patch 409', 'patch 412', 'replace 412'],
];
