import type { Workload } from '../workloads.ts';
import { LOGIN_PATH, VISITORS, accessToken } from '../visitors.ts';

/** A work as many visitors ask for it, in turn. */
export async function withVisitors(port: number, workload: Workload): Promise<Workload> {
  if (workload.visitors !== true) return workload;
  const everybody: Record<string, string>[] = [];
  for (let i = 1; i <= VISITORS; i++) everybody.push({ ...workload.asks, ...(await credentialsOf(port, `user-${i}`)) });
  return { ...workload, asks: { ...everybody[0] }, everybody };
}

/**
 * Makes sure that a server looks at what it is sent: a forged token, the session of somebody else, a query that makes no
 * sense and a page of another origin get what they deserve.
 *
 * @throws {Error} that names what was let through
 */
export async function verifyGuards(peer: string, port: number, { visitors, path, asks }: Workload): Promise<void> {
  if (visitors !== true || peer === 'raw') return;
  const ask = (headers: Readonly<Record<string, string>>, at = path): Promise<Response> =>
    fetch(`http://127.0.0.1:${port}${at}`, { headers: { ...asks, ...headers } });
  const expect = (what: string, got: unknown, wanted: unknown): void => {
    if (got !== wanted) throw new Error(`${peer}: ${what} gives ${String(got)}, not ${String(wanted)}`);
  };
  const other = await credentialsOf(port, 'user-2');
  const token = `Bearer ${accessToken('user-1')}`;
  expect(
    'a forged token',
    (await ask({ Authorization: `Bearer ${accessToken('user-1', 'x'.repeat(40))}` })).status,
    401,
  );
  expect("somebody else's session", (await ask({ ...other, Authorization: token })).status, 403);
  expect('a session that nobody began', (await ask({ Cookie: 'session=made-up' })).status, 403);
  expect('a wrong query', (await ask({}, path.replace(/=\w+$/, '=nonsense'))).status, 400);
  const stranger = await ask({ Origin: 'https://evil.test' });
  expect('a strange origin', stranger.headers.get('access-control-allow-origin'), null);
}

async function credentialsOf(port: number, uid: string): Promise<Record<string, string>> {
  const Authorization = `Bearer ${accessToken(uid)}`;
  const response = await fetch(`http://127.0.0.1:${port}${LOGIN_PATH}`, { headers: { Authorization } });
  await response.text();
  if (response.status >= 400) throw new Error(`The login of ${uid} was answered ${response.status}`);
  const cookies = response.headers.getSetCookie().map((each) => each.slice(0, each.indexOf(';')));
  return cookies.length === 0 ? { Authorization } : { Authorization, Cookie: cookies.join('; ') };
}
