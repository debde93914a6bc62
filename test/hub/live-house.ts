import { defineHost, memoryStore, resource, where } from 'oriel';
import type { Host } from 'oriel';
import type { HubConfig } from 'oriel/hub';
import { refuse } from 'oriel/security';
import type { Authenticator } from 'oriel/security';
import { z } from 'zod';
import { held } from '../lib/held.ts';
import { EventReader } from './event-reader.ts';

export const SECRET = 'a-secret-of-the-tests-that-is-long-enough';
const HUB = 'http://localhost/.well-known/mercure';
const Boat = z.object({ id: z.int(), name: z.string(), secret: z.string().optional() });
const Note = z.object({ id: z.int(), owner: z.string(), text: z.string() });
const Paper = z.object({ id: z.int(), text: z.string() });

/** Whoever says who they are is believed; `ada admin` has a role as well. */
export const byName: Authenticator = {
  name: 'name',
  authenticate({ headers }) {
    const sent = headers.get('x-user');
    if (sent === undefined) return undefined;
    const [id = '', ...roles] = sent.split(' ');
    return id === '' ? refuse('Say who you are') : { id, roles };
  },
};

/** A host with boats that everybody sees, papers for admins, and notes that only their owners and admins see. */
export function liveHouse(hub: HubConfig = { secret: SECRET, anonymous: true }, profiler?: { record: 'all' }): Host {
  return defineHost({
    hub,
    resources: [
      resource('boats', Boat, {
        id: 'id',
        input: { create: Boat.omit({ id: true }) },
        fields: { secret: 'role:admin' },
        access: { write: 'public' },
        bulk: { max: 10 },
        idempotency: 'accept',
        live: { topics: () => '/fleet' },
        store: memoryStore([{ id: 1, name: 'Nereid', secret: 'gold' }]),
      }),
      resource('papers', Paper, {
        id: 'id',
        access: { read: 'role:admin', write: 'role:admin' },
        live: true,
        store: memoryStore([{ id: 1, text: 'first' }]),
      }),
      resource('notes', Note, {
        id: 'id',
        access: {
          read: ({ user }) => user?.roles.includes('admin') || where({ owner: user?.id ?? '' }),
          write: 'user',
        },
        live: true,
        store: memoryStore([
          { id: 1, owner: 'ada', text: 'hers' },
          { id: 2, owner: 'bob', text: 'his' },
        ]),
      }),
    ],
    security: { firewalls: [{ name: 'main', authenticators: [byName], anonymous: true }] },
    log: { level: 'none' },
    profiler: profiler ?? false,
  });
}

/** Sends a request as somebody, and holds the answer against the document of the host. */
export function send(
  host: Host,
  line: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  const [method = 'GET', path = ''] = line.split(' ');
  const sent = body === undefined ? headers : { 'Content-Type': TYPES[method]!, ...headers };
  const init = { method, headers: sent, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
  return held(host).fetch(new Request(`http://localhost${path}`, init));
}

const TYPES: Readonly<Record<string, string>> = {
  POST: 'application/json',
  PUT: 'application/json',
  PATCH: 'application/merge-patch+json',
};

/** The cookies for the hub that an answer gives, as a browser would send them there. */
export function cookiesOf(response: Response): string {
  return response.headers
    .getSetCookie()
    .map((each) => each.split(';', 1)[0]!)
    .join('; ');
}

/** Listens, with the cookies of somebody. */
export async function listen(host: Host, query: string, cookie = ''): Promise<EventReader> {
  const response = await host.fetch(
    new Request(`${HUB}?${query}`, { headers: cookie === '' ? {} : { Cookie: cookie } }),
  );
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
  return new EventReader(response);
}

/** What a reader has heard so far; `end` is told to everybody to know when that was all. */
export async function heardBy(host: Host, reader: EventReader, end = 'the end'): Promise<unknown[]> {
  await host.hub.publish({ topics: 'end', data: JSON.stringify(end) });
  const heard: unknown[] = [];
  for (let data = await reader.data(); data !== undefined; data = await reader.data()) {
    const told: unknown = JSON.parse(data);
    if (told === end) break;
    if (typeof told === 'object') heard.push(told);
  }
  return heard;
}
