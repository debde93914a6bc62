/** Runs the clients with many seeds: `npm run clients -- --database PostgreSQL --seeds 20 --writes 2000`. */
import { parseArgs } from 'node:util';
import { runClients } from './run-clients.ts';
import type { DatabaseKind } from './item-tables.ts';

const { values } = parseArgs({
  options: {
    database: { type: 'string', default: 'SQLite' },
    seed: { type: 'string', default: '1' },
    seeds: { type: 'string', default: '10' },
    writes: { type: 'string', default: '1000' },
  },
});
const database = values.database as DatabaseKind;
if (database !== 'SQLite' && database !== 'PostgreSQL')
  throw new TypeError(`Unknown database "${String(database)}"; use SQLite or PostgreSQL`);
const first = Number(values.seed);
for (let seed = first; seed < first + Number(values.seeds); seed++) {
  const statuses = await runClients({ database, seed, writes: Number(values.writes) });
  const sent = Object.values(statuses).reduce((sum, count) => sum + count, 0);
  console.log(`Seed ${seed}: ${sent} requests are correct`);
}
