/** Type checks of `oriel-host/prisma` with the declarations that `prisma generate` writes. */
import { resource } from 'oriel-host';
import { connectionOf, prismaStore } from 'oriel-host/prisma';
import { z } from 'zod';

interface PrismaPromise<Result> extends Promise<Result> {
  readonly [Symbol.toStringTag]: 'PrismaPromise';
}

interface GeneratedClient {
  [key: symbol]: { types: object };
  // oxlint-disable-next-line typescript/no-explicit-any -- as Prisma declares it
  $queryRawUnsafe<T = unknown>(query: string, ...values: any[]): PrismaPromise<T>;
  $transaction<P extends PrismaPromise<unknown>[]>(work: [...P], options?: { maxWait?: number }): Promise<unknown[]>;
  $transaction<R>(
    work: (client: Omit<GeneratedClient, '$transaction'>) => Promise<R>,
    options?: { maxWait?: number; timeout?: number },
  ): Promise<R>;
  get boat(): { findMany(): PrismaPromise<{ id: number }[]> };
}

declare const client: GeneratedClient;

prismaStore(client, 'boat');
prismaStore(client, 'Boat', { columns: { name: 'full_name' } });

// @ts-expect-error the client has no such model
prismaStore(client, 'boats');

// @ts-expect-error a method is not a model
prismaStore(client, '$transaction');

export const boats: { id: number }[] = await connectionOf(client).boat.findMany();

// @ts-expect-error a transaction has no transactions
await connectionOf(client).$transaction([]);

resource('boats', z.object({ id: z.int() }), {
  id: 'id',
  store: prismaStore(client, 'boat'),
  on: {
    create: {
      after: async ({ transaction }) => {
        const found: { id: number }[] = await transaction.boat.findMany();
        // @ts-expect-error a transaction has no transactions
        await transaction.$transaction([found]);
      },
    },
  },
});
