import { didYouMean } from '../core/http/did-you-mean.ts';
import { defineCommand, UsageError } from './command.ts';
import { clearProfiles } from './profile-clear.ts';
import { exportProfile } from './profile-export.ts';
import { listProfiles } from './profile-list.ts';
import { signHeader } from './profile-sign.ts';
import { showProfile } from './profile-show.ts';
import type { ProfileAction, ProfileOptions } from './profile-options.ts';
import { tailProfiles } from './profile-tail.ts';

/** `oriel profile`: reads profiles from the store, whether the host is running or not. */
export const command = defineCommand({
  name: 'profile',
  summary: 'recorded profiles: list, search, show, tail, clear, export, sign',
  usage: 'profile list|search|show|tail|clear|export|sign [query or token] [options]',
  help: [
    ['list [query]', 'lists the newest profiles that match the query; search is the same'],
    ['show <token>', 'prints a profile, or the newest for "latest"; --panel name prints one panel'],
    ['tail [query]', 'prints profiles as they are recorded, until stopped'],
    ['clear', 'removes profiles that are not pinned; --all removes all profiles'],
    [
      'export <token>',
      'prints a profile, or the newest for "latest"; --as curl, fetch, httpie, har, html, md or json (default)',
    ],
    [
      'sign',
      'prints a header that makes the host record a request; --for 10min sets its lifetime, PROFILER_KEY the key',
    ],
    [
      '--store file',
      'the profile store (default var/profiler.sqlite, or that of oriel/profile; clear: only the first)',
    ],
    ['--format human', 'human, json or md'],
    ['--limit number', 'the number of profiles to list, 1 to 1000 (default 10)'],
    ['--sort key', 'the sort key, such as duration, or -duration for descending order (default -time)'],
    ['--fail-if query', 'also filters by this query, and exits with 1 if any profile matches'],
  ],
  examples: [
    "oriel profile list 'status:5xx since:10m'",
    'oriel profile show a1b2c3 --panel database',
    'oriel profile show latest',
    "oriel profile list --fail-if 'dur:>500'",
    'oriel profile list -path:/health --sort -duration',
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
  // A query without quotes is several arguments.
  maxPositionals: 40,
  isTerm: (arg) => /^-[a-z][\w.-]*:/i.test(arg),
  run: async (options, [name, ...args]) => await findAction(name)(options, args),
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

function findAction(
  name: string | undefined,
): (options: ProfileOptions, args: readonly string[]) => Promise<number | undefined> {
  if (name !== undefined && Object.hasOwn(ACTIONS, name))
    return async (options, args) => await ACTIONS[name]!(options, args);
  const known = Object.keys(ACTIONS);
  if (name === undefined) throw new UsageError(`The action is missing; expected one of ${known.join(', ')}`);
  const meant = didYouMean(name, known);
  const token = /^[0-9a-f]{6}$/.test(name) ? `oriel profile show ${name}` : undefined;
  const hint = token ?? (meant ? `oriel profile ${meant}` : undefined);
  throw new UsageError(
    `Unknown command "oriel profile ${name}"${hint ? `; did you mean "${hint}"?` : `; expected one of ${known.join(', ')}`}`,
  );
}
