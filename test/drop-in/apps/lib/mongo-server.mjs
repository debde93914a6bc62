import { createServer } from 'node:net';
import { deserialize, serialize } from 'bson';

/**
 * Starts a server with the part of the wire protocol of MongoDB that the tests need: `hello`, `find`, `getMore`, `insert`,
 * `update`, `delete`, `aggregate` of a count, and errors. Filters compare for equality only, and `_id` is the only unique index.
 *
 * @returns {Promise<string>} its URL
 */
export async function startMongoServer() {
  const store = { collections: new Map(), cursors: new Map(), lastCursor: 0 };
  const server = createServer((socket) => {
    let rest = Buffer.alloc(0);
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      rest = Buffer.concat([rest, chunk]);
      while (rest.length >= 4 && rest.length >= rest.readInt32LE(0)) {
        const message = rest.subarray(0, rest.readInt32LE(0));
        rest = rest.subarray(message.length);
        socket.write(answer(message, store));
      }
    });
  });
  server.unref();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `mongodb://127.0.0.1:${server.address().port}/shop`;
}

const OP_REPLY = 1;
const OP_QUERY = 2004;
const OP_MSG = 2013;

function answer(message, store) {
  const [id, code] = [message.readInt32LE(4), message.readInt32LE(12)];
  if (code === OP_QUERY) {
    const name = message.indexOf(0, 20);
    const head = Buffer.alloc(20);
    head.writeInt32LE(1, 16);
    return frame(id, OP_REPLY, head, serialize(run(deserialize(message.subarray(name + 9)), store)));
  }
  return frame(id, OP_MSG, Buffer.alloc(5), serialize(run(readCommand(message), store)));
}

function frame(id, code, ...parts) {
  const body = Buffer.concat(parts);
  const head = Buffer.alloc(16);
  head.writeInt32LE(16 + body.length, 0);
  head.writeInt32LE(id, 8);
  head.writeInt32LE(code, 12);
  return Buffer.concat([head, body]);
}

/** Returns the command of an OP_MSG. A section of kind 1 is a list of documents. */
function readCommand(message) {
  const command = {};
  for (let at = 20; at < message.length;) {
    const size = message.readInt32LE(at + 1);
    const section = message.subarray(at + 1, at + 1 + size);
    if (message[at] === 0) Object.assign(command, deserialize(section));
    else {
      const end = section.indexOf(0, 4);
      const documents = [];
      for (let from = end + 1; from < size; from += section.readInt32LE(from))
        documents.push(deserialize(section.subarray(from, from + section.readInt32LE(from))));
      command[section.toString('utf8', 4, end)] = documents;
    }
    at += 1 + size;
  }
  return command;
}

function run(command, store) {
  const [name, target] = Object.entries(command)[0];
  const collectionOf = (key) => {
    if (!store.collections.has(key)) store.collections.set(key, []);
    return store.collections.get(key);
  };
  switch (name) {
    case 'hello':
    case 'ismaster':
    case 'isMaster':
      return {
        ...{ ok: 1, helloOk: true, isWritablePrimary: true, ismaster: true, maxBsonObjectSize: 16_777_216 },
        ...{ maxMessageSizeBytes: 48_000_000, maxWriteBatchSize: 100_000, minWireVersion: 0, maxWireVersion: 25 },
      };
    case 'find': {
      if (Object.keys(command.filter ?? {}).some((key) => key.startsWith('$')))
        return { ok: 0, code: 2, codeName: 'BadValue', errmsg: 'unknown top level operator' };
      const found = select(collectionOf(target), command.filter).slice(0, command.limit || undefined);
      return firstBatch(found, command, target, store);
    }
    case 'getMore': {
      const left = store.cursors.get(Number(command.getMore)) ?? [];
      const nextBatch = left.splice(0, command.batchSize ?? left.length);
      const id = left.length === 0 ? 0n : BigInt(command.getMore);
      return { ok: 1, cursor: { id, ns: `shop.${command.collection}`, nextBatch } };
    }
    case 'insert':
      return insert(collectionOf(target), command, target);
    case 'update': {
      const { q, u } = command.updates[0];
      const found = select(collectionOf(target), q).slice(0, 1);
      for (const each of found) Object.assign(each, u.$set);
      return { ok: 1, n: found.length, nModified: found.length };
    }
    case 'delete': {
      const left = collectionOf(target);
      const removed = new Set(select(left, command.deletes[0].q));
      store.collections.set(
        target,
        left.filter((each) => !removed.has(each)),
      );
      return { ok: 1, n: removed.size };
    }
    case 'aggregate': {
      const match = command.pipeline.find((stage) => stage.$match)?.$match;
      return firstBatch([{ _id: 1, n: select(collectionOf(target), match).length }], command, target, store);
    }
    case 'ping':
    case 'endSessions':
    case 'createIndexes':
      return { ok: 1 };
    default:
      return { ok: 0, code: 59, codeName: 'CommandNotFound', errmsg: `no such command: '${name}'` };
  }
}

/** A reply with failed writes is a successful one. A write concern of 9 members is never satisfied. */
function insert(collection, { documents, ordered = true, writeConcern }, target) {
  const writeErrors = [];
  let n = 0;
  for (const [index, document] of documents.entries()) {
    if (collection.some(({ _id }) => String(_id) === String(document._id))) {
      const errmsg = `E11000 duplicate key error collection: shop.${target} index: _id_ dup key: { _id: ${document._id} }`;
      writeErrors.push({ index, code: 11_000, keyPattern: { _id: 1 }, keyValue: { _id: document._id }, errmsg });
      if (ordered) break;
    } else n = collection.push(document) && n + 1;
  }
  const failed = writeErrors.length > 0 ? { writeErrors } : {};
  const unsatisfied =
    writeConcern?.w === 9 ? { writeConcernError: { code: 100, errmsg: 'Not enough data-bearing nodes' } } : {};
  return { ok: 1, n, ...failed, ...unsatisfied };
}

function firstBatch(found, { batchSize, cursor }, target, store) {
  const first = found.slice(0, batchSize ?? cursor?.batchSize ?? found.length);
  const id = first.length === found.length ? 0 : ++store.lastCursor;
  if (id > 0) store.cursors.set(id, found.slice(first.length));
  return { ok: 1, cursor: { id: BigInt(id), ns: `shop.${target}`, firstBatch: first } };
}

function select(documents, filter = {}) {
  return documents.filter((each) =>
    Object.entries(filter).every(([key, value]) => String(each[key]) === String(value?.$eq ?? value)),
  );
}
