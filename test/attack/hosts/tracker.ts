import { join } from 'node:path';
import { defineHost } from 'oriel';
import { openDatabase } from '../../../examples/tracker/database.ts';
import { createTracker } from '../../../examples/tracker/tracker.ts';
import { attacked } from './attacked.ts';

const folder = process.env['TRACKER_FOLDER']!;
const { config } = createTracker({
  main: openDatabase(join(folder, 'tracker.sqlite')),
  sessions: openDatabase<object>(join(folder, 'sessions.sqlite')),
  uploads: join(folder, 'uploads'),
  // Also in production, where the example has no accounts.
  demo: true,
  url: process.env['TRACKER_URL'],
});

/** The tracker, without a key for its profiler. */
export default defineHost(
  attacked({
    ...config,
    profiler: { ...('profiler' in config && config.profiler), file: join(folder, 'profiler.sqlite') },
  }),
);
