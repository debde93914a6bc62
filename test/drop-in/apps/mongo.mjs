import { createServer } from 'node:http';
import { MongoClient } from 'mongodb';
import mongoose from 'mongoose';
import { startMongoServer } from './lib/mongo-server.mjs';

/** A server that uses MongoDB with `mongodb` and `mongoose`. */
const url = process.env.MONGO_URL ?? (await startMongoServer());
const client = new MongoClient(url);
const users = client.db().collection('users');
await mongoose.connect(url);
const Book = mongoose.model('Book', new mongoose.Schema({ title: String, secret: String }));
const Pin = mongoose.model('Pin', new mongoose.Schema({ _id: Number }));

const routes = {
  async '/crud'() {
    await users.insertMany([1, 2, 3].map((number) => ({ number, city: 'Lisbon', password: 'hunter2' })));
    await users.updateOne({ number: 1 }, { $set: { password: 'hunter2', city: 'Porto' } });
    const found = await users.find({ city: 'Lisbon', password: 'hunter2' }).toArray();
    await users.deleteMany({ number: 3 });
    return found.length;
  },
  async '/cursor'() {
    await users.insertMany([1, 2, 3].map((page) => ({ page })));
    let count = 0;
    for await (const _ of users.find({}, { batchSize: 2 })) count++;
    return count;
  },
  async '/failed'() {
    return await users.findOne({ $nothing: 1 }).catch((error) => `${error.name}: ${error.message}\n${error.stack}`);
  },
  async '/duplicates'() {
    const rest = { ordered: false };
    const failures = [
      () => users.insertOne({ _id: 7 }),
      () => users.insertMany([{ _id: 8 }, { _id: 7 }, { _id: 8 }], rest),
      () => Pin.create({ _id: 7 }),
      () => users.insertOne({ _id: 9 }, { writeConcern: { w: 9 } }),
    ];
    await users.insertOne({ _id: 7 });
    await Pin.create({ _id: 7 });
    const errors = [];
    for (const fail of failures) await fail().catch((error) => errors.push(error.stack));
    return errors.join('\n\n');
  },
  async '/mongoose'() {
    await Book.create({ title: 'Maps', secret: 'hunter2' });
    const book = await Book.findOne({ title: 'Maps' });
    return `${book.title} ${await Book.countDocuments({ title: 'Maps' })}`;
  },
  async '/each'() {
    await users.find({ city: 'Lisbon' }).toArray();
    for (let number = 0; number < 6; number++) await users.findOne({ number });
    return 'done';
  },
  async '/pool'() {
    const single = new MongoClient(url, { maxPoolSize: 1 });
    const ships = single.db().collection('ships');
    await ships.findOne({ number: 0 });
    await Promise.all(Array.from({ length: 40 }, (_, number) => ships.findOne({ number })));
    await single.close();
    return 'done';
  },
  async '/number'(parameters) {
    const n = parameters.get('n');
    await Promise.all([1, 2, 3].map(() => users.findOne({ n })));
    return n;
  },
};

const server = createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url, 'http://localhost');
  response.end(String(await routes[pathname](searchParams)));
});
server.listen(0, '127.0.0.1', () => console.log(`listening on ${server.address().port}`));
