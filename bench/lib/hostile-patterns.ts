import { connect } from 'node:net';
import type { ServerProcess } from './server-process.ts';

/** Repeated to a megabyte: input for which naive pattern matchers are slow. */
const BODIES = ['(a+)+', '*a', '{', '(', ':x', '%', '((a?){30}){30}', '{a}?', 'é'];
const MEGABYTE = 2 ** 20;
const TIMES = 20;

/** Returns the largest CPU time in milliseconds of a request with a pattern of one megabyte, and its status line. */
export async function hostilePatterns(server: ServerProcess): Promise<{ worst: number; of: string; status: string }> {
  let slowest = { worst: 0, of: '', status: '' };
  for (const type of ['match', 'match_urlpattern', 'topic'])
    for (const body of BODIES) {
      const form = new URLSearchParams([[type, `https://x/${body.repeat(MEGABYTE / body.length)}`]])
        .toString()
        .slice(0, MEGABYTE);
      const request = `QUERY /.well-known/mercure HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${form.length}\r\n\r\n${form}`;
      await send(server.port, request);
      const before = server.cpuTime();
      let status = '';
      for (let round = 0; round < TIMES; round++) status = await send(server.port, request);
      const worst = (server.cpuTime() - before) / 1e6 / TIMES;
      if (worst > slowest.worst) slowest = { worst, of: `${type}=…${body}`, status };
    }
  return slowest;
}

function send(port: number, request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let head = '';
    const socket = connect(port, '127.0.0.1');
    socket.on('error', (error) => (head === '' ? reject(error) : resolve(head)));
    socket.on('data', (piece) => (head ||= getLine(piece)));
    socket.on('data', () => socket.destroy());
    socket.on('close', () => resolve(head));
    socket.write(request);
  });
}

function getLine(head: Buffer): string {
  const [line = ''] = head.toString('latin1').split('\r\n', 1);
  return line;
}
