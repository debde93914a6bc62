import { createHmac, createSecretKey, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ATLAS_HEADERS, CITIES_PATH, CITIES_PER_PAGE, openAtlas, writeCityQuery } from '../atlas.ts';
import { PORT, nextId } from '../servers/environment.ts';
import { cursorLinks } from '../workloads.ts';

type Place = [isAfter: number, folded: string, id: number];

const FORMATS = ['application/json', 'application/ld+json', 'text/csv'];
const HUB = `<http://127.0.0.1:${PORT}/.well-known/mercure>; rel="mercure"; last-event-id="earliest"; content-type="application/ld+json"`;
const { 'access-control-allow-origin': origin, 'access-control-expose-headers': exposed, ...HEADERS } = ATLAS_HEADERS;

const text = { type: 'string' };
const optionalText = { type: ['string', 'null'] };
const number = { type: 'number' };
const integer = { type: 'integer' };
const schema = {
  querystring: {
    type: 'object',
    additionalProperties: false,
    properties: {
      itemsPerPage: { type: 'integer', minimum: 0, maximum: 100, default: CITIES_PER_PAGE },
      cursor: text,
      name: text,
      country: text,
      continent: text,
    },
  },
  response: {
    200: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          ...{ id: integer, name: text, country: text, admin: optionalText, feature: optionalText },
          ...{ latitude: number, longitude: number, population: integer, owner: optionalText },
        },
      },
    },
  },
};

/** The page by cursor of Atlas: negotiated, tagged, with CORS, signed cursors, and one line of the log. */
export async function addAtlas(app: FastifyInstance): Promise<void> {
  await app.register(import('@fastify/cors'), { origin, exposedHeaders: exposed });
  await app.register(import('@fastify/accepts'));
  await app.register(import('@fastify/etag'), { algorithm: 'sha1' });
  app.addHook('onResponse', async (request, reply) => {
    const { id, ip, method, url, routeOptions } = request;
    const bytes = Number(reply.getHeader('content-length'));
    const entry = { request_id: reply.getHeader('x-request-id') ?? id, ip, method, url, route: routeOptions.url };
    request.log.info({ ...entry, status: reply.statusCode, bytes, ms: reply.elapsedTime }, 'access');
  });
  const database = openAtlas();
  const prepare = (rest: string) => database.prepare(writeCityQuery(`${rest} limit ${CITIES_PER_PAGE + 1}`));
  const first = prepare('order by folded, id');
  const after = prepare('where (folded, id) > (?, ?) order by folded, id');
  const before = prepare('where (folded, id) < (?, ?) order by folded desc, id desc');
  app.get(CITIES_PATH, { schema }, (request, reply) => {
    if (request.accepts().type(FORMATS) === false) return reply.code(406).send();
    // Clients with a key or a session would be authenticated.
    if (hasCredentials(request)) return reply.code(401).send();
    const { cursor } = request.query as { cursor?: string };
    const place = cursor === undefined ? undefined : readCursor(cursor);
    if (cursor !== undefined && place === undefined) return reply.code(400).send();
    const isBack = place !== undefined && place[0] === 0;
    const rows = place === undefined ? first.all() : (isBack ? before : after).all(place[1], place[2]);
    const more = rows.length > CITIES_PER_PAGE;
    if (more) rows.pop();
    if (isBack) rows.reverse();
    const previous = (isBack ? more : place !== undefined) && rows.length > 0 ? writeCursor(0, rows.at(0)!) : undefined;
    const next = (isBack || more) && rows.length > 0 ? writeCursor(1, rows.at(-1)!) : undefined;
    return send(request, reply, rows, `${cursorLinks(request.host, previous, next, CITIES_PATH)}, ${HUB}`);
  });
}

function send(request: FastifyRequest, reply: FastifyReply, rows: readonly object[], link: string): readonly object[] {
  reply.headers({ ...HEADERS, Link: link, 'X-Request-Id': nextId() });
  return rows;
}

function hasCredentials({ headers }: FastifyRequest): boolean {
  return headers.cookie !== undefined || headers['x-api-key'] !== undefined;
}

const key = createSecretKey(randomBytes(32));
const SIGNATURE_LENGTH = 20;

function sign(content: string): string {
  return createHmac('sha256', key).update(content).digest('base64url').slice(0, SIGNATURE_LENGTH);
}

function writeCursor(isAfter: number, row: Record<string, unknown>): string {
  const content = Buffer.from(JSON.stringify([isAfter, row['folded'], row['id']])).toString('base64url');
  return content + sign(content);
}

function readCursor(cursor: string): Place | undefined {
  const content = cursor.slice(0, -SIGNATURE_LENGTH);
  const signature = Buffer.from(cursor.slice(-SIGNATURE_LENGTH));
  const expected = Buffer.from(sign(content));
  if (signature.length !== expected.length || !timingSafeEqual(signature, expected)) return undefined;
  return JSON.parse(Buffer.from(content, 'base64url').toString()) as Place;
}
