/** The host of the full stack: sessions, tokens, locales, CORS and security headers. */
import { ForbiddenError, resource, route } from 'oriel-host';
import type { HostConfig } from 'oriel-host';
import { bearer } from 'oriel-host/security';
import { MemorySessionStorage } from 'oriel-host/session';
import { z } from 'zod';
import { Book } from '../servers/book.ts';
import { JWT_SECRET, LOCALES, LOGIN_PATH, ORIGIN } from '../visitors.ts';
import { books as allBooks } from '../books.ts';

const rows = new Map(allBooks().map((book) => [book.id, book]));
const translated = new Map(LOCALES.map((locale) => [locale, rows]));

const books = resource('books', z.object({ id: z.int(), ...Book.shape, series: z.int() }), {
  id: 'id',
  cache: { maxAge: '1 min' },
  operations: { get: { query: z.object({ units: z.enum(['metric', 'imperial']).default('metric') }) } },
  provide: {
    get: async ({ id, user, session, locale }) => {
      if ((await session.get('uid')) !== user?.id) throw new ForbiddenError('The session belongs to another user');
      return translated.get(locale)?.get(id);
    },
  },
});

const login = route('login', `GET ${LOGIN_PATH}`, {
  handle: async ({ session, user }) => {
    await session.set('uid', user?.id);
    return {};
  },
});

export const FULL_HOST: HostConfig = {
  routes: [login],
  resources: [books],
  api: { formats: ['json', 'jsonld'] },
  cors: { origins: [ORIGIN], credentials: true, expose: ['Content-Location', 'ETag', 'Link'] },
  securityHeaders: true,
  // The limit is larger than the number of users in any workload.
  sessions: { storage: new MemorySessionStorage({ most: 60_000 }) },
  locales: LOCALES,
  security: { firewalls: [{ name: 'api', authenticators: [bearer({ algorithms: ['HS256'], secret: JWT_SECRET })] }] },
  log: false,
};
