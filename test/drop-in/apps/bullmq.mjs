import { createServer } from 'node:http';
import { Queue, Worker } from 'bullmq';

/** A server that adds jobs to a queue of BullMQ, and a worker that processes them. */
const { hostname: host, port } = new URL(process.env.REDIS_URL);
const connection = { host, port: Number(port || 6379), maxRetriesPerRequest: null };
// Redis may still have the queue of an earlier process with the same id.
const name = `oriel-drop-in-${process.pid}${Date.now() % 1_000_000}`;
const queue = new Queue(name, { connection });
const worker = new Worker(
  name,
  async (job) => {
    console.log(`job ${job.name}`);
    await job.updateProgress(50);
    if (job.name === 'fail') throw new RangeError('no such mailbox');
    return { sent: job.data.to };
  },
  { connection },
);
await Promise.all([queue.waitUntilReady(), worker.waitUntilReady()]);

const finished = (event, id) =>
  new Promise((resolve) => {
    const listener = (job, outcome) => job.id === id && (worker.off(event, listener), resolve(outcome));
    worker.on(event, listener);
  });

let last = 0;
const server = createServer(async (request, response) => {
  if (request.url === '/bulk') {
    const added = await queue.addBulk([1, 2].map((to) => ({ name: 'send-mail', data: { to } })));
    return response.end(String(added.length));
  }
  const jobId = `j${++last}`;
  const fails = request.url === '/fail';
  const outcome = finished(fails ? 'failed' : 'completed', jobId);
  await queue.add(fails ? 'fail' : 'send-mail', { to: 'ada', password: 'hunter2' }, { jobId, removeOnComplete: true });
  const result = await outcome;
  response.end(fails ? result.message : JSON.stringify(result));
});
server.listen(0, '127.0.0.1', () => console.log(`listening on ${server.address().port}`));
