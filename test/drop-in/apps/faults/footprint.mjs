import { channel } from 'node:diagnostics_channel';
import { createServer } from 'node:http';
import express from 'express';
import { profiler } from 'oriel';

/** An application of Express that serves the pages, and answers `/footprint` with what is observed in this process. */
const CHANNELS = [
  ...['http.server.request.start', 'tracing:net.server.listen:start', 'http.client.request.start'],
  ...['http.client.response.finish', 'undici:request:create', 'undici:request:headers'],
  ...['http.client.request.created', 'tracing:node-redis:command:start'],
];
const EVENTS = ['exit', 'uncaughtExceptionMonitor', 'beforeExit'];
const app = express();
app.use(profiler());
app.get('/hello', (_request, response) => response.send('hello'));
app.get('/footprint', (_request, response) =>
  response.json({
    channels: CHANNELS.filter((name) => channel(name).hasSubscribers),
    listeners: EVENTS.map((name) => process.listenerCount(name)),
    timers: process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length,
    libraries: Symbol.for('oriel.library') in globalThis,
    console: String(console.log),
  }),
);
const server = createServer(app);
server.listen(0, '127.0.0.1', () => console.log(`listening on ${server.address().port}`));
