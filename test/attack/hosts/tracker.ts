import { join } from 'node:path';
import { defineHost } from 'oriel-host';
import { PostgresProfileStorage } from 'oriel';
import { openDatabase } from '../../../examples/tracker/database.ts';
import { createTracker } from '../../../examples/tracker/tracker.ts';
import { attacked } from './attacked.ts';

const folder = process.env['TRACKER_FOLDER']!;
const url = process.env['DATABASE_URL'];
const { config } = createTracker({
  main: openDatabase(url ?? join(folder, 'tracker.sqlite')),
  sessions: openDatabase<object>(url ?? join(folder, 'sessions.sqlite')),
  uploads: join(folder, 'uploads'),
  // Also in production, where the example has no accounts.
  demo: true,
  url: process.env['TRACKER_URL'],
});

const profiles =
  url === undefined ? { file: join(folder, 'profiler.sqlite') } : { storage: new PostgresProfileStorage({ url }) };

/** The tracker, without a key for its profiler. With PostgreSQL, its profiles are stored there as well. */
export default defineHost(
  attacked({
    ...config,
    profiler: { ...('profiler' in config && config.profiler), ...profiles },
  }),
);
