/** A server without a framework whose requests fail, and log why as applications and frameworks do. */
import bunyan from 'bunyan';
import { createSchema, createYoga } from 'graphql-yoga';
import { createServer } from 'node:http';
import { createServer as createHttp2Server } from 'node:http2';
import { DatabaseSync } from 'node:sqlite';
import pino from 'pino';
import winston from 'winston';

const database = new DatabaseSync(':memory:');
const loggers = {
  pino: pino({ level: 'error' }),
  winston: winston.createLogger({ transports: [new winston.transports.Console()] }),
  bunyan: bunyan.createLogger({ name: 'shop' }),
};

class StockError extends Error {
  name = 'StockError';
}

/** @type {Record<string, (error: Error) => void>} */
const LOGS = {
  '/console': (error) => console.error(error),
  '/console-log': (error) => console.log('cannot load', error),
  '/text': (error) => console.error(`[500] GET /text\n${error.stack}`),
  '/pino': (error) => loggers.pino.error(error, 'failed'),
  '/pino-err': (error) => loggers.pino.error({ err: error, requestId: 7 }),
  '/winston': (error) => loggers.winston.error('failed', error),
  '/winston-only': (error) => loggers.winston.error(error),
  '/bunyan': (error) => loggers.bunyan.error({ err: error }, 'failed'),
  '/retried': (error) => {
    console.error(new TypeError('the first attempt'));
    console.error(error);
  },
};

const yoga = createYoga({
  schema: createSchema({
    typeDefs: 'type Query { stock(id: ID): Int, ok: Int } type Mutation { sell(id: ID): Int }',
    resolvers: {
      Query: {
        ok: () => 1,
        stock() {
          throw new StockError('planned failure');
        },
      },
    },
  }),
});

const server = createServer((request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost');
  if (pathname === '/graphql') return void yoga(request, response);
  const error = new StockError('planned failure');
  if (pathname === '/query') {
    try {
      database.prepare('insert into stock (id) values (1)').run();
    } catch (failure) {
      console.error(failure);
    }
    return void response.writeHead(500).end();
  }
  if (pathname === '/handled') {
    console.error(error);
    return void response.writeHead(404).end();
  }
  if (pathname === '/never') {
    console.error(error);
    response.statusCode = 500;
    return void setTimeout(() => request.socket.destroy(), 20);
  }
  LOGS[pathname]?.(error);
  response.writeHead(500).end();
});

const rpc = createHttp2Server();
rpc.on('stream', (stream) => {
  console.error(new StockError('planned failure'));
  stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true });
  stream.on('wantTrailers', () => {
    stream.sendTrailers({ 'grpc-status': '13', 'grpc-message': 'planned%20failure' });
  });
  stream.end();
});
rpc.listen(0, '127.0.0.1', () => {
  server.listen(0, '127.0.0.1', () => {
    console.log(`grpc on ${rpc.address().port}`);
    console.log(`listening on ${server.address().port}`);
  });
});
