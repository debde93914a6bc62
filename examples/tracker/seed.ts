import { createHash } from 'node:crypto';
import { hashPassword } from 'oriel-host/security';
import type { TrackerDatabase } from './tables.ts';

/** The demo accounts. Their secrets are public, so they are added in development only. */
export const DEMO_ACCOUNTS = [
  { id: 'ada', organisation: 'acme', name: 'Ada', roles: ['admin'], password: 'lovelace' },
  { id: 'ben', organisation: 'acme', name: 'Ben', roles: ['member'], password: 'franklin' },
  { id: 'eve', organisation: 'globex', name: 'Eve', roles: ['admin'], password: 'evening' },
].map((account) => ({ ...account, key: `${account.id}.public-demo-key-for-the-tracker-example-001` }));

/** Adds two organisations with users, projects, labels and issues to an empty database. */
export async function seed(database: TrackerDatabase): Promise<void> {
  const existing = await database.selectFrom('organisations').select('id').executeTakeFirst();
  if (existing) return;
  const users = await Promise.all(
    DEMO_ACCOUNTS.map(async ({ id, organisation, name, roles, password }) => {
      return { id, organisation, name, roles: JSON.stringify(roles), password: await hashPassword(password) };
    }),
  );
  await database.transaction().execute(async (transaction) => {
    const insert = transaction.insertInto.bind(transaction);
    await insert('organisations')
      .values([
        { id: 'acme', name: 'Acme' },
        { id: 'globex', name: 'Globex' },
      ])
      .execute();
    await insert('users').values(users).execute();
    await insert('api_keys')
      .values(DEMO_ACCOUNTS.map(({ id, key }) => ({ id, hash: computeHash(key), user_id: id })))
      .execute();
    await insert('projects')
      .values([
        { id: 'boat', organisation: 'acme', name: 'Boat', last_number: 1 },
        { id: 'plane', organisation: 'globex', name: 'Plane', last_number: 1 },
      ])
      .execute();
    await insert('labels')
      .values(
        ['acme', 'globex'].flatMap((organisation) =>
          ['bug', 'urgent'].map((name) => ({ id: `${organisation}-${name}`, organisation, name })),
        ),
      )
      .execute();
    await insert('issues')
      .values([
        { ...getIssue('acme', 'boat', 'ada'), title: 'The bilge pump stops', text: 'After about an hour.' },
        { ...getIssue('globex', 'plane', 'eve'), title: 'The door rattles', text: '' },
      ])
      .execute();
    await insert('issue_labels').values({ issue_id: 'boat-1', label_id: 'acme-bug' }).execute();
  });
}

function computeHash(key: string): string {
  return `sha256:${createHash('sha256').update(key).digest('hex')}`;
}

function getIssue(organisation: string, project: string, user: string) {
  const state = 'open' as const;
  const written = { created_by: user, updated_at: '2026-01-31T12:00:00.000Z' };
  return { id: `${project}-1`, organisation, project, number: 1, state, assignee: null, ...written };
}
