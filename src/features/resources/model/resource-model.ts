import type { StandardSchema } from '../../../core/http/standard-schema.ts';
import type { CursorCodec } from '../paging/cursor.ts';
import type { Identifier } from './identifier.ts';
import type { ChangeObserver } from '../live/item-change.ts';
import type { JsonSchema } from './json-schema.ts';
import type { Operation } from './operation.ts';
import type { PageRules } from '../paging/pagination.ts';
import type { FilterParameter } from '../filters/filter-parameter.ts';
import type { CollectionPath } from './collection-path.ts';
import type { LinkDefinition } from '../definition/resource-definition.ts';
import type { AnyDefinition } from '../definition/resource.ts';
import type { FieldKind, ResourceStore, StoreShape } from '../stores/resource-store.ts';
import type { OrderKey } from '../filters/filter-tree.ts';
import type { FieldInput } from '../definition/field-input.ts';
import type { ReadAccess } from '../access/operation-access.ts';

/** One field of an item. */
export interface FieldModel {
  readonly name: string;
  readonly kind: FieldKind;
  readonly nullable: boolean;
  readonly required: boolean;
  readonly description: string | undefined;
  /** As the schema describes it, before links are written as IRIs. */
  readonly jsonSchema: JsonSchema;
  readonly link: LinkModel | undefined;
  /** Who may see it. */
  readonly read: 'public' | 'never' | FieldPredicate;
  /** Who may change it, among those who may do the operation. */
  readonly write: 'public' | 'never' | FieldPredicate;
}

/** Says whether somebody may see or change a field. */
export type FieldPredicate = (input: FieldInput) => boolean;

/** A field that holds the identifier of an item of another resource. */
export interface LinkModel {
  readonly to: ResourceModel;
  readonly as: NonNullable<LinkDefinition['as']>;
  readonly requireReadable: boolean;
}

/** A list of another resource that belongs to an item: the other side of a link. */
export interface LinkedCollection {
  /** What it is called beside the item: the name of the resource. */
  readonly name: string;
  readonly to: ResourceModel;
  /** Its path, with a query where it has no path of its own. */
  readonly href: (item: Readonly<Record<string, unknown>>) => string;
}

/** A resource as the host runs it: everything the declaration says or implies, worked out once. */
export interface ResourceModel {
  readonly name: string;
  /** What one item is called: `Book`. */
  readonly type: string;
  readonly description: string | undefined;
  readonly types: readonly string[];
  readonly definition: AnyDefinition;
  readonly schema: StandardSchema;
  /** What the paths of the API begin with: `/api`. */
  readonly prefix: string;
  /** Path of the collection with the prefix: `/api/books`; may have variables. */
  readonly path: string;
  /** That path and the others under which the collection is; the first is where its items are. */
  readonly collectionPaths: readonly CollectionPath[];
  readonly identifier: Identifier;
  /** The part of the identifier that stands at the end of an item's path: the keys that the rest of it does not tell. */
  readonly itemSegment: Identifier;
  readonly fields: readonly FieldModel[];
  readonly fieldByName: ReadonlyMap<string, FieldModel>;
  /** Names of fields that anybody may see, in the schema's order; what all readers see where no field has a rule. */
  readonly publicFields: readonly string[];
  /** Has a field a rule that depends on the reader? */
  readonly hasReadRules: boolean;
  /** Has a field a rule about who may change it? */
  readonly hasWriteRules: boolean;
  /** Who may read its items; undefined when everybody may read all of them. */
  readonly readAccess: ReadAccess | undefined;
  /** Does it, or a resource it leads to, look different to different readers? Then queries are understood once it is known who asks. */
  readonly variesByUser: boolean;
  /** Has it a field that is written as the IRI of another item? */
  readonly hasIriLinks: boolean;
  /** The fields with links that a body may set only to items that its author can read. */
  readonly checkedLinks: readonly FieldModel[];
  /** Selections of fields by name, in the schema's order. */
  readonly views: ReadonlyMap<string, readonly string[]>;
  /** Total: it ends with the keys of the identifier. */
  readonly order: readonly OrderKey[];
  readonly page: PageRules;
  /** The most conditions that the filters of one query may have. */
  readonly maxConditions: number;
  /** Signs and verifies cursors; it has keys only where pages are found by cursor. */
  readonly cursors: CursorCodec;
  /** Hashes the values of hidden fields in the topics of live updates; undefined where there are none. */
  readonly topicKey: Buffer | undefined;
  /** Keys of the entity tags of its items, the current one first; empty when all users see the same fields. */
  readonly etagKeys: readonly string[];
  /** What a list can be asked with, by the name of the parameter as sent (`price[gt]`). */
  readonly filterParameters: ReadonlyMap<string, FilterParameter>;
  readonly operations: readonly Operation[];
  /** Lists of other resources whose items link to an item of this one. */
  readonly linkedCollections: readonly LinkedCollection[];
  readonly store: ResourceStore<Record<string, unknown>> | undefined;
  readonly shape: StoreShape;
  /** Is told of every change of an item; undefined where nobody listens. */
  readonly onChange: ChangeObserver | undefined;
  /**
   * The path of an item: `/api/books/7`.
   * @param uri the variables of the collection's path, when it has any
   */
  iri(item: Readonly<Record<string, unknown>>, uri?: Readonly<Record<string, unknown>>): string;
}
