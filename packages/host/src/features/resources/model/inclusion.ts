import type { Operation } from './operation.ts';
import type { FieldModel, LinkModel, ResourceModel } from './resource-model.ts';

/** The links whose items a response includes, by member name, as a tree: `author.publisher,editor`. */
export interface Inclusion extends ReadonlyMap<string, IncludedLink> {}

/** A link whose items a response includes. */
export interface IncludedLink {
  readonly field: FieldModel & { readonly link: LinkModel };
  /** The operation that reads a single item of the linked resource. */
  readonly get: Operation;
  /** The selected fields of the linked items; undefined for all that the user can read. */
  readonly fields: readonly string[] | undefined;
  /** The links of the linked items whose items are included, too. */
  readonly inclusion: Inclusion;
}

/** Returns the operations that read the included items. */
export function includedOperations(inclusion: Inclusion): Operation[] {
  return [...inclusion.values()].flatMap((link) => [link.get, ...includedOperations(link.inclusion)]);
}

/** Whether responses of an operation may contain items with embedded items, which `include` selects. */
export function canEmbed(kind: Operation['kind'], { fields }: ResourceModel): boolean {
  return EMBEDDING_KINDS.includes(kind) && fields.some(({ link }) => link !== undefined);
}

const EMBEDDING_KINDS: readonly Operation['kind'][] = ['list', 'get', 'create', 'replace', 'patch'];
