import { defineHost, memoryStore, resource, where } from 'oriel-host';
import type { Host } from 'oriel-host';
import type { HubConfig } from 'oriel-host/hub';
import { refuse } from 'oriel-host/security';
import type { Authenticator } from 'oriel-host/security';
import { z } from 'zod';
import { checkedHost } from '../lib/checked-host.ts';
import { EventReader } from './event-reader.ts';
import { ALL_FORMATS } from '../lib/formats.ts';

export const SECRET = 'a-secret-of-the-tests-that-is-long-enough';
const HUB = 'http://localhost/.well-known/mercure';
const Boat = z.object({ id: z.int(), name: z.string(), secret: z.string().optional() });
const Note = z.object({ id: z.int(), owner: z.string(), text: z.string() });
const Paper = z.object({ id: z.int(), text: z.string() });

/** Trusts the X-User header: an id, and roles after it, such as `ada admin`. */
export const headerAuthenticator: Authenticator = {
  name: 'name',
  authenticate({ headers }) {
    const sent = headers.get('x-user');
    if (sent === undefined) return undefined;
    const [id = '', ...roles] = sent.split(' ');
    return id === '' ? refuse('X-User has no user id') : { id, roles };
  },
};

/** Creates a host with public boats, papers for admins, and notes that only their owners and admins can read. */
export function createLiveHost(
  hub: HubConfig = { secret: SECRET, anonymous: true },
  profiler?: { record: 'all' },
): Host {
  return defineHost({
    api: { formats: ALL_FORMATS },
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
    security: { firewalls: [{ name: 'main', authenticators: [headerAuthenticator], anonymous: true }] },
    log: { level: 'none' },
    profiler: profiler ?? false,
  });
}

/** Sends a request and checks the exchange against the OpenAPI document of the host. */
export function send(
  host: Host,
  line: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  const [method = 'GET', path = ''] = line.split(' ');
  const sent = body === undefined ? headers : { 'Content-Type': TYPES[method]!, ...headers };
  const init = { method, headers: sent, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
  return checkedHost(host).fetch(new Request(`http://localhost${path}`, init));
}

const TYPES: Readonly<Record<string, string>> = {
  POST: 'application/json',
  PUT: 'application/json',
  PATCH: 'application/merge-patch+json',
};

/** Returns the cookies that a response sets as a Cookie header. */
export function getCookies(response: Response): string {
  return response.headers
    .getSetCookie()
    .map((text) => text.split(';', 1)[0]!)
    .join('; ');
}

/** Opens an event stream of the hub. */
export async function openStream(host: Host, query: string, cookie = ''): Promise<EventReader> {
  const response = await host.fetch(
    new Request(`${HUB}?${query}`, { headers: cookie === '' ? {} : { Cookie: cookie } }),
  );
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
  return new EventReader(response);
}

/** Returns the updates that a reader has received. Publishes `end` to know which one is the last. */
export async function receivedBy(host: Host, reader: EventReader, end = 'the end'): Promise<unknown[]> {
  await host.hub.publish({ topics: 'end', data: JSON.stringify(end) });
  const received: unknown[] = [];
  for (let data = await reader.data(); data !== undefined; data = await reader.data()) {
    const update: unknown = JSON.parse(data);
    if (update === end) break;
    if (typeof update === 'object') received.push(update);
  }
  return received;
}
