import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineHost } from 'oriel-host';
import { openDatabase } from './database.ts';
import { createTracker } from './tracker.ts';

const { env } = process;
const folder = env['TRACKER_FOLDER'] || fileURLToPath(new URL('../../var/tracker', import.meta.url));
const url = env['DATABASE_URL'];
const secret = env['TRACKER_TOKEN_SECRET'];

const { config } = createTracker({
  main: openDatabase(url || join(folder, 'tracker.sqlite')),
  sessions: openDatabase<object>(url || join(folder, 'sessions.sqlite')),
  uploads: join(folder, 'uploads'),
  demo: env['ORIEL_MODE'] === 'development',
  url: env['TRACKER_URL'] || undefined,
  ...(secret ? { tokenSecret: Buffer.from(secret, 'base64') } : {}),
});

/** The host that `npm run tracker` serves. */
export default defineHost(config);
