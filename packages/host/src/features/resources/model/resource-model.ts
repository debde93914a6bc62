import type { KeyObject } from 'node:crypto';
import type { StandardSchema } from 'oriel-core/http';
import type { CursorCodec } from './cursor.ts';
import type { Identifier } from './identifier.ts';
import type { JsonSchema } from './json-schema.ts';
import type { Operation } from './operation.ts';
import type { PageDefinition } from '../declare/list-definition.ts';
import type { FilterParameter } from './filter-parameter.ts';
import type { CollectionPath } from './collection-path.ts';
import type { LinkDefinition } from '../declare/resource-definition.ts';
import type { TenantFunction } from '../declare/tenant-definition.ts';
import type { AnyDefinition } from '../declare/resource.ts';
import type { FieldKind, JoinTable, ResourceStore, StoreField, StoreShape } from '../declare/resource-store.ts';
import type { OrderKey } from '../declare/filters/filter-tree.ts';
import type { ComputeValues } from '../declare/computed-fields.ts';
import type { CompiledFieldRule } from '../declare/field-input.ts';
import type { AnyRulePart } from '../../../http/access-rule.ts';
import type { Item, Reach } from './reach.ts';
import type { OperationCall } from './operation-call.ts';

/** A field of the items of a resource. */
export interface FieldModel extends StoreField {
  readonly required: boolean;
  readonly description: string | undefined;
  /** The schema of the field, before links are written as IRIs. */
  readonly jsonSchema: JsonSchema;
  readonly link: LinkModel | undefined;
  readonly read: CompiledFieldRule;
  /** The write rule, in addition to the access rules of the operation. */
  readonly write: CompiledFieldRule;
  /** The function that computes its values. Stores do not have such a field. */
  readonly compute?: ComputeValues<Item, unknown> | undefined;
}

/** The link of a field to an item of another resource. */
export interface LinkModel {
  readonly to: ResourceModel;
  readonly as: NonNullable<LinkDefinition['as']>;
  readonly requireReadable: boolean;
  /** Whether the field is a list of links. */
  readonly many: boolean;
  readonly through: JoinTable | undefined;
}

/** A list of items of another resource that link to an item. */
export interface LinkedCollection {
  /** The name of the other resource. */
  readonly name: string;
  /** Returns its path, with a filter in the query if it has no path below the item. */
  readonly href: (item: Readonly<Record<string, unknown>>) => string;
}

/** The pagination of a resource, with defaults applied. */
export type PageRules = Required<PageDefinition>;

/** A resource of a running host, created from its declaration at start-up. */
export interface ResourceModel {
  readonly name: string;
  /** The type of an item: `Book`. */
  readonly type: string;
  readonly description: string | undefined;
  readonly types: readonly string[];
  readonly definition: AnyDefinition;
  readonly schema: StandardSchema;
  readonly prefix: string;
  /** The path of the collection with prefix, possibly with variables: `/api/books`. */
  readonly path: string;
  /** All paths of the collection. The paths of items are below the first one. */
  readonly collectionPaths: readonly CollectionPath[];
  readonly identifier: Identifier;
  /** The part of the identifier in the last segment of item paths: the keys that are not path variables. */
  readonly itemSegment: Identifier;
  readonly fields: readonly FieldModel[];
  readonly fieldByName: ReadonlyMap<string, FieldModel>;
  /** The names of fields without read rules, in the order of the schema. */
  readonly publicFields: readonly string[];
  /** Whether a field has a read rule that depends on the user. */
  readonly hasReadRules: boolean;
  readonly computedFields: readonly FieldModel[];
  readonly hasWriteRules: boolean;
  /** The read rules of items; undefined if all items are public. */
  readonly readAccess: ReadAccess | undefined;
  /** The tenant of its items; undefined for a global resource and for an API without tenants. */
  readonly tenant: TenantModel | undefined;
  /** Whether its fields or those of linked resources depend on the user. Queries are then parsed after authentication. */
  readonly variesByUser: boolean;
  /** The links that are written as IRIs. */
  readonly iriLinks: readonly FieldModel[];
  /** The links that a body may set only to items that its author can read. */
  readonly checkedLinks: readonly FieldModel[];
  /** The views: names of fields in the order of the schema. */
  readonly views: ReadonlyMap<string, readonly string[]>;
  /** The default order. It ends with the keys of the identifier, so that it is total. */
  readonly order: readonly OrderKey[];
  readonly page: PageRules;
  readonly maxConditions: number;
  /** Signs and verifies cursors. It has keys only if the resource has pages by cursor. */
  readonly cursors: CursorCodec;
  /** The key that hashes values of hidden fields in topics of live updates; undefined if not needed. */
  readonly topicKey: KeyObject | undefined;
  /** Hashed into entity tags, which then reveal no hidden values. The first key makes tags. Empty if all users see the same fields. */
  readonly etagKeys: readonly string[];
  /** By name, such as `price[gt]`. */
  readonly filterParameters: ReadonlyMap<string, FilterParameter>;
  readonly operations: readonly Operation[];
  readonly linkedCollections: readonly LinkedCollection[];
  /** All resources of the host by name. */
  readonly siblings: ReadonlyMap<string, ResourceModel>;
  readonly store: ResourceStore<Record<string, unknown>> | undefined;
  /** The operations for which the application has a function in `provide` or `process`. */
  readonly functions: ReadonlySet<Operation['kind']>;
  /** Where its items come from: the store, and those functions as a store. */
  readonly source: Source;
  readonly shape: StoreShape;
  /** Called for every change of an item; undefined if changes are not observed. */
  readonly onChange: ChangeObserver | undefined;
  /** Returns the path of an item: `/api/books/7`. @param uri the variables of the path of the collection, if it has any */
  iri(item: Readonly<Record<string, unknown>>, uri?: Readonly<Record<string, unknown>>): string;
}

/** A store that has the methods of some operations only. */
export type Source = { readonly [Name in keyof ResourceStore<Item>]?: ResourceStore<Item>[Name] | undefined };

/** The read rules of a resource, for links to its items, filters through them and paths below them. */
export interface ReadAccess {
  readonly get: readonly AnyRulePart[];
  /** The parts that may return filters or read the item. */
  readonly hiding: readonly AnyRulePart[];
}

/** The field that contains the tenant of the items of a resource. */
export interface TenantModel {
  readonly field: string;
  readonly type: 'string' | 'number';
  readonly value: TenantFunction;
}

/** A committed change of an item. */
export interface ItemChange {
  readonly kind: 'created' | 'changed' | 'deleted';
  /** The item after the change, or before it was deleted. */
  readonly item: Item;
  /** The call that made the change, and what its user can reach. */
  readonly call: OperationCall & { readonly reach: Reach };
}

/** Called once for every change of an item of a resource. Must not throw and must not block. */
export type ChangeObserver = (change: ItemChange) => void;

/** Returns a function that returns the kind of the field at a dotted path; for a list of links, that of one link. */
export function fieldKindResolver(resource: ResourceModel): (path: string) => FieldKind {
  return (path) => {
    const [first, ...rest] = path.split('.');
    const field = resource.fieldByName.get(first!);
    if (field === undefined) return 'json';
    if (rest.length === 0) return (field.link?.many ? field.elements : undefined) ?? field.kind;
    return field.link ? fieldKindResolver(field.link.to)(rest.join('.')) : 'json';
  };
}
