import { LoadError, defineCommand, print } from 'oriel-core/cli';
import type { Profile } from '../profile/profile.ts';
import { explainProfile } from '../view/explain/explain.ts';
import { describeUnusual } from '../view/routes/typical.ts';
import { mapProfile } from '../view/source-maps/map-profile.ts';
import { QUERY_ARGUMENTS, STORE_HELP, tokenOf } from './options.ts';
import type { ReadOptions } from './options.ts';
import { profileQuery, readProfile } from './query.ts';
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
    const profile = mapProfile(await findProfile(options, args), process.cwd());
    const unusual = await withStore(options, (storage) => describeUnusual(storage, profile.summary));
    return print(explainProfile(profile, unusual).trimEnd());
  },
});

async function findProfile(options: ReadOptions, args: readonly string[]): Promise<Profile> {
  const [first] = args;
  if (first === undefined || (args.length === 1 && TOKEN.test(first)))
    return await readProfile(options, tokenOf(args, 'explain'));
  const query = { ...profileQuery({}, args), limit: 1 };
  const token = await withStore(options, async (storage) => (await storage.find(query)).rows[0]?.token);
  if (token !== undefined) return await readProfile(options, token);
  const reason = 'No profile matches the query';
  const fix = 'Widen it, or list profiles with "oriel list"';
  throw new LoadError(
    'The profile was not found',
    [{ code: 'ORIEL_CLI_NO_PROFILE', place: args.join(' '), reason, fix }],
    2,
  );
}

const TOKEN = /^(?:latest|(?:https?:\/\/\S+\/)?[\da-f]{6}(?:[?#]\S*)?)$/i;
