/**
 * A process that writes `count` profiles, or profiles until it is killed, into a storage that it may share. It prints a line when
 * it starts and, with `--report`, a line for each queued profile.
 */
import { parseArgs } from 'node:util';
import { SqlProfileStorage } from '../../packages/profiler/src/store/sqlite/sql-profile-storage.ts';
import { batch } from '../contracts/profile-storage.ts';
import { ProfileTokenAllocator } from '../../packages/profiler/src/store/profile-token.ts';
import { WriteBehind } from '../../packages/profiler/src/store/write-behind.ts';

const { values } = parseArgs({
  options: {
    file: { type: 'string' },
    count: { type: 'string', default: 'Infinity' },
    profiles: { type: 'string', default: '10000' },
    bytes: { type: 'string', default: '200000000' },
    size: { type: 'string', default: '2000' },
    pace: { type: 'string', default: '20' },
    report: { type: 'boolean', default: false },
    gather: { type: 'boolean', default: false },
  },
});

const caps = { profiles: Number(values.profiles), bytes: Number(values.bytes) };
const storage = new SqlProfileStorage({ file: values.file!, caps, onTrouble: ({ message }) => console.error(message) });
const tokens = new ProfileTokenAllocator({ lease: (count) => storage.lease(count) });
const queue = new WriteBehind({ storage });
const [sample] = batch(0, 1, Number(values.size));
const usedTokens: string[] = [];
let unrecorded = 0;
let queued = 0;

console.log('started');
const timer = setInterval(round, 2);

function round(): void {
  for (let n = 0; n < Number(values.pace) && queued < Number(values.count); n++) {
    const token = tokens.next();
    // Another process creates or locks the file. A host would not record this request.
    if (token === undefined) return void (unrecorded += 1);
    const time = Date.now();
    queue.push({ summary: { ...sample!.summary, token, time, pid: process.pid }, data: sample!.data });
    queued += 1;
    if (values.gather) usedTokens.push(token);
    if (values.report) console.log(`${token} ${time}`);
  }
  if (queued < Number(values.count)) return;
  clearInterval(timer);
  void queue.flushed().then(() => {
    console.log(JSON.stringify({ ...queue.health, unrecorded, tokens: usedTokens }));
    queue.close();
    storage.close();
  });
}
