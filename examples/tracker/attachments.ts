import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterCommit, file, filter, resource } from 'oriel-host';
import { sqlStore } from 'oriel-host/kysely';
import { z } from 'zod';
import type { TrackerDatabase } from './tables.ts';

const Attachment = z.object({
  id: z.string(),
  organisation: z.string(),
  issue: z.string(),
  name: z.string(),
  type: z.string(),
  size: z.int(),
  createdBy: z.string(),
});
type Attachment = z.infer<typeof Attachment>;

const MAX_BYTES = 5_000_000;

/**
 * The files of issues. The row is in the database, and the bytes are in a folder.
 *
 * @param folder contains a file for each attachment, named after its identifier
 */
export const attachments = (database: TrackerDatabase, folder: string) => {
  const store = sqlStore(database, 'attachments', { columns: { createdBy: 'created_by' } });
  return resource('attachments', Attachment, {
    id: 'id',
    only: ['list', 'get', 'create', 'delete'],
    links: { issue: 'issues', createdBy: 'users' },
    subresources: { '/issues/{issue}/attachments': { issue: 'issue' } },
    input: { create: z.object({ issue: z.string(), content: z.file().max(MAX_BYTES) }) },
    operations: { create: { uploads: true, bodyLimit: MAX_BYTES + 10_000 } },
    access: { read: 'user', write: 'role:member' },
    defaults: { id: () => randomUUID(), createdBy: ({ user }) => user!.id },
    filters: { issue: filter.exact() },
    store,
    process: {
      create: async (input) => {
        const { content, ...row } = input.body;
        const { id } = row as unknown as Attachment;
        const { name, type, size } = content;
        await mkdir(folder, { recursive: true });
        await writeFile(join(folder, id), content.stream());
        try {
          return await store.create({ ...row, name: name.slice(0, 255), type, size }, input);
        } catch (error) {
          await rm(join(folder, id), { force: true });
          throw error;
        }
      },
      delete: async (input) => {
        await store.delete({ id: input.id }, input);
        await afterCommit(() => rm(join(folder, input.id), { force: true }));
      },
    },
    custom: {
      content: {
        line: 'GET /{id}/content',
        summary: 'Downloads the file',
        output: z.file(),
        // A browser never shows a file of a user, so that its scripts do not run.
        handle: ({ item }) => file(item.id, { root: folder, name: item.name, contentType: item.type, download: true }),
      },
    },
  });
};
