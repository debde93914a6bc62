import { connect } from 'node:net';
import type { ServerProcess } from './server-process.ts';

/** A megabyte each, of what has brought matchers down. */
const BODIES = ['(a+)+', '*a', '{', '(', ':x', '%', '((a?){30}){30}', '{a}?', 'é'];
const MEGABYTE = 2 ** 20;
const TIMES = 20;

/** Milliseconds of processor time that a request with a pattern of a megabyte takes, the worst of all, and what it is answered. */
export async function hostilePatterns(server: ServerProcess): Promise<{ worst: number; of: string; status: string }> {
  let found = { worst: 0, of: '', status: '' };
  for (const type of ['match', 'match_urlpattern', 'topic'])
    for (const body of BODIES) {
      const form = new URLSearchParams([[type, `https://x/${body.repeat(MEGABYTE / body.length)}`]])
        .toString()
        .slice(0, MEGABYTE);
      const request = `QUERY /.well-known/mercure HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${form.length}\r\n\r\n${form}`;
      await ask(server.port, request);
      const before = server.cpuTime();
      let status = '';
      for (let turn = 0; turn < TIMES; turn++) status = await ask(server.port, request);
      const worst = (server.cpuTime() - before) / 1e6 / TIMES;
      if (worst > found.worst) found = { worst, of: `${type}=…${body}`, status };
    }
  return found;
}

function ask(port: number, request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let head = '';
    const socket = connect(port, '127.0.0.1');
    socket.on('error', (error) => (head === '' ? reject(error) : resolve(head)));
    socket.on('data', (piece) => (head ||= lineOf(piece)));
    socket.on('data', () => socket.destroy());
    socket.on('close', () => resolve(head));
    socket.write(request);
  });
}

function lineOf(head: Buffer): string {
  const [line = ''] = head.toString('latin1').split('\r\n', 1);
  return line;
}
