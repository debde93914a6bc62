import { deepEqual, equal, match, rejects, throws } from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { after, describe, test } from 'node:test';
import type { TestContext } from 'node:test';
import { Kysely, sql } from 'kysely';
import { ALL_TENANTS, defineHost, problem, resource } from 'oriel-host';
import { NodeSqliteDialect, sqlStore } from 'oriel-host/kysely';
import { z } from 'zod';
import type { ConstraintProblems } from '../../sql/constraint-problems.ts';
import { connectPostgres } from '../../../../../../test/contracts/postgres.ts';

const postgres = await connectPostgres('constraint_problems');
const file = new DatabaseSync(':memory:', { enableForeignKeyConstraints: true });
const overSqlite = new Kysely<never>({ dialect: new NodeSqliteDialect({ database: file }) });
after(async () => {
  await overSqlite.destroy();
  await postgres.close();
});

const TABLES = `
  create table customers (
    id integer primary key, tenant text not null, email text not null, name text, "age, group" integer,
    constraint customers_email unique (tenant, email),
    constraint customers_tenant_id unique (tenant, id),
    constraint "customers: adults" check ("age, group" >= 18) /* constraint fake unique (name) */
  );
  create unique index customers_name on customers (name);
  create table orders (
    id integer primary key, tenant text not null, customer integer not null,
    note text constraint orders_note check (note <> 'constraint no unique (id)'),
    constraint orders_customer foreign key (tenant, customer) references customers (tenant, id)
  );
  insert into customers values (1, 'a', 'ada@x', 'Ada', 40), (2, 'b', 'bob@x', 'Bob', 40);
  insert into orders values (1, 'a', 1, null);`;

const Customer = z.object({
  id: z.int(),
  tenant: z.string(),
  email: z.string(),
  name: z.string().nullable(),
  age: z.int().nullable(),
});
const Order = z.object({ id: z.int(), tenant: z.string(), customer: z.int(), note: z.string().nullable() });

const nameTaken = problem(409, '/problems/name-taken');
const PROBLEMS: ConstraintProblems = {
  customers_email: { type: '/problems/email-taken', detail: 'This address has an account', code: 'account' },
  customers_name: nameTaken,
  'customers: adults': { status: 403, title: 'Too young', detail: 'Customers are adults', fields: ['age', 'tenant'] },
  orders_customer: { status: 409, type: '/problems/customer', detail: 'The customer has orders, or does not exist' },
};

type Answer = Record<string, unknown> & { errors?: object[] };

