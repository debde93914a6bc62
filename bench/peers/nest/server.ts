/**
 * The order request on the Fastify adapter of Nest, recorded by `@eleven-labs/nest-profiler`, with the same body, response,
 * spans and log records. A span replaces each query, because its profiler records queries in database adapters only.
 * `WORKLOAD` is `nest`, `nest_memory`, `nest_file` or `nest_sqlite`, then after a dash the size of the response.
 */
import 'reflect-metadata';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Body, Controller, Get, HttpCode, Logger, Module, Post } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { ORDER, receipt } from '../../lib/order-host.ts';
import type { BodySize } from '../../lib/order-host.ts';
import { ADDRESS, PORT } from '../../servers/environment.ts';

interface Tracer {
  span<T>(name: string, work: () => T): T;
}

const require = createRequire(import.meta.url);
const { ProfilerModule, TracerService, createProfilerLogger } = require('@eleven-labs/nest-profiler');
const { SqliteStorageAdapter } = require('@eleven-labs/nest-profiler/sqlite');
const [recording = 'nest', size = 'small'] = (process.env['WORKLOAD'] ?? '').split('-');
const response = receipt(size as BodySize);
const folder = mkdtempSync(join(tmpdir(), 'nest-profiler-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
process.on('SIGTERM', () => process.exit(0));

const STORES: Readonly<Record<string, () => object>> = {
  nest_memory: () => ({ storageType: 'memory' }),
  nest_file: () => ({ storageType: 'file', storagePath: folder }),
  nest_sqlite: () => ({
    storage: new SqliteStorageAdapter({ path: join(folder, 'profiler.db'), maxProfiles: 10_000 }),
  }),
};
const store = STORES[recording]?.();
const NO_TRACER: Tracer = { span: (_name, work) => work() };
let tracer = NO_TRACER;
const logger = new Logger('orders');

async function order(): Promise<unknown> {
  logger.log('An order came in', { shop: 7, lines: 4 });
  await tracer.span('find shop', () => tracer.span('select shop', () => Promise.resolve()));
  await tracer.span('check order', async () => {
    tracer.span('check customer', () => 1);
    tracer.span('check lines', () => {
      for (let i = 0; i < 4; i++) tracer.span(`check line ${i}`, () => i);
    });
    await tracer.span('find articles', () => tracer.span('select articles', () => Promise.resolve()));
  });
  logger.debug('Every article is in stock', { articles: ['paper-0', 'paper-1', 'paper-2', 'paper-3'] });
  const total = tracer.span('price', () => ORDER.lines.reduce((sum, { count, price }) => sum + count * price, 0));
  tracer.span('discount', () => 0);
  await tracer.span('store order', () => tracer.span('insert order', () => Promise.resolve()));
  logger.warn('The order was stored', { total, currency: 'EUR', shop: { id: 7, city: 'Lisbon' } });
  tracer.span('render', () => tracer.span('write receipt', () => 1));
  logger.log('A mail was sent to the customer');
  return response;
}

// Decorators are called as functions, which needs no compiler.
class Orders {
  state(): object {
    return {};
  }

  order(): Promise<unknown> {
    return order();
  }
}
const member = (name: 'state' | 'order'): PropertyDescriptor =>
  Object.getOwnPropertyDescriptor(Orders.prototype, name)!;
Get('_bench/state')(Orders.prototype, 'state', member('state'));
Post('api/shops/:shop/orders')(Orders.prototype, 'order', member('order'));
HttpCode(200)(Orders.prototype, 'order', member('order'));
Body()(Orders.prototype, 'order', 0);
Controller()(Orders);

class App {
  readonly name = 'orders';
}
const profiler = { isGlobal: true, maxProfiles: 10_000, collectBody: true, ...store };
Module({ imports: store ? [ProfilerModule.forRoot(profiler)] : [], controllers: [Orders] })(App);

// Log output is discarded, like that of Oriel in this benchmark. The profiler captures it.
const silent = { log() {}, error() {}, warn() {}, debug() {}, verbose() {} };
const app = await NestFactory.create(App, new FastifyAdapter(), {
  logger: store ? createProfilerLogger(silent) : silent,
});
if (store) tracer = app.get<Tracer>(TracerService, { strict: false });
await app.listen(PORT, ADDRESS);
