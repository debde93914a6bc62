import { createServer } from 'node:http';
import { withProfile } from 'oriel';

/** A server that runs jobs with `withProfile`, inside and outside of requests. */
const jobs = {
  async sends() {
    return await withProfile('job', 'send-mail', async () => {
      console.log('sending to password=hunter2');
      await Promise.resolve();
      return 'sent';
    });
  },
  async fails() {
    return await withProfile('job', 'send-mail', async () => {
      await Promise.resolve();
      throw new RangeError('no such mailbox');
    }).catch((error) => error.message);
  },
  sync: () => withProfile('cron', 'count things?', () => 7),
  throws() {
    try {
      return withProfile('cron', 'count things?', () => JSON.parse('{'));
    } catch (error) {
      return error.name;
    }
  },
  hostile: () => withProfile('job', `\ud800${'x'.repeat(100_000)}`, () => 'ran'),
  invalid() {
    try {
      return withProfile('Send mail', 'x', () => 1);
    } catch (error) {
      return error.message;
    }
  },
};

const server = createServer(async (request, response) => {
  const name = request.url.slice(1);
  response.end(String(await jobs[name]()));
});
server.listen(0, '127.0.0.1', () => {
  console.log(`listening on ${server.address().port}`);
  // The test opens the store meanwhile. While one process creates it, the other cannot write.
  if (process.env.FIRST_JOB) setTimeout(() => jobs[process.env.FIRST_JOB](), 1_000);
});