describe('the problem of a constraint', () => {
  for (const [database, skip] of [
    [overSqlite, false],
    [postgres.database, postgres.skip],
  ] as const)
    describe(database === overSqlite ? 'on SQLite' : 'on PostgreSQL', { skip }, () => {
      test('is what the application declares, and points to the fields of its columns without the tenant', async (t) => {
        const send = await open(database, t, PROBLEMS);
        const ada = { id: 3, email: 'ada@x', name: 'A', age: 20 };
        deepEqual(await send('POST', 'customers', ada), {
          type: '/problems/email-taken',
          title: 'Conflict',
          status: 409,
          detail: 'This address has an account',
          errors: [{ pointer: '/email', detail: 'This address has an account', code: 'account' }],
        });
        deepEqual(await send('POST', 'customers', { ...ada, email: 'c@x', name: 'Bob' }), {
          type: '/problems/name-taken',
          title: 'Conflict',
          status: 409,
          detail: 'There is already an item of "customers" with this name',
          errors: [{ pointer: '/name', detail: 'Is already taken', code: 'taken' }],
        });
        deepEqual(await send('POST', 'customers', { ...ada, email: 'c@x', age: 5 }), {
          type: 'about:blank',
          title: 'Too young',
          status: 403,
          detail: 'Customers are adults',
          errors: [{ pointer: '/age', detail: 'Customers are adults', code: 'check' }],
        });
      });

      test('applies to a link to a missing row and to a row in use', async (t) => {
        const send = await open(database, t, PROBLEMS);
        const detail = 'The customer has orders, or does not exist';
        const missing = { type: '/problems/customer', title: 'Conflict', status: 409, detail };
        const errors = [{ pointer: '/customer', detail, code: 'missing_link' }];
        deepEqual(await send('POST', 'orders', { id: 2, customer: 2, note: null }), { ...missing, errors });
        deepEqual(await send('PATCH', 'orders/1', { customer: 2 }), { ...missing, errors });
        deepEqual(await send('DELETE', 'customers/1'), missing);
      });

      test('is that of its kind if the application declares none, and never names the tenant', async (t) => {
        const send = await open(database, t, {});
        const pointers = async (...request: Parameters<typeof send>) => {
          const { status, errors = [] } = await send(...request);
          return [status, ...errors.map((error) => (error as { pointer: string }).pointer)];
        };
        const ada = { id: 3, email: 'ada@x', name: 'A', age: 20 };
        deepEqual(await pointers('POST', 'customers', ada), [409, '/email']);
        deepEqual(await pointers('POST', 'customers', { ...ada, tenant: 'a' }, 'all'), [409, '/email']);
        deepEqual(await pointers('POST', 'orders', { id: 2, customer: 2, note: null }), [422, '/customer']);
        deepEqual(await pointers('PATCH', 'orders/1', { customer: 2 }), [422, '/customer']);
        deepEqual(await pointers('DELETE', 'customers/1'), [409]);
        deepEqual(await pointers('POST', 'customers', { ...ada, email: 'c@x', age: 5 }), [422, '']);
        const note = 'constraint no unique (id)';
        deepEqual(await pointers('POST', 'orders', { id: 2, customer: 1, note }), [422, '/note']);
      });

      test('is an error at start if the table has no such constraint', async (t) => {
        const check = async (constraints: ConstraintProblems) => {
          await open(database, t, PROBLEMS);
          const host = defineHost(configuration(database, constraints));
          t.after(() => host.close());
          await host.listen({ port: 0 });
        };
        await check({ customers_email: {}, customers_name: {}, 'customers: adults': {}, orders_customer: {} });
        await rejects(check({ customers_mail: {} }), ({ message }: Error) => {
          match(message, /\[ORIEL_STORE_TABLE\]/);
          match(
            message,
            /Unknown constraint of the table "customers" "customers_mail"; did you mean "customers_email"\?/,
          );
          return true;
        });
        await rejects(check({ fake: {} }), /Unknown constraint of the table "customers" "fake"/);
        await rejects(check({ orders_note: {} }), /Unknown constraint of the table "customers" "orders_note"/);
      });
    });

  test('needs an error status, known members and known fields', () => {
    const store = (constraints: object) => sqlStore(overSqlite, 'customers' as never, { constraints } as object);
    throws(() => store({ a: { status: 200 } }), /The status of the constraint "a" is 200; use one between 400 and 599/);
    throws(
      () => store({ a: { stauts: 409 } }),
      /Unknown member of the constraint "a" of sqlStore "stauts"; did you mean/,
    );
    throws(
      () => defineHost(configuration(overSqlite, { customers_email: { fields: ['mail'] } })),
      /Unknown field of "customers" at the constraint "customers_email" "mail"; did you mean "email"\?/,
    );
  });
});

function configuration(database: Kysely<never>, constraints: ConstraintProblems) {
  const tables = database as unknown as Kysely<{ customers: object; orders: object }>;
  const { orders_customer } = constraints;
  const onOrders = orders_customer === undefined ? {} : { orders_customer };
  return {
    log: false,
    profiler: false,
    access: 'public',
    api: { tenant: { value: ({ headers }: Request) => (headers.get('x-tenant') === 'all' ? ALL_TENANTS : 'a') } },
    resources: [
      resource('customers', Customer, {
        id: 'id',
        input: { create: Customer.extend({ tenant: z.string().optional() }) },
        store: sqlStore(tables, 'customers', { columns: { age: 'age, group' }, constraints }),
      }),
      resource('orders', Order, {
        id: 'id',
        input: { create: Order.omit({ tenant: true }) },
        store: sqlStore(tables, 'orders', { constraints: onOrders }),
      }),
    ],
  } as never;
}

async function open(database: Kysely<never>, t: TestContext, constraints: ConstraintProblems) {
  for (const table of ['orders', 'customers']) await sql.raw(`drop table if exists ${table}`).execute(database);
  for (const statement of TABLES.split(';')) if (statement.trim()) await sql.raw(statement).execute(database);
  const host = defineHost(configuration(database, constraints));
  t.after(() => host.close());
  return async (method: string, path: string, body?: object, tenant = 'a'): Promise<Answer> => {
    const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
    const response = await host.fetch(
      new Request(`http://localhost/api/${path}`, {
        method,
        headers: { 'X-Tenant': tenant, ...(body && { 'Content-Type': type }) },
        ...(body && { body: JSON.stringify(body) }),
      }),
    );
    equal(response.headers.get('content-type'), 'application/problem+json');
    return (await response.json()) as Answer;
  };
}
