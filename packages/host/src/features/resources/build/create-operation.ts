import { Negotiator } from 'oriel-core/http';
import { memberNames } from '../../../http/parse-schema.ts';
import type { BodyReader, Format } from '../model/format.ts';
import type { ApiConfig } from '../model/api-config.ts';
import type { CustomOperation, OperationOptions } from '../declare/operation-definition.ts';
import { multipartReader } from '../represent/multipart/multipart-reader.ts';
import type { Operation } from '../model/operation.ts';
import { QueryParser } from '../request/query/query-parser.ts';
import type { QuerySubject } from '../request/query/query-builder.ts';
import { operationHooks } from './operation-hooks.ts';
import { embeddingDialect, plainDialect } from '../model/query-dialect.ts';
import type { QueryDialect } from '../model/query-dialect.ts';
import { canEmbed } from '../model/inclusion.ts';

/** The part of an operation that does not depend on formats. */
export type OperationDeclaration = Pick<
  Operation,
  'name' | 'kind' | 'resource' | 'method' | 'path' | 'collectionPath' | 'hasItem' | 'status' | 'options' | 'input'
> & {
  readonly custom?: CustomOperation;
};

/** Creates an operation. Its access rules and response options are added when all operations of the resource exist. */
export function createOperation(
  declaration: OperationDeclaration,
  formats: readonly Format[],
  readers: readonly BodyReader[],
  config: ApiConfig,
): Operation {
  const { kind, name, resource } = declaration;
  return {
    ...declaration,
    baseName: kind === 'custom' ? name : `${resource.name}.${kind === 'bulk' ? 'patch' : kind}`,
    access: undefined,
    responseOptions: undefined as unknown as Operation['responseOptions'], // Set by createOperations.
    custom: declaration.custom,
    hooks: operationHooks(declaration),
    status: declaration.options.status ?? declaration.status,
    formats,
    negotiator: new Negotiator(formats),
    readers: readersByType(readers),
    queries: queriesOf(declaration, formats, config),
    inputMembers: declaration.input && memberNames(declaration.input),
  };
}

function queriesOf(
  { kind, resource, options }: OperationDeclaration,
  formats: readonly Format[],
  { parameters = [] }: ApiConfig,
): Operation['queries'] {
  const { view, query: schema } = options;
  const subject: QuerySubject = { kind, resource, view, schema, passThrough: new Set(parameters) };
  const plain = new QueryParser(subject, plainDialect);
  const queries = new Map<QueryDialect, QueryParser>([[plainDialect, plain]]);
  for (const { dialect } of formats) {
    if (dialect === undefined || queries.has(dialect)) continue;
    const isPlain = dialect === embeddingDialect && !canEmbed(kind, resource);
    queries.set(dialect, isPlain ? plain : new QueryParser(subject, dialect));
  }
  return queries;
}

/** Returns the body readers of an operation: those of its formats, and multipart forms when it accepts uploads. */
export function readersOf(formats: readonly Format[], { uploads = false }: OperationOptions): BodyReader[] {
  const readers = formats.flatMap(({ reader }) => reader ?? []);
  return uploads === false ? readers : [...readers, multipartReader(uploads === true ? {} : uploads)];
}

/** Maps media types to the readers that accept them. */
export function readersByType(readers: readonly BodyReader[]): ReadonlyMap<string, BodyReader> {
  return new Map(readers.flatMap((reader) => reader.types.map((type) => [type, reader] as const)));
}
