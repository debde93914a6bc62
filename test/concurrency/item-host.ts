import { ConflictError, NotFoundError, ServiceUnavailableError, afterCommit, defineHost, resource } from 'oriel-host';
import { audit, connectionOf, outbox, sqlIdempotencyStore, sqlStore } from 'oriel-host/kysely';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import { planId } from './item-tables.ts';
import type { ResourceName, Tables } from './item-tables.ts';

const HUB_SECRET = 'a-secret-of-the-tests-that-is-long-enough';
const WEBHOOK_SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

/** The header with the step at which a request fails: after that step has written. */
export const FAIL_HEADER = 'x-fail';
export type FailingStep = 'before' | 'after' | 'function' | 'conflict';

const Item = z.object({ id: z.int(), text: z.string(), count: z.int(), a: z.string(), b: z.string() });

/** Creates a host whose resources write in all ways that there are. Several processes with the same database serve it. */
export function createItemHost(database: Kysely<Tables>, webhookUrl: string) {
  const history = audit(database);
  const messages = outbox(database, {
    subscribers: { test: { url: webhookUrl, secret: WEBHOOK_SECRET } },
    data: ({ context, id, previous, next }) => ({ request: context.id, id, previous, next }),
  });
  const note = async (kind: string, { context }: Input, item: number): Promise<void> => {
    await connectionOf(database).insertInto('notes').values({ kind, request: context.id, item }).execute();
  };
  const conflicted = new Set<string>();
  const failAt = (step: FailingStep, { context }: Input): void => {
    const sent = context.headers.get(FAIL_HEADER);
    if (sent === step) throw new ConflictError('Thrown by the test', { type: '/problems/thrown' });
    // The database rolls the first attempt back because of another transaction.
    if (step === 'before' || sent !== 'conflict' || conflicted.has(context.id)) return;
    conflicted.add(context.id);
    throw createConflict();
  };
  const createItems = (name: ResourceName, createMore: (store: ItemStore) => object) => {
    const store = sqlStore(database, name);
    return resource(name, Item, {
      id: 'id',
      allowCreate: true,
      live: true,
      idempotency: 'accept',
      store,
      custom: {
        increment: {
          line: 'POST /{id}/increment',
          input: z.object({ by: z.int() }),
          handle: async (input: CustomInput<{ by: number }>) => {
            const { id, count } = input.item;
            const next = await store.patch(
              { id },
              { count: count + input.body.by, text: planId(input.context.id) },
              input as never,
            );
            await note('custom', input, id);
            failAt('function', input);
            return next;
          },
        },
        transfer: {
          line: 'POST /{id}/transfer',
          input: z.object({ to: z.int(), amount: z.int() }),
          handle: async (input: CustomInput<{ to: number; amount: number }>) => {
            const { id, count } = input.item;
            const { to, amount } = input.body;
            const text = planId(input.context.id);
            const next = await store.patch({ id }, { count: count - amount, text }, input as never);
            const { rows } = await sql`update ${sql.table(name)} set count = count + ${amount}, text = ${text}
              where id = ${to} returning id`.execute(connectionOf(database));
            if (rows.length === 0) throw new NotFoundError('The other item does not exist');
            await note('custom', input, id);
            failAt('function', input);
            return next;
          },
        },
        charge: {
          line: 'POST /{id}/charge',
          transaction: false,
          handle: async (input: CustomInput<undefined>) => {
            const { id } = input.item;
            await sql`update ${sql.table(name)} set count = count + 1, text = ${planId(input.context.id)} where id = ${id}`.execute(
              database,
            );
            await note('custom', input, id);
            if (input.context.headers.get(FAIL_HEADER) !== undefined) throw createConflict();
            return input.item;
          },
        },
      },
      ...createMore(store),
    } as never);
  };
  const run = async <Result>(input: Input, id: number, result: Result): Promise<Result> => {
    await note('function', input, id);
    failAt('function', input);
    return result;
  };
  return defineHost({
    access: 'public',
    log: { level: 'critical', access: false },
    profiler: false,
    hub: { secret: HUB_SECRET, anonymous: true, publicUrl: 'http://localhost/.well-known/mercure' },
    api: { idempotency: { store: sqlIdempotencyStore(database) } },
    plugins: [messages.plugin],
    resources: [
      createItems('plain', () => ({ bulk: { max: 10 } })),
      createItems('hooked', () => ({
        bulk: { max: 10, atomic: false },
        on: [
          history.hooks,
          messages.hooks,
          {
            '*': {
              before: (input: Input) => failAt('before', input),
              after: async (input: Input & { id: number }) => {
                await note('hook', input, input.id);
                await afterCommit(() => note('commit', input, input.id));
                failAt('after', input);
              },
            },
          },
        ],
      })),
      createItems('functions', (store) => ({
        bulk: { max: 10 },
        on: [history.hooks, messages.hooks],
        process: {
          create: async (input: Input & { body: object & { id: number } }) =>
            run(input, input.body.id, await store.create(input.body as never, input as never)),
          replace: async (input: Input & { id: number; body: object; previous: object | null }) => {
            const { id, body, previous } = input;
            const item = { ...body, id } as never;
            if (previous === null) return run(input, id, await store.create(item, input as never));
            return run(input, id, await store.replace({ id }, item, input as never));
          },
          patch: async (input: Input & { id: number; changes: object }) =>
            run(input, input.id, await store.patch({ id: input.id }, input.changes as never, input as never)),
          delete: async (input: Input & { id: number }) =>
            run(input, input.id, await store.delete({ id: input.id }, input as never)),
        },
      })),
    ],
  });
}

type ItemStore = ReturnType<typeof sqlStore>;

interface Input {
  readonly context: { readonly id: string; readonly headers: { get(name: string): string | undefined } };
}

interface CustomInput<Body> extends Input {
  readonly item: z.infer<typeof Item>;
  readonly body: Body;
}

function createConflict(): Error {
  const cause = Object.assign(new Error('could not serialize access'), { code: '40001' });
  return new ServiceUnavailableError('The database is busy', { cause });
}
