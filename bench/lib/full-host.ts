/** The host of the full stack: all that a visitor of a browser application brings along is looked at. */
import { ForbiddenError, resource, route } from 'oriel';
import type { HostConfig } from 'oriel';
import { bearer } from 'oriel/security';
import { MemorySessionStorage } from 'oriel/session';
import { z } from 'zod';
import { Book } from '../servers/book.ts';
import { JWT_SECRET, LOCALES, LOGIN_PATH, ORIGIN } from '../visitors.ts';
import { books as allBooks } from '../books.ts';

const rows = new Map(allBooks().map((book) => [book.id, book]));
const translated = new Map(LOCALES.map((locale) => [locale, rows]));

const books = resource('books', z.object({ id: z.int(), ...Book.shape, series: z.int() }), {
  id: 'id',
  cache: { maxAge: 60 },
  operations: { get: { query: z.object({ units: z.enum(['metric', 'imperial']).default('metric') }) } },
  provide: {
    get: async ({ id, user, session, locale }) => {
      if ((await session.get('uid')) !== user?.id) throw new ForbiddenError('This session is of somebody else');
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
  // More than the users of any workload.
  sessions: { storage: new MemorySessionStorage({ most: 60_000 }) },
  locales: LOCALES,
  security: { firewalls: [{ name: 'api', authenticators: [bearer({ algorithms: ['HS256'], secret: JWT_SECRET })] }] },
  log: false,
};
