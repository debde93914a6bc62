import pg from 'pg';
import Cursor from 'pg-cursor';
import QueryStream from 'pg-query-stream';
import { serve, uncaughtStack } from './serve.mjs';

const settings = { connectionString: process.env.SQL_URL, options: `-c search_path=${process.env.SQL_SCHEMA}` };
const pool = new pg.Pool({ ...settings, max: 1 });
pool.on('error', () => {});

async function withClient(work) {
  const client = await pool.connect();
  try {
    return await work(client);
  } finally {
    client.release();
  }
}

serve({
  async select() {
    return (await pool.query('select id, name from boats where id > $1 order by id', [1])).rows; // select
  },
  async update() {
    return (await pool.query('update boats set length = length + 1 where id <= 2')).rowCount; // update
  },
  async secret() {
    return (await pool.query('update boats set password = $1 where id = $2', ['hunter2', 1])).rowCount;
  },
  async error() {
    await pool.query('select missing from boats'); // error
  },
  async n1() {
    const names = [];
    for (const id of [1, 2, 3, 4, 5, 6])
      names.push((await pool.query('select name from boats where id = $1', [id])).rows[0]?.name);
    return names;
  },
  async slow() {
    return (await pool.query('select pg_sleep(0.3)')).rowCount;
  },
  async own({ n }) {
    const { rows } = await pool.query('select $1::text as n', [n]);
    console.warn('own', n);
    const again = await withClient((client) => client.query('select $1::text as again', [n]));
    return [rows[0].n, again.rows[0].again];
  },
  unhandled() {
    void pool.query('select missing from boats');
    return 'not awaited';
  },
  callback: () =>
    new Promise((resolve) => {
      const returned = pool.query('select 1 as one', (error, result) => {
        pool.query({ text: 'select $1::int as two', values: [2] }, (_, second) => {
          resolve([returned === undefined, error === undefined, result.rows, second.rows, second.command]);
        });
      });
    }),
  client: () =>
    withClient((client) => {
      const config = { text: 'select 4 as four' };
      return new Promise((resolve) => {
        const returned = client.query('select $1::int as three', [3], function (error, result) {
          const self = this.constructor.name;
          const callback = function (_, second) {
            resolve([String(returned), self, error, result.rows, second.rows, Object.keys(config)]);
          };
          client.query(Object.assign(config, { callback }));
        });
      });
    }),
  promise: () =>
    withClient(async (client) => {
      const promise = client.query({ text: 'select 1 as one', rowMode: 'array' });
      const { rows, fields } = await promise;
      return [promise.constructor.name, promise instanceof Promise, rows, fields.length];
    }),
  transaction: () =>
    withClient(async (client) => {
      await client.query('begin');
      await client.query('insert into boats (id, name) values (4, $1)', ['Aino']);
      const { rows } = await client.query('select count(*)::int as boats from boats');
      await client.query('rollback');
      return rows;
    }),
  prepared: () =>
    withClient(async (client) => {
      const named = await client.query({ name: 'by-id', text: 'select name from boats where id = $1', values: [1] });
      const again = await client.query({ name: 'by-id', values: [2] });
      return [named.rows, again.rows];
    }),
  several: async () => (await pool.query('select 1 as one; select id from boats')).map(({ rows }) => rows.length),
  cursor: () =>
    withClient(async (client) => {
      const cursor = client.query(new Cursor('select id from boats where id > $1 order by id', [0]));
      const first = await cursor.read(2);
      const rest = await new Promise((resolve) => {
        cursor.read(10, (error, rows) => (console.warn('in the callback'), resolve([error, rows])));
      });
      await cursor.read(1);
      return [first, rest];
    }),
  stream: () =>
    withClient(async (client) => {
      const names = [];
      const stream = client.query(new QueryStream('select name from boats order by id'));
      for await (const { name } of stream) names.push(name);
      return names;
    }),
  events: () =>
    withClient(
      (client) =>
        new Promise((resolve) => {
          const seen = [];
          const query = new pg.Query('select id from boats order by id');
          query.on('row', ({ id }) => (console.warn('row', id), seen.push(id)));
          query.on('end', () => resolve([seen, client.query === pg.Client.prototype.query]));
          client.query(query);
        }),
    ),
  thrown: () =>
    uncaughtStack(() => {
      pool.query('select 1', () => {
        throw new Error('in a callback');
      });
    }),
  // The error leaves the connection in the middle of a reply.
  'thrown-by-listener': async () => {
    const client = new pg.Client(settings);
    await client.connect();
    const stack = await uncaughtStack(() => {
      const query = new pg.Query('select 1');
      query.on('end', () => {
        throw new Error('in a listener');
      });
      client.query(query);
    });
    client.connection.stream.destroy();
    client.on('error', () => {});
    return stack;
  },
  invalid: () => withClient((client) => client.query(null)),
  shape: () => [pg.Client.prototype.query.length, pg.Client.prototype.query.name, Object.keys(pg.Client.prototype)],
});
