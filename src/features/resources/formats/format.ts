import type { Offer } from '../../../core/http/negotiation.ts';
import type { ProblemDocument } from '../../../core/http/problem.ts';
import type { ResponseBody } from '../../../core/http/response.ts';
import type { BodyReader } from '../bodies/body-reader.ts';
import type { ListLinks } from '../paging/pagination.ts';
import type { QueryDialect } from '../querying/query-dialect.ts';
import type { ApiDocument } from '../responses/api-document.ts';
import type { JsonSchema } from '../model/json-schema.ts';
import type { ResourceModel } from '../model/resource-model.ts';
import type { ResourceRegistry } from '../building/resource-registry.ts';
import type { Item, OperationRun } from '../running/operation-run.ts';
import type { Page } from '../paging/list-request.ts';

/** A representation that resources are written in, and perhaps read from. */
export interface Format extends Offer {
  /** `json`: what stands behind the point in `/api/books.json`. */
  readonly name: string;
  /** The media types it answers to; the first is written. */
  readonly types: readonly string[];
  /** The value of Content-Type. */
  readonly contentType: string;
  /**
   * Looks at a request whose query was understood, before anything is done.
   * @throws {HttpError} when the rules of the format refuse it
   */
  onQuery?(run: OperationRun): void;
  /** Gets what has to stand beside the items of an answer, before it is written. */
  prepare?(items: readonly Item[], run: OperationRun): void | Promise<void>;
  /** One item of the operation's resource. */
  writeItem(item: Item, run: OperationRun): ResponseBody;
  /** One page of a list. */
  writeList(list: ListView, run: OperationRun): ResponseBody;
  /** What is not an item: the result of a custom operation. JSON when left out. */
  writeData?(data: unknown, run: OperationRun): ResponseBody;
  /** What reads bodies in this format; left out when nobody can write in it. */
  readonly reader?: BodyReader;
  /** How its clients ask for pages, order and fields; the plain one when left out. */
  readonly dialect?: QueryDialect;
  /** Where the collections are, in this format; left out when it has no word for that. */
  readonly entrypoint?: (registry: ResourceRegistry) => string;
  /** What its clients need beside the resources: contexts, documentations. */
  readonly documents?: readonly ApiDocument[];
  /** The JSON Schema of what it writes, for documents; that of plain JSON when left out, text where a shape is left out. */
  readonly describe?: FormatDescription;
  /** An error in the words of this format, when problem documents are not what its clients expect. */
  readonly problem?: ProblemWriter;
}

/** Makes the JSON Schema of a representation of a resource, from a reference to that of the plain item and from it itself. */
export interface FormatDescription {
  readonly item?: DescribeShape;
  readonly list?: DescribeShape;
  /** Is it one plain item after the other, each with an end of its own? OpenAPI 3.2 has a word for that. */
  readonly sequence?: boolean;
}

type DescribeShape = (item: { readonly $ref: string }, resource: ResourceModel, plain: JsonSchema) => JsonSchema;

/** One page with what surrounds it. */
export interface ListView {
  readonly page: Page<Item>;
  /** Path and query of this page and its neighbours. */
  readonly links: ListLinks;
}

export interface ProblemWriter {
  readonly contentType: string;
  /** What it writes, for documents. */
  readonly schema?: JsonSchema;
  write(problem: ProblemDocument, run: OperationRun): string;
}
