import { createServer, get } from 'node:http';

/** Answers requests, and ends two turns of the event loop after the last response. */
const [, , how, count] = process.argv;
const ENDS = {
  exit: () => process.exit(3),
  return: () => server.close(),
  throw: () => {
    throw new Error('ended');
  },
};

let left = Number(count);
const server = createServer((request, response) => {
  response.on('close', () => {
    if (--left > 0) return send();
    // oxlint-disable-next-line typescript/no-implied-eval -- a function
    setImmediate(() => setImmediate(ENDS[how] ?? (() => process.kill(process.pid, how))));
  });
  response.end('done');
});
if (process.env.HANDLER) process.on(process.env.HANDLER, () => process.exit(4));
server.listen(0, send);

function send() {
  get({ port: server.address().port, agent: false }, (response) => response.resume());
}
