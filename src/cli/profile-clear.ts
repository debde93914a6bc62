import { count } from './count.ts';
import { MisuseError } from './misuse.ts';
import { print } from './print.ts';
import { profileJsonText } from './profile-json.ts';
import { formatOf, refuse } from './profile-options.ts';
import type { ProfileAction } from './profile-options.ts';
import { withStore } from './profile-store.ts';

/** `oriel profile clear`: removes what is not pinned. */
export const clearProfiles: ProfileAction = async (options, words) => {
  refuse(options, 'clear', ['limit', 'sort', 'fail-if', 'panel', 'as']);
  // Somebody who types a query here would lose more than they meant.
  if (words.length > 0)
    throw new MisuseError(`"oriel profile clear" takes no "${words[0]}": it removes everything that is not pinned`);
  const format = formatOf(options);
  const removed = await withStore(options, (storage) => storage.clear(options.all === true));
  if (format === 'json') return print(profileJsonText({ removed }));
  return print(`${count(removed, 'profile')} removed${options.all === true ? '' : '; pinned ones stay'}`);
};
