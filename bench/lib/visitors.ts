import type { Workload } from '../workloads.ts';
import { LOGIN_PATH, accessToken } from '../visitors.ts';
import { sendAll } from './send-requests.ts';
import type { Received, Sent } from './send-requests.ts';

/** Logs users in. @returns the Authorization and Cookie headers of each @throws {Error} if a login fails */
export async function getCredentials(port: number, count: number): Promise<readonly Record<string, string>[]> {
  const tokens = Array.from({ length: count }, (_, index) => `Bearer ${accessToken(`user-${index + 1}`)}`);
  const logins = tokens.map((Authorization): Sent => ({ method: 'GET', path: LOGIN_PATH, headers: { Authorization } }));
  const responses = await sendAll(port, logins);
  return responses.map(({ status, headers }, index) => {
    if (status >= 400) throw new Error(`The login of user ${index + 1} failed with ${status}`);
    const cookies = (headers['set-cookie'] ?? []).map((text) => text.slice(0, text.indexOf(';')));
    const Authorization = tokens.at(index)!;
    return cookies.length === 0 ? { Authorization } : { Authorization, Cookie: cookies.join('; ') };
  });
}

/**
 * Verifies that a server validates requests: a forged token, the session of another user, an invalid query and another
 * origin are rejected.
 *
 * @throws {Error} with the request that was accepted
 */
export async function verifyRejections(peer: string, port: number, workload: Workload, sent: Sent): Promise<void> {
  if (workload.visitors === undefined || peer === 'raw') return;
  const { 'If-None-Match': _, ...asks } = sent.headers;
  const send = async (headers: Readonly<Record<string, string>>, path = sent.path): Promise<Received> => {
    const responses = await sendAll(port, [{ method: 'GET', path, headers: { ...asks, ...headers } }]);
    return responses.at(0)!;
  };
  const expect = (what: string, actual: unknown, expected: unknown): void => {
    if (actual !== expected) throw new Error(`${peer}: ${what} gives ${String(actual)}, expected ${String(expected)}`);
  };
  const [one, other] = await getCredentials(port, 2);
  const forged = { Authorization: `Bearer ${accessToken('user-1', 'x'.repeat(40))}` };
  expect('a forged token', (await send(forged)).status, 401);
  const mixed = { ...other, Authorization: String(one?.['Authorization']) };
  expect('the session of another user', (await send(mixed)).status, 403);
  expect('an unknown session', (await send({ Cookie: 'session=unknown' })).status, 403);
  expect('an invalid query', (await send({}, sent.path.replace(/=\w+$/, '=nonsense'))).status, 400);
  const foreign = await send({ Origin: 'https://evil.test' });
  expect('another origin', foreign.headers['access-control-allow-origin'], undefined);
}
