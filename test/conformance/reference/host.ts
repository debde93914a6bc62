import { defineHost } from 'oriel-host';
import { bookResources } from './books.ts';
import { openDatabase } from './database.ts';
import { noteResources } from './notes.ts';
import { basic } from './users.ts';

/** Creates a host with the resources and the initial rows of the reference. */
export function referenceHost() {
  const database = openDatabase();
  return defineHost({
    title: 'Ref API',
    resources: [...bookResources(database), ...noteResources()],
    api: {
      formats: ['jsonld', 'json'],
      page: { size: 5, max: 30, off: true },
      cache: { vary: ['Content-Type', 'Authorization', 'Origin'] },
    },
    security: {
      firewalls: [{ name: 'main', realm: 'Ref', authenticators: [basic], anonymous: true }],
      default: 'public',
    },
    hub: { secret: 'a secret of the reference, long enough', publicUrl: 'http://localhost/.well-known/mercure' },
    profiler: false,
    log: { level: 'none', access: false },
    onClose: () => database.destroy(),
  });
}
