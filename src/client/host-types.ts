import type { ResourceTypes } from '../features/resources/definition/resource.ts';

/** The part of a host's type that a client uses. */
export interface Host {
  readonly '~resources'?: unknown;
}

/** The part of a resource that a client uses. Types behind `~` are resolved only where a client needs them. */
export interface Named {
  readonly name: string;
  readonly '~': ResourceTypes;
  readonly '~path'?: unknown;
}

/** The union of the resources of a host. */
export type ResourcesOf<H extends Host> =
  NonNullable<H['~resources']> extends readonly (infer Each extends Named)[] ? Each : never;
