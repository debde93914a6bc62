import type { Workload } from '../workloads.ts';
import { LOGIN_PATH, accessToken } from '../visitors.ts';
import { askAll } from './ask.ts';
import type { Received, Sent } from './ask.ts';

/** Logs users in. @returns the Authorization and Cookie headers of each @throws {Error} when a login fails */
export async function credentialsOf(port: number, count: number): Promise<readonly Record<string, string>[]> {
  const tokens = Array.from({ length: count }, (_, index) => `Bearer ${accessToken(`user-${index + 1}`)}`);
  const logins = tokens.map((Authorization): Sent => ({ method: 'GET', path: LOGIN_PATH, headers: { Authorization } }));
  const answers = await askAll(port, logins);
  return answers.map(({ status, headers }, index) => {
    if (status >= 400) throw new Error(`The login of user ${index + 1} was answered with ${status}`);
    const cookies = (headers['set-cookie'] ?? []).map((each) => each.slice(0, each.indexOf(';')));
    const Authorization = tokens.at(index)!;
    return cookies.length === 0 ? { Authorization } : { Authorization, Cookie: cookies.join('; ') };
  });
}

/**
 * Verifies that a server checks a request: a forged token, the session of another user, an invalid query and a page of
 * another origin are refused.
 *
 * @throws {Error} that names what was accepted
 */
export async function verifyGuards(peer: string, port: number, workload: Workload, sent: Sent): Promise<void> {
  if (workload.visitors === undefined || peer === 'raw') return;
  const { 'If-None-Match': _, ...asks } = sent.headers;
  const ask = async (headers: Readonly<Record<string, string>>, path = sent.path): Promise<Received> => {
    const answers = await askAll(port, [{ method: 'GET', path, headers: { ...asks, ...headers } }]);
    return answers.at(0)!;
  };
  const expect = (what: string, actual: unknown, expected: unknown): void => {
    if (actual !== expected) throw new Error(`${peer}: ${what} gives ${String(actual)}, expected ${String(expected)}`);
  };
  const [one, other] = await credentialsOf(port, 2);
  const forged = { Authorization: `Bearer ${accessToken('user-1', 'x'.repeat(40))}` };
  expect('a forged token', (await ask(forged)).status, 401);
  const mixed = { ...other, Authorization: String(one?.['Authorization']) };
  expect('the session of another user', (await ask(mixed)).status, 403);
  expect('an unknown session', (await ask({ Cookie: 'session=made-up' })).status, 403);
  expect('an invalid query', (await ask({}, sent.path.replace(/=\w+$/, '=nonsense'))).status, 400);
  const foreign = await ask({ Origin: 'https://evil.test' });
  expect('another origin', foreign.headers['access-control-allow-origin'], undefined);
}
