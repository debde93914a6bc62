import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { gzipSync } from 'node:zlib';
import { Writable } from 'node:stream';
import pino from 'pino';
import winston from 'winston';
import { DRIVERS } from './drivers.mjs';

/** What the applications with secrets do in `GET /entries/<number>`: entries of the file `SECRET_WORK`, each `[kind, data]`. */
const works = JSON.parse(readFileSync(process.env.SECRET_WORK, 'utf8'));
const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
const [own, logger] = [
  pino(nowhere),
  winston.createLogger({ transports: [new winston.transports.Stream({ stream: nowhere })] }),
];

const RUN = {
  console({ object, text, word }) {
    console.log('got', object);
    console.error(text);
    console.warn('password:', word);
  },
  loggers({ object, text }) {
    own.info(object, text);
    own.error({ err: Object.assign(new Error(text), object) }, 'failed');
    logger.warn(text, object);
  },
  throw({ message, properties }) {
    throw Object.assign(new Error(message, { cause: new TypeError(JSON.stringify(properties)) }), properties);
  },
  async calls({ query, bearer, login, cookie, body }) {
    const url = `${process.env.TARGET_URL}/rates?page=1&${query}`;
    const headers = { Authorization: `Bearer ${bearer}`, Cookie: `sid=${cookie}`, 'Content-Type': 'application/json' };
    await (await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).text();
    await new Promise((resolve) =>
      request(url, { auth: `ada:${login}`, headers: { 'X-Api-Key': bearer } }, (response) =>
        response.resume().on('end', resolve),
      ).end(),
    );
    await fetch(`http://ada:${login}@127.0.0.1:1/?${query}`).catch(() => {});
  },
  ...DRIVERS,
  headers: ({ headers }) => ({ headers }),
  json: ({ body }) => ({ headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  gzip: ({ body }) => ({
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    body: gzipSync(JSON.stringify(body)),
  }),
  html: ({ body }) => ({ headers: { 'content-type': 'text/html' }, body }),
  user: ({ user }) => ({ user }),
};

/** Answers a request of any framework. A body is sent back as it came. */
export async function respond({ path, headers, body }) {
  const [, number] = /^\/entries\/(\d+)/.exec(path) ?? [];
  if (number === undefined) {
    const type = headers['content-type'] ?? 'text/plain';
    const coding = headers['content-encoding'];
    return { status: 200, headers: { 'content-type': type, ...(coding && { 'content-encoding': coding }) }, body };
  }
  const [kind, data] = works[Number(number)];
  const result = (await RUN[kind]?.(data)) ?? {};
  return { status: 200, body: 'done', headers: {}, ...result };
}
