import { hashPassword, sessionLogin } from 'oriel-host/security';
import type { SecurityConfig } from 'oriel-host/security';
import type { Kysely } from 'kysely';
import type { Tables } from './database.ts';

/** The demo accounts. Their passwords are public, so they exist in development only. */
export const DEMO_ACCOUNTS = [
  { id: 'dora', roles: ['admin'], password: 'reception' },
  { id: 'miles', roles: ['desk'], password: 'telephone' },
  { id: 'lena', roles: ['staff'], password: 'stethoscope' },
];

/** Returns the accounts, and how browsers log in. */
export async function createSecurity(hasDemo: boolean): Promise<SecurityConfig> {
  const accounts = hasDemo ? DEMO_ACCOUNTS : [];
  return {
    users: await Promise.all(
      accounts.map(async (account) => ({ ...account, password: await hashPassword(account.password) })),
    ),
    throttle: { perProcess: true },
    roles: { admin: ['desk'], desk: ['staff'], staff: [] },
    firewalls: [{ name: 'clinic', authenticators: [sessionLogin()], anonymous: true }],
  };
}

/** Adds rooms, practitioners, patients and appointments of this day to an empty database. */
export async function seed(database: Kysely<Tables>): Promise<void> {
  if (await database.selectFrom('rooms').select('id').executeTakeFirst()) return;
  const named = (...names: string[]) => names.map((name) => ({ name }));
  await database.transaction().execute(async (transaction) => {
    const add = transaction.insertInto.bind(transaction);
    await add('rooms')
      .values(named('Blue room', 'Green room', 'Surgery'))
      .execute();
    await add('practitioners')
      .values(named('Dr Ada Osei', 'Dr Ben Marsh', 'Lena Park'))
      .execute();
    const born = { born: '1980-05-17', phone: '+44 20 7946 0000' };
    const patients = named('Ana Silva', 'Jonas Weber', 'Mei Chen', 'Omar Haddad', 'Ruth Cole');
    await add('patients')
      .values(patients.map((patient) => ({ ...patient, ...born })))
      .execute();
    const visit = (practitioner: number, patient: number, hour: number, minutes: number) => {
      const start = new Date().setHours(hour, 0, 0, 0);
      const times = {
        starts_at: new Date(start).toISOString(),
        ends_at: new Date(start + minutes * 60_000).toISOString(),
      };
      return { room: practitioner, practitioner, patient, ...times, state: 'booked' as const, fee: '80.00' };
    };
    await add('appointments')
      .values([visit(1, 1, 9, 30), visit(1, 2, 10, 60), visit(2, 3, 9, 45), visit(3, 4, 13, 90)])
      .execute();
  });
}
