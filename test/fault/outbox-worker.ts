/** Claims the messages of an outbox and never ends their delivery. Reads the URL or file of the database from `DATABASE`. */
import { outbox } from 'oriel-host/kysely';
import { openDatabase } from '../concurrency/item-tables.ts';

// Waits to be killed.
process.on('message', () => {});
const messages = outbox(openDatabase(process.env['DATABASE']!), {
  async deliver({ id }) {
    process.send!(id);
    await new Promise(() => {});
  },
  timeout: '1 h',
});
await messages.flush();
