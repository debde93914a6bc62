import { randomUUID } from 'node:crypto';
import { resource } from 'oriel-host';
import { sqlStore } from 'oriel-host/kysely';
import { z } from 'zod';
import type { TrackerDatabase } from './tables.ts';

const Webhook = z.object({
  id: z.string(),
  organisation: z.string(),
  url: z.url({ protocol: /^https?$/ }).max(2_000),
  secret: z.string().min(16).max(200).describe('Signs the deliveries; it is never shown'),
});

/** The URLs that receive the changes of issues and comments. Administrators manage them. */
export const webhooks = (database: TrackerDatabase) =>
  resource('webhooks', Webhook, {
    id: 'id',
    input: { create: Webhook.pick({ url: true, secret: true }) },
    access: { read: 'role:admin', write: 'role:admin' },
    fields: { secret: { read: 'never' } },
    defaults: { id: () => randomUUID() },
    store: sqlStore(database, 'webhooks'),
  });
