import { createServer } from 'node:http';
import express from 'express';
import session from 'express-session';
import { profiler } from 'oriel';

/** A shop with sessions that survive the login, and an interface for clients with tokens. It serves the pages of the profiler, too. */
const app = express();
app.use(profiler());
app.use('/api', (request, response) => response.json({ token: request.headers.authorization?.length ?? 0 }));
app.use(session({ secret: 'not a secret', resave: false, saveUninitialized: true, store: new session.MemoryStore() }));
app.use((request, _response, next) => {
  request.user = request.session.user;
  next();
});
app.post('/login/:name', (request, response) => {
  request.session.user = { id: 7, name: request.params.name };
  response.json({});
});
app.get('/{*path}', (request, response) => response.json({ user: request.user?.name ?? null }));
const server = createServer(app);
server.listen(0, '127.0.0.1', () => console.log(`listening on ${server.address().port}`));
