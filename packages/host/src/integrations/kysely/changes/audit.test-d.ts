/** Type tests for hooks beside those of an audit. */
import type { Kysely, Transaction } from 'kysely';
import { resource } from 'oriel-host';
import { audit, sqlStore } from 'oriel-host/kysely';
import { z } from 'zod';

declare const database: Kysely<Tables>;
interface Tables {
  readonly boats: object;
}
const Boat = z.object({ id: z.int() });

// The transaction of a hook has the type of the store, also in a list with hooks of any resource.
resource('boats', Boat, {
  id: 'id',
  store: sqlStore(database, 'boats'),
  on: [
    {
      '*': {
        after: ({ transaction, next }) => {
          transaction satisfies Transaction<Tables>;
          next satisfies z.infer<typeof Boat> | null;
          // @ts-expect-error -- it is not a number
          transaction satisfies number;
        },
      },
    },
    audit(database).hooks,
  ],
});
