import { createServer } from 'node:http';
import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { defineHost, resource, route } from 'oriel-host';
import { NodeSqliteDialect, sqlStore } from 'oriel-host/kysely';
import { withProfile } from 'oriel';
import { z } from 'zod';

/** A host that records its requests itself, and a server beside it, in a process with the recorder. */
const file = new DatabaseSync(':memory:');
file.exec(`create table boats (id integer primary key, name text not null); insert into boats values (1, 'Nereid')`);
const database = new Kysely({ dialect: new NodeSqliteDialect({ database: file }) });
const boats = resource('boats', z.object({ id: z.int(), name: z.string() }), {
  id: 'id',
  store: sqlStore(database, 'boats'),
});
const job = route('job', 'GET /job', { handle: () => withProfile('job', 'count', () => ({ count: 1 })) });
const own = route('own', 'GET /own', {
  handle: async () => {
    console.log('one statement of its own');
    await (await fetch(`http://127.0.0.1:${beside.address().port}/called`)).text();
    return { count: file.prepare('select count(*) as n from boats').get().n };
  },
});
const host = defineHost({
  resources: [boats],
  routes: [job, own],
  access: 'public',
  log: false,
  profiler: { file: process.env.ORIEL_PROFILER_FILE },
});
const { port } = await host.listen({ port: 0, mode: 'development' });
const beside = createServer((_request, response) => response.end('beside'));
beside.listen(0, '127.0.0.1', () => {
  console.log(`beside ${beside.address().port}`);
  console.log(`listening on ${port}`);
});
