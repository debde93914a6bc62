import { createConnection, createPool, createPoolCluster } from 'mysql2';
import { serve, uncaughtStack } from './serve.mjs';

const settings = { socketPath: process.env.SQL_SOCKET, user: 'root', database: 'boats' };
const core = createPool({ ...settings, connectionLimit: 1, multipleStatements: true });
const pool = core.promise();

function withConnection(work) {
  return new Promise((resolve, reject) => {
    core.getConnection((failure, connection) => {
      if (failure) return reject(failure);
      work(connection)
        .then(resolve, reject)
        .finally(() => connection.release());
    });
  });
}

serve({
  async select() {
    return (await pool.query('select id, name from boats where id > ? order by id', [1]))[0]; // select
  },
  async update() {
    return (await pool.execute('update boats set length = length + 1 where id <= 2'))[0].affectedRows; // update
  },
  async secret() {
    return (await pool.query('update boats set password = ? where id = ?', ['hunter2', 1]))[0].affectedRows;
  },
  async error() {
    await pool.query('select missing from boats'); // error
  },
  async n1() {
    const names = [];
    for (const id of [1, 2, 3, 4, 5, 6])
      names.push((await pool.execute('select name from boats where id = ?', [id]))[0][0]?.name);
    return names;
  },
  async slow() {
    return (await pool.query('select sleep(0.3)'))[0].length;
  },
  async own({ n }) {
    const [rows] = await pool.query('select ? as n', [n]);
    console.warn('own', n);
    const again = await withConnection(
      (connection) =>
        new Promise((resolve, reject) => {
          connection.execute('select ? as again', [n], (error, found) => (error ? reject(error) : resolve(found)));
        }),
    );
    return [rows[0].n, again[0].again];
  },
  unhandled() {
    void pool.query('select missing from boats');
    return 'not awaited';
  },
  // Nothing listens to the error of this command, so mysql2 reports it to the connection.
  unheard: () =>
    withConnection(
      (connection) =>
        new Promise((resolve) => {
          connection.once('error', ({ message }) => resolve(message));
          connection.query('select missing from boats');
        }),
    ),
  callback: () =>
    new Promise((resolve) => {
      const returned = core.query('select 1 as one', function (error, rows, fields) {
        core.query({ sql: 'select ? as two', values: [2] }, (_, second) => {
          resolve([returned.constructor.name, this?.constructor.name, error, rows, fields.length, second]);
        });
      });
    }),
  several: async () => (await pool.query('select 1 as one; select id from boats; update boats set name = name'))[0],
  events: () =>
    withConnection(
      (connection) =>
        new Promise((resolve) => {
          const seen = [];
          connection
            .query('select id from boats order by id')
            .on('result', ({ id }) => (console.warn('row', id), seen.push(id)))
            .on('end', () => resolve([seen, connection.listenerCount('error')]));
        }),
    ),
  stream: () =>
    withConnection(async (connection) => {
      const names = [];
      for await (const { name } of connection.query('select name from boats order by id').stream()) names.push(name);
      return names;
    }),
  prepared: () =>
    withConnection(
      (connection) =>
        new Promise((resolve) => {
          connection.prepare('select name from boats where id = ?', (_, statement) => {
            statement.execute([2], (error, rows) => (statement.close(), resolve([error, rows])));
          });
        }),
    ),
  affected: () =>
    withConnection(
      (connection) =>
        new Promise((resolve) => {
          const seen = [];
          connection
            .query('select 1000 as affectedRows; update boats set name = name; select id from boats')
            .on('result', (result) => seen.push(result.affectedRows ?? result.id))
            .on('end', () => resolve(seen));
        }),
    ),
  unprepared: () =>
    withConnection(
      (connection) =>
        new Promise((resolve) => {
          connection.prepare('select missing from boats', (error) => resolve(error.message)); // unprepared
        }),
    ),
  cluster: async () => {
    const cluster = createPoolCluster();
    cluster.add('first', settings);
    const rows = await new Promise((resolve, reject) => {
      const callback = (error, found) => (error ? reject(error) : resolve(found));
      cluster.of('*').query('select ? as cluster', [1], callback); // cluster
    });
    cluster.end();
    return rows;
  },
  thrown: () =>
    uncaughtStack(() => {
      core.query('select 1', () => {
        throw new Error('in a callback');
      });
    }),
  transaction: async () => {
    const connection = await pool.getConnection();
    await connection.beginTransaction();
    await connection.query('insert into boats (id, name) values (4, ?)', ['Aino']);
    const [rows] = await connection.query('select count(*) as boats from boats');
    await connection.rollback();
    connection.release();
    return rows;
  },
  named: async () => {
    const connection = createConnection({ ...settings, namedPlaceholders: true });
    const [rows] = await connection.promise().execute('select :a as a', { a: 'one' });
    connection.destroy();
    return rows;
  },
  invalid: () => withConnection(async (connection) => connection.execute('select ?', [undefined])),
});
