import { ConflictError, field, filter, problem, resource } from 'oriel-host';
import { sqlStore } from 'oriel-host/kysely';
import type { Audit } from 'oriel-host/kysely';
import { z } from 'zod';
import type { OpenDatabase } from './database.ts';

const Appointment = z.object({
  id: z.int(),
  room: z.int(),
  practitioner: z.int(),
  patient: z.int(),
  startsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  state: z.enum(['booked', 'arrived', 'cancelled']),
  fee: field.decimal(z, { digits: 8, scale: 2 }),
});
type Appointment = z.infer<typeof Appointment>;

const taken = problem(409, '/problems/slot-taken');
const TAKEN = { room: 'The room is in use at this time', practitioner: 'The practitioner has another appointment' };

/** The appointments. Each change is live, in the audit, and sent to the webhook. */
export function appointments({ database, kind }: OpenDatabase, hooks: readonly Audit['hooks'][]) {
  const store = sqlStore(database, 'appointments', {
    columns: { startsAt: 'starts_at', endsAt: 'ends_at' },
    constraints: {
      appointments_length: { detail: 'An appointment ends after it starts', fields: ['endsAt'] },
      ...(kind === 'postgres' && {
        appointments_room: { ...taken, detail: TAKEN.room, fields: ['room'] },
        appointments_practitioner: { ...taken, detail: TAKEN.practitioner, fields: ['practitioner'] },
      }),
    },
  });

  // SQLite has no exclusion constraints, but one transaction that writes at a time.
  async function assertFree(transaction: OpenDatabase['database'], next: Appointment): Promise<void> {
    if (kind === 'postgres' || next.state === 'cancelled') return;
    const found = await transaction
      .selectFrom('appointments')
      .select(['room', 'practitioner'])
      .where('id', '!=', next.id)
      .where('state', '!=', 'cancelled')
      .where('starts_at', '<', next.endsAt)
      .where('ends_at', '>', next.startsAt)
      .where((is) => is.or([is('room', '=', next.room), is('practitioner', '=', next.practitioner)]))
      .executeTakeFirst();
    if (found) throw taken({ detail: TAKEN[found.room === next.room ? 'room' : 'practitioner'] });
  }

  return resource('appointments', Appointment, {
    id: 'id',
    only: ['list', 'get', 'create', 'patch'],
    live: true,
    idempotency: 'accept',
    links: { room: 'rooms', practitioner: 'practitioners', patient: 'patients' },
    input: {
      create: Appointment.omit({ id: true, state: true }),
      replace: Appointment.pick({ room: true, fee: true }),
    },
    defaults: { state: () => 'booked' as const },
    access: { read: 'role:staff', write: 'role:desk' },
    order: { startsAt: 'asc' },
    filters: { startsAt: filter.date(), state: filter.exact(), patient: filter.exact() },
    page: { size: 100, max: 500 },
    store,
    on: [{ '*': { after: ({ transaction, next }) => assertFree(transaction, next as Appointment) } }, ...hooks],
    custom: {
      'check-in': {
        line: 'POST /{id}/check-in',
        summary: 'The patient has arrived',
        access: 'role:staff',
        handle: (input) => store.patch({ id: assertBooked(input.item).id }, { state: 'arrived' }, input),
      },
      cancel: {
        line: 'POST /{id}/cancel',
        handle: (input) => store.patch({ id: input.item.id }, { state: 'cancelled' }, input),
      },
      reschedule: {
        line: 'POST /{id}/reschedule',
        input: Appointment.pick({ startsAt: true, endsAt: true }),
        handle: (input) => store.patch({ id: assertBooked(input.item).id }, input.body, input),
      },
    },
  });
}

function assertBooked(item: Appointment): Appointment {
  if (item.state !== 'booked') throw new ConflictError(`The appointment is ${item.state}`);
  return item;
}
