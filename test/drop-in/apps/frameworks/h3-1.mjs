import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import * as h3 from 'h3';
import { HELLO, LARGE, ZIPPED, found, mark, note, parts, serve, sizeOf, slowParts } from '../lib/answers.mjs';
import { throwLater, throwSync, userOf } from '../lib/answers.mjs';

/** An application of h3 1. */
const { eventHandler, getQuery, readBody } = h3;
const app = h3.createApp();
app.use(eventHandler(function measure() {}));
app.use(
  eventHandler(function authenticate(event) {
    event.context.user = userOf(h3.getHeader(event, 'authorization'));
  }),
);
app.use(
  '/admin',
  eventHandler(function onlyBelowAdmin() {
    throw new Error('this middleware is for another path');
  }),
);
const router = h3.createRouter();
const shop = h3.createRouter();
shop.get(
  '/items/:item',
  eventHandler((event) => ({ shop: '', item: event.context.params.item })),
);
router.get(
  '/hello',
  eventHandler(function sayHello() {
    return HELLO;
  }),
);
router.get(
  '/users/:id',
  eventHandler((event) => ({ id: event.context.params.id })),
);
// A router below another one sees the rest of the path, and h3 replaces the parameters.
router.use(
  '/shops/:shop/**',
  eventHandler(async (event) => {
    const { shop: name } = event.context.params;
    return { ...(await h3.useBase(`/shops/${name}`, shop.handler)(event)), shop: name };
  }),
);
router.get(
  '/search',
  eventHandler((event) => found(getQuery(event))),
);
router.post(
  '/json',
  eventHandler(async (event) => ({ city: (await readBody(event, { strict: true })).city })),
);
router.post(
  '/note',
  eventHandler(async (event) => note(await readBody(event), event.node.res)),
);
router.post(
  '/form',
  eventHandler(async (event) => ({ city: (await readBody(event)).city })),
);
router.get(
  '/throw',
  eventHandler(() => throwSync()),
);
router.get(
  '/reject',
  eventHandler(() => throwLater()),
);
router.get(
  '/teapot',
  eventHandler(() => {
    throw h3.createError({ statusCode: 418, message: 'planned: teapot' });
  }),
);
router.get(
  '/stream',
  eventHandler(() => new Response(Readable.toWeb(Readable.from(parts())))),
);
router.get(
  '/slow',
  eventHandler(() => new Response(Readable.toWeb(Readable.from(slowParts())))),
);
router.get(
  '/empty',
  eventHandler(() => new Response(null, { status: 204 })),
);
router.get(
  '/redirect',
  eventHandler((event) => h3.sendRedirect(event, '/hello')),
);
router.get(
  '/large',
  eventHandler(() => LARGE),
);
router.post(
  '/upload',
  eventHandler(async (event) => ({ bytes: await sizeOf(h3.getRequestWebStream(event)) })),
);
router.get(
  '/gzip',
  eventHandler((event) => {
    h3.setResponseHeaders(event, { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' });
    return ZIPPED;
  }),
);
router.get(
  '/account',
  eventHandler((event) => event.context.user ?? null),
);
router.get(
  '/mark',
  eventHandler((event) => mark(getQuery(event).id, event.node.res)),
);
app.use(router);
serve(createServer(h3.toNodeListener(app)));
