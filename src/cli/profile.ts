import { didYouMean } from '../core/http/did-you-mean.ts';
import { defineCommand } from './command.ts';
import { MisuseError } from './misuse.ts';
import { clearProfiles } from './profile-clear.ts';
import { exportProfile } from './profile-export.ts';
import { listProfiles } from './profile-list.ts';
import { signHeader } from './profile-sign.ts';
import { showProfile } from './profile-show.ts';
import type { ProfileAction, ProfileOptions } from './profile-options.ts';
import { tailProfiles } from './profile-tail.ts';

/** `oriel profile`: what the profiler recorded, straight from its store, whether the host runs or not. */
export const command = defineCommand({
  name: 'profile',
  summary: 'what the profiler recorded: list, search, show, tail, clear, export, sign',
  usage: 'profile list|search|show|tail|clear|export|sign [query or token] [options]',
  help: [
    ['list [query]', 'the newest profiles that the query fits; search is the same'],
    ['show <token>', 'one profile, or the newest for "latest"; --panel name for one panel of it'],
    ['tail [query]', 'prints profiles as they are recorded, until it is stopped'],
    ['clear', 'removes what is not pinned; with --all everything'],
    [
      'export <token>',
      'prints one, or the newest for "latest", as --as curl, fetch, httpie, har, html, md or json (the default)',
    ],
    ['sign', 'prints a header that has its request recorded; --for 10m for how long, the key in PROFILER_KEY'],
    ['--store file', 'the store (default var/profiler.sqlite)'],
    ['--format human', 'human, json or md'],
    ['--limit number', 'how many are listed, 1 to 1000 (default 10)'],
    ['--sort key', 'such as duration, or -duration for the longest first (default -time)'],
    ['--fail-if query', 'lists what fits this as well, and exits with 1 when there is any'],
  ],
  examples: [
    "oriel profile list 'status:5xx since:10m'",
    'oriel profile show a1b2c3 --panel database',
    'oriel profile show latest',
    "oriel profile list --fail-if 'dur:>500'",
    'oriel profile export a1b2c3 --as curl',
  ],
  options: {
    store: { type: 'string' },
    format: { type: 'string' },
    limit: { type: 'string' },
    sort: { type: 'string' },
    'fail-if': { type: 'string' },
    panel: { type: 'string' },
    as: { type: 'string' },
    all: { type: 'boolean' },
    for: { type: 'string' },
  },
  // A query without quotes is several words.
  most: 40,
  run: async (options, [name, ...words]) => await actionNamed(name)(options, words),
});

const ACTIONS: Readonly<Record<string, ProfileAction>> = {
  list: listProfiles,
  search: listProfiles,
  show: showProfile,
  tail: tailProfiles,
  clear: clearProfiles,
  export: exportProfile,
  sign: signHeader,
};

function actionNamed(
  name: string | undefined,
): (options: ProfileOptions, words: readonly string[]) => Promise<number | undefined> {
  if (name !== undefined && Object.hasOwn(ACTIONS, name))
    return async (options, words) => await ACTIONS[name]!(options, words);
  const known = Object.keys(ACTIONS);
  if (name === undefined) throw new MisuseError(`What about the profiles? Say one of ${known.join(', ')}`);
  const meant = didYouMean(name, known);
  const token = /^[0-9a-f]{6}$/.test(name) ? `oriel profile show ${name}` : undefined;
  const hint = token ?? (meant ? `oriel profile ${meant}` : undefined);
  throw new MisuseError(
    `There is no "oriel profile ${name}"${hint ? `; did you mean "${hint}"?` : `; there are ${known.join(', ')}`}`,
  );
}
