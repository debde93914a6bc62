import express from 'express';
import { profiler } from 'oriel';

/**
 * An application of Express with a session that gets another id with each request, and one that stays. It prints the ids. With PAGES, it
 * serves the pages itself.
 */
const sessions = new Map();
let count = 0;

function createSession(user) {
  const id = `secret-session-${process.pid}-${++count}`;
  sessions.set(id, user);
  // Not with the console, which is recorded.
  process.stdout.write(`session ${id}\n`);
  return id;
}

function readCookies(request) {
  const pairs = (request.headers.cookie ?? '').split('; ').map((pair) => pair.split('='));
  return Object.fromEntries(pairs);
}

const app = express();
if (process.env.PAGES) app.use(profiler({ path: process.env.PAGES }));
app.use(express.json());
app.get('/favicon.ico', (_request, response) => response.status(204).end());
app.get('/sign-in', (_request, response) => {
  response.cookie('rotating', createSession('ada'), { httpOnly: true, sameSite: 'lax' });
  response.cookie('steady', createSession('ada'), { httpOnly: true, sameSite: 'strict' });
  response.send('<title>Signed in</title>Signed in');
});
app.get('/account', (request, response) => {
  const { rotating, steady } = readCookies(request);
  const user = sessions.get(rotating);
  sessions.delete(rotating);
  if (user === undefined) return response.status(401).send('<title>401</title>Signed out');
  response.append('Set-Cookie', `rotating=${createSession(user)}; HttpOnly; SameSite=Lax; Path=/`);
  response.append('Set-Cookie', `visitor=${createSession('nobody')}; HttpOnly; Path=/`);
  response.send(`<title>Account</title>Account of ${user}, ${sessions.get(steady) ?? 'unknown'}`);
});
app.post('/orders', (request, response) => {
  if (!sessions.has(readCookies(request).steady)) return response.status(401).json({ error: 'signed out' });
  response.status(201).json({ ordered: request.body });
});
app.get('/keys', (request, response) => {
  const key = request.headers.authorization;
  response
    .status(key === 'Bearer the-secret-key-of-the-interface' ? 200 : 401)
    .json({ isAuthorized: key !== undefined });
});
const server = app.listen(0, 'localhost', () => console.log(`listening on ${server.address().port}`));
