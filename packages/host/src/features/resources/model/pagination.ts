import type { PageDefinition } from '../declare/list-definition.ts';

/** The pagination of a resource, with defaults applied. */
export type PageRules = Required<PageDefinition>;

/** The path and query of a page and of the adjacent, first and last pages, if they exist. */
export interface ListLinks {
  readonly self: string;
  readonly first?: string | undefined;
  readonly previous?: string | undefined;
  readonly next?: string | undefined;
  readonly last?: string | undefined;
}
