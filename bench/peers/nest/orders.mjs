/** An order that is sent back, with Nest on its Fastify adapter. `WORKLOAD=nest-profiler` records with that package. */
import 'reflect-metadata';
import { createRequire } from 'node:module';
import { All, Body, Controller, Header, HttpCode, Module, Req } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { answer } from '../../lib/drop-in-order.mjs';

const require = createRequire(import.meta.url);
const records = process.env.WORKLOAD === 'nest-profiler';

// Decorators are called as functions, which needs no compiler.
class Orders {
  order(request, body) {
    return answer(request.url, body ?? {});
  }
}
const order = Object.getOwnPropertyDescriptor(Orders.prototype, 'order');
All('orders/:id')(Orders.prototype, 'order', order);
HttpCode(200)(Orders.prototype, 'order', order);
Header('Content-Type', 'application/json')(Orders.prototype, 'order', order);
Req()(Orders.prototype, 'order', 0);
Body()(Orders.prototype, 'order', 1);
Controller()(Orders);

class App {
  name = 'orders';
}
Module({ imports: records ? [profilerModule()] : [], controllers: [Orders] })(App);

/** As many profiles as `oriel/register` keeps, with the bodies, in SQLite. */
function profilerModule() {
  const { ProfilerModule } = require('@eleven-labs/nest-profiler');
  const { SqliteStorageAdapter } = require('@eleven-labs/nest-profiler/sqlite');
  const storage = new SqliteStorageAdapter({ path: `${process.env.ORIEL_PROFILER_FILE}.nest`, maxProfiles: 10_000 });
  return ProfilerModule.forRoot({ isGlobal: true, maxProfiles: 10_000, collectBody: true, storage });
}

const app = await NestFactory.create(App, new FastifyAdapter(), { logger: false });
await app.listen(Number(process.env.PORT), '127.0.0.1');
