import { count, defineCommand, print } from 'oriel-core/cli';
import { profileJsonText } from './query.ts';
import { getFormat } from './options.ts';
import { withStore } from './store.ts';

/** `oriel clear`: removes profiles that are not pinned. */
export const command = defineCommand({
  name: 'clear',
  summary: 'remove profiles that are not pinned',
  usage: 'clear [--all] [options]',
  help: [
    ['--all', 'remove pinned profiles, too'],
    ['--format human', 'human or json'],
    ['--store place', 'the profile store (default var/profiler.sqlite, never the store that all applications share)'],
  ],
  examples: ['oriel clear', 'oriel clear --all --store var/profiler.sqlite'],
  options: { store: { type: 'string' }, format: { type: 'string' }, all: { type: 'boolean' } },
  // Ignoring a query would remove more profiles than intended.
  maxPositionals: 0,
  run: async (options) => {
    const format = getFormat(options);
    const all = options.all === true;
    const removed = await withStore(options, (storage) => storage.clear(all), { onlyOwn: true });
    if (format === 'json') return print(profileJsonText({ removed }));
    return print(`${count(removed, 'profile')} removed${all ? '' : '; pinned profiles are kept'}`);
  },
});
