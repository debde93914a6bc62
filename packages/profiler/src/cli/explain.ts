import { defineCommand, print } from 'oriel-core/cli';
import { explainProfile } from '../view/explain/explain.ts';
import { describeUnusual } from '../view/routes/typical.ts';
import { mapProfile } from '../view/source-maps/map-profile.ts';
import { QUERY_ARGUMENTS, STORE_HELP } from './options.ts';
import { readNewest } from './query.ts';
import { withStore } from './store.ts';

/** `oriel explain`: prints what happened in a request in at most 60 lines, for people and assistants. */
export const command = defineCommand({
  name: 'explain',
  summary: 'print what happened in a request, in at most 60 lines',
  usage: 'explain <token or query> [options]',
  help: [
    ['<token or query>', 'the token or URL of a profile, latest, or a query whose newest profile is explained'],
    STORE_HELP,
  ],
  examples: ['oriel explain latest', "oriel explain 'status:5xx'"],
  options: { store: { type: 'string' } },
  ...QUERY_ARGUMENTS,
  run: async (options, args) => {
    const profile = mapProfile(await readNewest(options, args, 'explain'), process.cwd());
    const unusual = await withStore(options, (storage) => describeUnusual(storage, profile.summary));
    return print(explainProfile(profile, unusual).trimEnd());
  },
});
