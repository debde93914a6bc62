import { count, print } from './print.ts';
import { UsageError } from './command.ts';
import { profileJsonText } from './profile-query.ts';
import { formatOf, rejectOptions } from './profile-options.ts';
import type { ProfileAction } from './profile-options.ts';
import { withStore } from './profile-store.ts';

/** `oriel profile clear`: removes profiles that are not pinned. */
export const clearProfiles: ProfileAction = async (options, args) => {
  rejectOptions(options, 'clear', ['limit', 'sort', 'fail-if', 'panel', 'as']);
  // Ignoring a query would remove more profiles than intended.
  if (args.length > 0)
    throw new UsageError(
      `"oriel profile clear" does not accept "${args[0]}": it removes all profiles that are not pinned`,
    );
  const format = formatOf(options);
  const removed = await withStore(options, (storage) => storage.clear(options.all === true), { onlyOwn: true });
  if (format === 'json') return print(profileJsonText({ removed }));
  return print(`${count(removed, 'profile')} removed${options.all === true ? '' : '; pinned profiles are kept'}`);
};
