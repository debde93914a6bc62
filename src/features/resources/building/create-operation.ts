import { Negotiator } from '../../../core/http/negotiation.ts';
import { memberNames } from '../../../core/http/parse-schema.ts';
import type { BodyReader } from '../bodies/body-reader.ts';
import type { ApiConfig } from '../definition/api-config.ts';
import type { CustomOperation, OperationOptions } from '../definition/operation-definition.ts';
import type { Format } from '../formats/format.ts';
import { multipartReader } from '../formats/multipart/multipart-reader.ts';
import type { Operation } from '../model/operation.ts';
import { OperationQuery } from '../querying/operation-query.ts';
import type { QuerySubject } from '../querying/operation-query.ts';
import { plainDialect } from '../querying/query-dialect.ts';

/** What is said of an operation, whatever its formats are. */
export type OperationDeclaration = Pick<
  Operation,
  'name' | 'kind' | 'resource' | 'method' | 'path' | 'place' | 'item' | 'status' | 'options' | 'input'
> & {
  readonly custom?: CustomOperation;
};

/** An operation that lacks nothing but what depends on the others of its resource. */
export function createOperation(
  given: OperationDeclaration,
  formats: readonly Format[],
  readers: readonly BodyReader[],
  config: ApiConfig,
): Operation {
  const { kind, name, resource } = given;
  return {
    ...given,
    family: kind === 'custom' ? name : `${resource.name}.${kind === 'bulk' ? 'patch' : kind}`,
    access: undefined,
    answers: undefined as unknown as Operation['answers'], // Known when all operations are.
    custom: given.custom,
    status: given.options.status ?? given.status,
    formats,
    negotiator: new Negotiator(formats),
    readers: readersByType(readers),
    queries: queriesOf(given, formats, config),
    inputMembers: given.input && memberNames(given.input)?.all,
  };
}

function queriesOf(
  { kind, resource, options }: OperationDeclaration,
  formats: readonly Format[],
  { parameters = [] }: ApiConfig,
): Operation['queries'] {
  const { view, query: schema } = options;
  const subject: QuerySubject = { kind, resource, view, schema, foreign: new Set(parameters) };
  const dialects = new Set([plainDialect, ...formats.map(({ dialect }) => dialect ?? plainDialect)]);
  return new Map([...dialects].map((dialect) => [dialect, new OperationQuery(subject, dialect)]));
}

/** What reads the body of an operation: the formats, and forms with files where it takes those. */
export function readersOf(formats: readonly Format[], { uploads = false }: OperationOptions): BodyReader[] {
  const readers = formats.flatMap(({ reader }) => reader ?? []);
  return uploads === false ? readers : [...readers, multipartReader(uploads === true ? {} : uploads)];
}

/** Readers by the media types they read. */
export function readersByType(readers: readonly BodyReader[]): ReadonlyMap<string, BodyReader> {
  return new Map(readers.flatMap((reader) => reader.types.map((type) => [type, reader] as const)));
}
