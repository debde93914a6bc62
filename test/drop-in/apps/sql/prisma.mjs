import { PrismaPg } from '@prisma/adapter-pg';
import { PrismaClient } from './prisma/postgres/client/client.ts';
import { serve } from './serve.mjs';

const { SQL_URL: connectionString, SQL_SCHEMA: schema } = process.env;
const adapter = new PrismaPg({ connectionString, options: `-c search_path=${schema}`, max: 2 }, { schema });
const prisma = new PrismaClient({ adapter });
let meet;

serve({
  async select() {
    return await prisma.boat.findMany({ select: { id: true, name: true }, where: { id: { gt: 1 } } }); // select
  },
  async update() {
    return await prisma.boat.updateMany({ data: { length: { increment: 1 } }, where: { id: { lte: 2 } } }); // update
  },
  async secret() {
    return await prisma.boat.updateMany({ data: { password: 'hunter2' }, where: { id: 1 } });
  },
  async error() {
    await prisma.$queryRaw`select missing from boats`; // error
  },
  async n1() {
    const names = [];
    for (const id of [1, 2, 3, 4, 5, 6]) names.push((await prisma.boat.findUnique({ where: { id } }))?.name);
    return names;
  },
  async slow() {
    return await prisma.$queryRaw`select 1 as one from pg_sleep(0.3)`;
  },
  async own({ n }) {
    const [row] = await prisma.$queryRaw`select ${n}::text as n`;
    console.warn('own', n);
    const [again] = await prisma.$queryRaw`select ${n}::text as again`;
    return [row.n, again.again];
  },
  unhandled() {
    void prisma.$queryRaw`select missing from boats`.then((rows) => rows);
    return 'not awaited';
  },
  // Operations run when they are awaited.
  async later() {
    const boat = prisma.boat.findUnique({ where: { id: 1 } }); // later
    await new Promise((resolve) => setTimeout(resolve, 10));
    return await boat;
  },
  // The second request continues the first one, so that both find a boat in the same turn of the event loop.
  async together({ n = '0' }) {
    if (n === '1') await new Promise((resolve) => (meet = resolve));
    while (n === '2' && !meet) await new Promise((resolve) => setTimeout(resolve, 1));
    if (n === '2') meet();
    const select = n === '1' ? { id: true } : { name: true };
    return await prisma.boat.findUnique({ select, where: { id: Number(n) } });
  },
  async batch() {
    const created = prisma.boat.create({ data: { id: 8, name: 'Aino' } });
    return await prisma.$transaction([created, prisma.boat.delete({ where: { id: 8 } })]); // batch
  },
  async interactive() {
    const work = async (transaction) => {
      await transaction.boat.create({ data: { id: 9, name: 'Aino' } }); // create
      return await transaction.boat.delete({ where: { id: 9 } }); // delete
    };
    return await prisma.$transaction(work); // interactive
  },
  async extended() {
    const query = { boat: { findFirst: ({ args, query: run }) => run(args) } };
    return await prisma.$extends({ query }).boat.findFirst({ where: { id: 2 } }); // extended
  },
  async taken() {
    await prisma.boat.create({ data: { id: 1, password: 'hunter2' } }); // taken
  },
  async invalid() {
    await prisma.boat.findMany({ where: { password: 'hunter2', missing: 1 } }); // invalid
  },
  async tag() {
    await prisma.$queryRaw('select 1');
  },
  shape: () => [PrismaClient.name, PrismaClient.length, Object.getOwnPropertyNames(PrismaClient.prototype)],
});
