import type { ResourceTypes } from '../features/resources/definition/resource.ts';

/** As much of a host's type as a client needs. */
export interface Host {
  readonly '~resources'?: unknown;
}

/** As much of a resource's type: `~` is looked into only for what is used, because types are counted too. */
export interface Named {
  readonly name: string;
  readonly '~': ResourceTypes;
  readonly '~path'?: unknown;
}

/** The resources of a host, one or the other. */
export type ResourcesOf<H extends Host> =
  NonNullable<H['~resources']> extends readonly (infer Each extends Named)[] ? Each : never;
