import type { Offer, ProblemDocument, ResponseBody } from 'oriel-core/http';
import type { QueryDialect } from './query-dialect.ts';
import type { JsonSchema } from './json-schema.ts';
import type { ResourceModel } from './resource-model.ts';
import type { Operation } from './operation.ts';
import type { OperationCall, BodyRequest } from './operation-call.ts';
import type { Item } from './reach.ts';
import type { ListQuery, Page } from '../declare/list-request.ts';

/** A format that items and lists are written in and, with a `reader`, parsed from. */
export interface Format extends Offer {
  /** The name, which is also the suffix in paths: `json` in `/api/books.json`. */
  readonly name: string;
  /** The media types of the format. The first one is sent. */
  readonly types: readonly string[];
  /** The value of the Content-Type header. */
  readonly contentType: string;
  /**
   * Called when the query is parsed, before items are loaded. Returns the query to use.
   * @throws {HttpError} if the format does not support the query
   */
  onQuery?(query: ListQuery, call: OperationCall): ListQuery;
  /** Loads the items that a response includes, before the items are written; called if `onQuery` set `call.inclusion`. */
  prepare?(items: readonly Item[], call: OperationCall): void | Promise<void>;
  /** Writes an item of the operation's resource. */
  writeItem(item: Item, call: OperationCall): ResponseBody;
  /** Writes a page of a list. */
  writeList(list: ListView, call: OperationCall): ResponseBody;
  /** Writes the result of a custom operation that is not an item. Default: as JSON. */
  writeData?(data: unknown, call: OperationCall): ResponseBody;
  /** Parses request bodies in this format. Default: the format is not accepted in requests. */
  readonly reader?: BodyReader;
  /** The names of query parameters for pages, order and fields. Default: the plain dialect. */
  readonly dialect?: QueryDialect;
  /** Writes the entrypoint document with links to the collections. Default: no entrypoint in this format. */
  readonly entrypoint?: (api: ApiResources) => string;
  /** Documents that clients of the format need, such as contexts. */
  readonly documents?: readonly ApiDocument[];
  /** The JSON Schemas of items and lists for API documents. Default: those of plain JSON; a string if a shape is omitted. */
  readonly describe?: FormatDescription;
  /** Writes errors in this format. Default: problem documents. */
  readonly problem?: ProblemWriter;
}

/** Creates the JSON Schemas of a format from the schema of the plain item, which is passed as a reference and by value. */
export interface FormatDescription {
  readonly item?: DescribeShape;
  readonly list?: DescribeShape;
  /** Whether a list is a sequence of plain items, such as JSON lines (`itemSchema` of OpenAPI 3.2). */
  readonly sequence?: boolean;
}

type DescribeShape = (item: { readonly $ref: string }, resource: ResourceModel, plain: JsonSchema) => JsonSchema;

/** A page and links to other pages. */
export interface ListView {
  readonly page: Page<Item>;
  /** Path and query of this page and of other pages. */
  readonly links: ListLinks;
}

/** The path and query of a page and of the adjacent, first and last pages, if they exist. */
export interface ListLinks {
  readonly self: string;
  readonly first?: string | undefined;
  readonly previous?: string | undefined;
  readonly next?: string | undefined;
  readonly last?: string | undefined;
}

/** Writes errors in a format. */
export interface ProblemWriter {
  readonly contentType: string;
  write(problem: ProblemDocument, call: BodyRequest): string;
}

/** Parses request bodies of some media types. */
export interface BodyReader {
  readonly name: string;
  readonly types: readonly string[];
  /** Parses a body. @throws {HttpError} 400 if it is malformed, 422 if it is well-formed but invalid */
  read(bytes: string | Uint8Array, call: BodyRequest, contentType: string): BodyDocument | Promise<BodyDocument>;
  /**
   * Returns the JSON Schema of its bodies for API documents; undefined for no schema. Default: the schema of the plain JSON
   * body.
   */
  describe?(body: { readonly $ref: string }, operation: Operation, plain: JsonSchema): JsonSchema | undefined;
  /** Statuses of its errors besides 400, 415 and 422, for API documents. */
  readonly refusesWith?: readonly number[];
  /** Whether a body of PATCH is a patch document, returned as kind `patch`. */
  readonly patches?: boolean;
  /** Whether it parses bytes instead of text. */
  readonly binary?: boolean;
}

/**
 * A parsed body: an item (`value`), several items (`values`), or a function that applies a patch to the item as the client
 * sees it. Links are IRIs, which the host converts to identifiers.
 */
export type BodyDocument =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'values'; readonly values: readonly unknown[] }
  | {
      readonly kind: 'patch';
      readonly patch: (document: unknown) => unknown;
      /** The members that a merge patch removes, also those that the document does not have. */
      readonly removed?: readonly string[];
    };

/** A document of a format besides the resources, such as a JSON-LD context or the Hydra documentation. */
export interface ApiDocument {
  /** The name of its route. */
  readonly name: string;
  /** The path without the prefix of the API: `/contexts/{type}.{_format}`. */
  readonly path: string;
  readonly requirements?: Readonly<Record<string, string>>;
  readonly contentType: string;
  /** Writes the document; returns undefined if it does not exist (404). */
  write(api: ApiResources, request: DocumentRequest): string | undefined;
}

/** The request for a document. */
export interface DocumentRequest {
  /** Scheme and authority of the request. */
  readonly origin: string;
  /** The title of the API. */
  readonly title: string;
  /** The variables of the path. */
  readonly variables: Readonly<Record<string, string | null | undefined>>;
}

/** The resources of an API, which documents and entrypoints describe. */
export interface ApiResources {
  /** The path prefix: `/api`. */
  readonly prefix: string;
  readonly resources: ReadonlyMap<string, ResourceModel>;
}

/** Returns the JSON Schemas of a text format with a line for each item. */
export function lineDescription(contentMediaType: string): FormatDescription {
  const lines: FormatDescription['list'] = (items) => ({
    type: 'string',
    contentMediaType,
    contentSchema: { type: 'array', items },
  });
  return { item: lines, list: lines };
}
