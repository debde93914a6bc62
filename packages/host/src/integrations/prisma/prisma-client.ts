/** The part of a client of Prisma that stores use. Every client that `prisma generate` writes has it. */
export interface PrismaDatabase {
  $queryRawUnsafe(text: string, ...values: unknown[]): PromiseLike<unknown>;
  $transaction(...values: never[]): unknown;
}

/** The overload of `$transaction` that stores use. The declaration of Prisma depends on the models. */
export interface InteractiveClient {
  $transaction<Result>(
    work: (transaction: object) => Promise<Result>,
    settings?: { readonly isolationLevel: string },
  ): Promise<Result>;
}

/** The part of a client that Prisma does not declare. */
export interface PrismaInternals {
  readonly _activeProvider?: string;
  readonly _clientVersion?: string;
  readonly _engineConfig?: { readonly adapter?: { readonly options?: { readonly schema?: string } } };
  readonly _runtimeDataModel?: { readonly models: Readonly<Record<string, PrismaModel>> };
}

/** A model of the schema of Prisma. */
export interface PrismaModel {
  readonly fields: readonly PrismaField[];
  readonly dbName?: string | null;
  readonly schema?: string | null;
}

/** A field of a model: a column, or a relation with the kind `object`. */
export interface PrismaField {
  readonly name: string;
  readonly kind: string;
  readonly type: string;
  readonly dbName?: string;
}

/** Returns the model with this name, as the schema or the client writes it. @throws {TypeError} if there is none */
export function getModel(client: PrismaDatabase, name: string): PrismaModel & { readonly name: string } {
  const { _runtimeDataModel: data, _clientVersion: version = '' } = client as PrismaInternals;
  const { models } = data ?? {};
  if (models === undefined || typeof client.$queryRawUnsafe !== 'function')
    throw new TypeError(
      'The first parameter of prismaStore is not a client of Prisma 7; pass a new PrismaClient({ … })',
    );
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major < 7 || (major === 7 && minor < 5))
    throw new TypeError(`prismaStore needs Prisma 7.5 or newer, but the client is of version ${version}`);
  const found = Object.keys(models).find((key) => key === name || clientName(key) === name);
  if (found !== undefined) return { ...models[found]!, name: found };
  const known = Object.keys(models).map(clientName).join(', ');
  throw new TypeError(`The client of Prisma has no model ${JSON.stringify(name)}; it has ${known}`);
}

function clientName(model: string): string {
  return model[0]!.toLowerCase() + model.slice(1);
}
