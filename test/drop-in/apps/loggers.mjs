import { createServer } from 'node:http';
import bunyan from 'bunyan';
import pino from 'pino';
import winston from 'winston';

/** A server that logs with pino, winston and bunyan, and with loggers that print with the console. */
const time = { timestamp: false, base: null };
const pinoLogger = pino({ ...time, base: {}, name: 'shop', redact: ['card'] });
const winstonLogger = winston.createLogger({
  defaultMeta: { service: 'stock' },
  format: winston.format.combine(winston.format.splat(), winston.format.colorize(), winston.format.json()),
  transports: [new winston.transports.Console()],
});
const bunyanLogger = bunyan.createLogger({ name: 'mail' });
const onConsole = {
  pino: pino(time, { write: (line) => console.log(line.trim()) }),
  winston: winston.createLogger({ transports: [new winston.transports.Console({ forceConsole: true })] }),
  bunyan: bunyan.createLogger({
    name: 'console',
    streams: [{ type: 'raw', stream: { write: ({ msg }) => console.log(msg) } }],
  }),
};

const routes = {
  '/pino'() {
    pinoLogger.info({ city: 'Lisbon', password: 'hunter2', card: '4111' }, 'found %d', 3);
    pinoLogger.debug('not printed');
    pinoLogger.child({ part: 'cart' }).error(new RangeError('too far'));
  },
  '/winston'() {
    winstonLogger.info('found %d', 3, { city: 'Lisbon', password: 'hunter2' });
    winstonLogger.debug('not printed');
    winstonLogger.child({ part: 'cart' }).error('too far', { code: 7 });
  },
  '/bunyan'() {
    bunyanLogger.info({ city: 'Lisbon', password: 'hunter2' }, 'found %d', 3);
    bunyanLogger.debug('not printed');
    bunyanLogger.child({ part: 'cart' }).fatal(new RangeError('too far'));
  },
  '/console'() {
    for (const logger of Object.values(onConsole)) logger.info('once');
    console.log('plain');
  },
};

const server = createServer((request, response) => {
  routes[request.url]();
  response.end('done');
});
server.listen(0, '127.0.0.1', () => console.log(`listening on ${server.address().port}`));
