import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineHost } from 'oriel-host';
import { explainQuery, sqlMigrations, sqlSessionStorage } from 'oriel-host/kysely';
import { apiKey, sessionLogin } from 'oriel-host/security';
import { getAccounts, inDevelopment } from './accounts.ts';
import { ensureDatabase } from './build-database.ts';
import { cities } from './cities.ts';
import { countries } from './countries.ts';
import { currencies } from './currencies.ts';
import { openDatabase } from './database.ts';
import { addDemoAccounts } from './demo-accounts.ts';
import { languages } from './languages.ts';
import { liveHub } from './live-hub.ts';
import { livePage } from './live-page.ts';
import { migrations } from './migrations.ts';
import { moved } from './moved.ts';
import { notes } from './notes.ts';
import { progressBar } from './progress-bar.ts';
import { openSessions } from './sessions.ts';
import { whoami } from './whoami.ts';

/** The database file: `ATLAS_DB`, or `var/atlas.sqlite` at the root of the project. */
export const file = process.env['ATLAS_DB'] || fileURLToPath(new URL('../../var/atlas.sqlite', import.meta.url));

/** Builds the atlas if it does not exist. Called by `npm start`, otherwise by the first query. */
export const ready = async () => {
  await ensureDatabase(file, progressBar(process.stderr));
  if (inDevelopment()) await addDemoAccounts(file);
};

export const database = openDatabase(file, ready);
const sessions = openSessions(join(dirname(file), 'sessions.sqlite'));
const { users, keys } = getAccounts(database);

/** The host that `npm start` and `oriel-host dev examples/atlas/host.ts` serve. */
export default defineHost({
  title: 'Atlas',
  version: '1.0.0',
  api: {
    formats: ['json', 'jsonld', 'jsonapi', 'hal', 'hal-forms', 'csv'],
    info: {
      description: 'Every country and 135,233 cities of the world.',
      contact: { name: 'The atlas of Oriel' },
      license: { name: 'ODbL-1.0', url: 'https://opendatacommons.org/licenses/odbl/1-0/' },
    },
  },
  resources: [countries(database), cities(database), languages(database), currencies(database), notes(database)],
  hub: liveHub(),
  routes: [moved, whoami, livePage],
  // Pages of any origin may read public data. Without credentials, no page can act as a user.
  cors: { origins: '*' },
  locales: ['en', 'fr', 'de', 'es', 'ja'],
  sessions: { storage: sqlSessionStorage(sessions) },
  security: {
    users,
    // Each worker counts login attempts, so that the example needs no Redis.
    throttle: { perProcess: true },
    roles: { admin: ['editor'], editor: [] },
    firewalls: [{ name: 'atlas', authenticators: [apiKey({ keys }), sessionLogin()], anonymous: true }],
  },
  migrations: sqlMigrations(database, migrations),
  onClose: () => sessions.destroy(),
  profiler: { file: join(dirname(file), 'profiler.sqlite'), explain: explainQuery(database) },
});
