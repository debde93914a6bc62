import amqp from 'amqplib';
import { queue as createQueue } from 'async';
import Bottleneck from 'bottleneck';
import DataLoader from 'dataloader';
import fastq from 'fastq';
import mqtt from 'mqtt';
import { connect as connectNats, StringCodec } from 'nats';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import PQueue from 'p-queue';

/** Resources that the first request opens, and that all requests use. `n` is in each log of the work of request `n`. */
const work = async (n) => {
  await sleep(2);
  console.warn(`work ${n}`);
  await sleep(2);
  console.warn(`end ${n}`);
  return n;
};
const open = new Map();
const keys = [];
const once = (name, create) => {
  if (!open.has(name)) open.set(name, create());
  return open.get(name);
};
const callbacks = (n, callback) => {
  void work(n).then(() => callback(null, n));
};
const topic = `oriel-${process.pid}`;

const routes = {
  fastq: (n) => new Promise((resolve) => once('fastq', () => fastq(callbacks, 1)).push(n, (_, done) => resolve(done))),
  fastqPromise: (n) => once('fastqPromise', () => fastq.promise(work, 1)).push(n),
  async: (n) => once('async', () => createQueue(callbacks, 1)).push(n),
  bottleneck: (n) => once('bottleneck', () => new Bottleneck({ maxConcurrent: 1 })).schedule(() => work(n)),
  pQueue: (n) => once('pQueue', () => new PQueue({ concurrency: 1 })).add(() => work(n)),
  // The keys of eight requests are loaded together.
  dataloader(n) {
    const batchScheduleFn = (dispatch) => open.set('dispatch', dispatch);
    const loader = once('dataloader', () => new DataLoader((keys) => Promise.all(keys.map(work)), { batchScheduleFn }));
    const loaded = loader.load(n);
    keys.push(n);
    if (keys.length === 8) open.get('dispatch')();
    return loaded;
  },
  async amqplib(n) {
    const channel = await once('amqplib', async () => {
      const connection = await amqp.connect('amqp://127.0.0.1');
      const created = await connection.createChannel();
      await created.assertQueue(topic, { exclusive: true });
      await created.consume(topic, ({ content }) => work(`of the consumer ${content}`), { noAck: true });
      return created;
    });
    channel.sendToQueue(topic, Buffer.from(n));
    return n;
  },
  async mqtt(n) {
    const client = await once('mqtt', async () => {
      const connected = await mqtt.connectAsync('mqtt://127.0.0.1');
      await connected.subscribeAsync(topic);
      connected.on('message', (_, message) => work(`of the consumer ${message.toString()}`));
      return connected;
    });
    return new Promise((resolve) =>
      client.publish(topic, n, { qos: 1 }, () => (console.warn(`work ${n}`), resolve(n))),
    );
  },
  async nats(n) {
    const codec = StringCodec();
    const client = await once('nats', async () => {
      const connection = await connectNats({ servers: '127.0.0.1' });
      connection.subscribe(topic, { callback: (_, { data }) => work(`of the consumer ${codec.decode(data)}`) });
      return connection;
    });
    client.publish(topic, codec.encode(n));
    return n;
  },
};

const server = createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url, 'http://localhost');
  const n = searchParams.get('n');
  try {
    const result = await routes[pathname.slice(1)](n);
    // The first request is still running while the others are.
    if (n === '0') await sleep(300);
    response.end(String(result));
  } catch (error) {
    response.writeHead(500).end(error.stack);
  }
});
server.listen(0, '127.0.0.1', () => console.log(`listening on ${server.address().port}`));
