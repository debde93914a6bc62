import { createServer, request as send } from 'node:http';
import { connect, createServer as createHttp2Server } from 'node:http2';
import { DatabaseSync } from 'node:sqlite';

// Each crash ends the process by an error that no one handles, thrown where the recorder called the application or a library.
const CRASHES = {
  'a listener of data': (request) => request.on('data', () => fail('data')),
  'a listener of finish': (request, response) => response.on('finish', () => fail('finish')).end('x'),
  'an error that was created before': (request) => {
    const error = new Error('created before');
    request.on('data', () => {
      throw error;
    });
  },
  'a listener of error': (request, response) => {
    response.on('error', (error) => {
      throw error;
    });
    response.end('x');
    response.write('late');
  },
  'the wrong type of a chunk': (request, response) => response.write(Symbol('chunk')),
  'a getter of a header': (request, response) => {
    const headers = {
      get 'X-A'() {
        return fail('getter');
      },
    };
    response.writeHead(200, headers);
  },
  'a rejection': async () => {
    await null;
    fail('rejected');
  },
  'a failed statement': (request) => request.on('data', () => insert.run(1)),
  'a failed statement in an asynchronous function': async () => {
    await null;
    insert.run(1);
  },
  'a function of SQL': () => {
    database.function('broken', () => fail('in SQL'));
    return database.prepare('select broken()').get();
  },
  'a failed statement of better-sqlite3': async () => {
    const { default: Database } = await import('better-sqlite3');
    const other = new Database(':memory:');
    other.exec('create table t (a unique)');
    setImmediate(() => {
      for (let i = 0; i < 2; i++) other.prepare('insert into t values (1)').run();
    });
  },
  'a callback of mysql2': async () => {
    const { default: mysql } = await import('mysql2');
    const connection = mysql.createConnection({ host: '127.0.0.1', port: 1 });
    connection.query('select 1', () => fail('in a callback of mysql2'));
  },
  'a span': async () => {
    const { span } = await import('oriel');
    setImmediate(() => span('work', () => fail('in a span')));
  },
  'a job': async () => {
    const { withProfile } = await import('oriel/register');
    setImmediate(() => withProfile('job', 'mail', () => fail('in a job')));
  },
  'an inspected value': () =>
    console.log({
      [Symbol.for('nodejs.util.inspect.custom')]: () => fail('inspected'),
    }),
  'an upgrade': () => undefined,
  'the compatibility API of HTTP/2': (request) => request.on('data', () => fail('data of HTTP/2')),
  'a chunk of HTTP/2': (request, response) => response.write(Symbol('chunk')),
  'a stream of HTTP/2': () => undefined,
};

/** Returns never, because it throws. */
function fail(message) {
  throw new Error(`Failed: ${message}`);
}

const database = new DatabaseSync(':memory:');
database.exec('create table t (a unique); insert into t values (1)');
const insert = database.prepare('insert into t values (?)');

const name = process.argv[2];
const crash = CRASHES[name];
const isHttp2 = name.includes('HTTP/2');
const server = isHttp2 ? createHttp2Server() : createServer();
server.on('upgrade', (request, socket) => socket.write(Symbol('chunk')));
if (name === 'a stream of HTTP/2') server.on('stream', (stream) => stream.on('data', () => fail('data of a stream')));
else server.on('request', (request, response) => crash(request, response));
server.listen(0, () => {
  const { port } = server.address();
  if (isHttp2) {
    const session = connect(`http://127.0.0.1:${port}`).on('error', () => undefined);
    session
      .request({ ':method': 'POST' })
      .on('error', () => undefined)
      .end('body');
    return;
  }
  const upgrade = name === 'an upgrade' ? { Connection: 'Upgrade', Upgrade: 'x' } : {};
  send({ port, method: 'POST', headers: upgrade })
    .on('error', () => undefined)
    .end('body');
});
process.argv[3] === 'list' && process.stdout.write(JSON.stringify(Object.keys(CRASHES)), () => process.exit());
