import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { connect } from 'node:net';
import { defineHost, memoryStore, resource } from 'oriel-host';
import type { Host, HostConfig } from 'oriel-host';
import { bearer as bearerAuthenticator, hashPassword, sessionLogin } from 'oriel-host/security';
import { z } from 'zod';
import { SECRET, bearer } from './test-hub.ts';
import { getCookies } from './live-host.ts';

const Boat = z.object({ id: z.int(), name: z.string() });
const KEY = 'a-key-of-the-application-long-enough';
const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
type Firewalls = NonNullable<HostConfig['security']>['firewalls'];

/** Returns a token of the application, which the hub does not accept. */
function createApplicationToken(): string {
  const text = `${part({ alg: 'HS256' })}.${part({ sub: 'ada', exp: Math.floor(Date.now() / 1000) + 60 })}`;
  return `${text}.${createHmac('sha256', KEY).update(text).digest('base64url')}`;
}

/** Configurations with a firewall for every path, by authentication method. */
export const CONFIGURATIONS: Readonly<Record<string, () => Promise<Pick<HostConfig, 'security' | 'sessions'>>>> = {
  'bearer tokens': async () => ({
    security: { firewalls: firewallWith(bearerAuthenticator({ algorithms: ['HS256'], secret: KEY })) },
  }),
  sessions: async () => ({
    sessions: { csrf: false },
    security: {
      users: [{ id: 'ada', roles: [], password: await hashPassword('secret', { memory: 64, passes: 1 }) }],
      firewalls: firewallWith(sessionLogin()),
    },
  }),
};

export function firewallWith(authenticator: NonNullable<Firewalls[number]['authenticators']>[number]): Firewalls {
  return [{ name: 'site', authenticators: [authenticator] }];
}

/** Creates a host with a hub and boats that authenticated users can read and change. */
export function createFirewalledHost(more: Pick<HostConfig, 'security' | 'sessions' | 'hub'>): Host {
  return defineHost({
    hub: { secret: SECRET, subscriptions: true, cors: ['https://app.example'] },
    resources: [
      resource('boats', Boat, {
        id: 'id',
        access: { write: 'user' },
        live: true,
        store: memoryStore([{ id: 1, name: 'Nereid' }]),
      }),
    ],
    log: false,
    profiler: false,
    ...more,
  });
}

/** Returns the headers of an authenticated client. */
export async function credentialsFor(method: string, origin: string): Promise<Record<string, string>> {
  return method === 'sessions' ? { Cookie: await login(origin) } : bearer(createApplicationToken());
}

/** Logs in and returns the cookies. */
async function login(origin: string): Promise<string> {
  const response = await fetch(`${origin}/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: origin },
    body: JSON.stringify({ username: 'ada', password: 'secret' }),
  });
  assert.equal(response.status, 200);
  return getCookies(response);
}

/** Requests a path over a socket, because HTTP clients normalize the path. */
export function getStatus(port: number, path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`),
    );
    socket.on('error', reject).once('data', (data) => {
      socket.destroy();
      resolve(Number(String(data).split(' ')[1]));
    });
  });
}
