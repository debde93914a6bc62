import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { startClinic } from './test-clinic.ts';

const slot = (start: string, end: string, more: object = {}) => ({
  ...{ room: '/api/rooms/1', practitioner: '/api/practitioners/1', patient: '/api/patients/1', fee: '80.5' },
  ...{ startsAt: `2030-03-04T${start}:00Z`, endsAt: `2030-03-04T${end}:00Z`, ...more },
});

for (const kind of ['SQLite', 'PostgreSQL'] as const)
  describe(`clinic on ${kind}`, () => {
    it('books a slot once for 20 clients at the same time', async (t) => {
      const clinic = await startClinic(t, kind);
      if (typeof clinic === 'string') return t.skip(clinic);
      const { send, database } = clinic;
      const book = async (index: number): Promise<Response> =>
        send(
          'miles',
          'POST /api/appointments',
          slot('09:00', '09:30', { patient: `/api/patients/${1 + (index % 5)}` }),
        );
      await send('miles', 'GET /api/rooms');
      const responses = await Promise.all(Array.from({ length: 20 }, async (_, index) => book(index)));
      const statuses = responses.map(({ status }) => status).toSorted((one, other) => one - other);
      assert.deepEqual(statuses, [201, ...Array.from({ length: 19 }, () => 409)]);
      const problem = (await responses.find(({ status }) => status === 409)!.json()) as { type: string };
      assert.equal(problem.type, '/problems/slot-taken');
      const { rows } = await sql`select id from oriel_audit where operation = 'appointments.create'`.execute(database);
      assert.equal(rows.length, 1);
    });

    it('refuses appointments that overlap in the room or of the practitioner, but not one after the other', async (t) => {
      const clinic = await startClinic(t, kind);
      if (typeof clinic === 'string') return t.skip(clinic);
      const book = async (body: object) => clinic.send('miles', 'POST /api/appointments', body);
      const first = await book(slot('09:00', '10:00'));
      const { id, fee } = (await first.json()) as { id: number; fee: string };
      assert.deepEqual([first.status, Number(fee)], [201, 80.5]);
      const other = { practitioner: '/api/practitioners/2' };
      assert.equal((await book(slot('09:30', '10:30', other))).status, 409);
      assert.equal((await book(slot('08:30', '09:01', { room: '/api/rooms/2' }))).status, 409);
      assert.equal((await book(slot('09:30', '10:30', { ...other, room: '/api/rooms/2' }))).status, 201);
      assert.equal((await book(slot('10:00', '10:30'))).status, 201);
      assert.equal((await book(slot('12:00', '11:00'))).status, 422);
      assert.equal((await book(slot('12:00', '13:00', { fee: '1.005' }))).status, 422);
      const later = { startsAt: '2030-03-04T09:45:00Z', endsAt: '2030-03-04T10:15:00Z' };
      assert.equal((await clinic.send('miles', `POST /api/appointments/${id}/reschedule`, later)).status, 409);
      assert.equal((await clinic.send('miles', `POST /api/appointments/${id}/cancel`)).status, 200);
      assert.equal((await book(slot('09:00', '10:00'))).status, 201);
    });

    it('changes an appointment in the state that the client has seen, and by users with the role', async (t) => {
      const clinic = await startClinic(t, kind);
      if (typeof clinic === 'string') return t.skip(clinic);
      const { send } = clinic;
      const created = await send('miles', 'POST /api/appointments', slot('09:00', '10:00'));
      const path = created.headers.get('Location')!;
      const tag = (await send('lena', `GET ${path}`)).headers.get('ETag')!;
      assert.equal((await send('lena', `POST ${path}/cancel`, undefined, { 'If-Match': tag })).status, 403);
      assert.equal((await send('lena', `POST ${path}/check-in`, undefined, { 'If-Match': tag })).status, 200);
      assert.equal((await send('miles', `POST ${path}/cancel`, undefined, { 'If-Match': tag })).status, 412);
      assert.equal((await send('lena', `POST ${path}/check-in`)).status, 409);
      const changes = (await (await send('dora', 'GET /api/changes')).json()) as { operation: string; user: string }[];
      assert.deepEqual(
        changes.map(({ operation, user }) => `${operation} ${user}`),
        ['appointments.check-in lena', 'appointments.create miles'],
      );
      assert.equal((await send('miles', 'GET /api/changes')).status, 403);
    });

    it('publishes changes to subscribers of the calendar, and sends signed webhooks', async (t) => {
      const received: string[] = [];
      const server = createServer(async (request, response) => {
        const body = Buffer.concat(await request.toArray()).toString();
        received.push(
          `${(JSON.parse(body) as { type: string }).type} ${String(request.headers['webhook-signature']).slice(0, 3)}`,
        );
        response.end();
      }).listen(0, '127.0.0.1');
      await once(server, 'listening');
      t.after(() => server.close());
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
      const clinic = await startClinic(t, kind, { webhook: { url, secret } });
      if (typeof clinic === 'string') return t.skip(clinic);
      const { send } = clinic;
      const list = await send('lena', 'GET /api/appointments');
      const hub = list.headers
        .getSetCookie()
        .find((cookie) => cookie.includes('mercure'))!
        .split(';')[0]!;
      const stream = await send('lena', 'GET /.well-known/mercure?match_urlpattern=/api/appointments/:id', undefined, {
        Cookie: hub,
      });
      const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader();
      const { id } = (await (await send('miles', 'POST /api/appointments', slot('09:00', '10:00'))).json()) as {
        id: number;
      };
      await send('miles', `POST /api/appointments/${id}/cancel`);
      let text = '';
      while (!text.includes('"cancelled"')) text += (await reader.read()).value ?? '';
      assert.match(text, /"booked"/);
      while (received.length < 2) await new Promise((resolve) => setTimeout(resolve, 10));
      assert.deepEqual(received, ['appointments.create v1,', 'appointments.cancel v1,']);
    });
  });
