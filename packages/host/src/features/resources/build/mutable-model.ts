import { suggestName } from 'oriel-core/configuration';
import type { DeriveKeys } from '../../../configuration/host-environment.ts';
import type { ApiConfig } from '../model/api-config.ts';
import type { FilterParameter } from '../model/filter-parameter.ts';
import type { Operation } from '../model/operation.ts';
import type { ResourceModel, FieldModel } from '../model/resource-model.ts';

/** A model while the registry is being built; afterwards it is read-only. */
export type MutableResourceModel = { -readonly [Key in keyof ResourceModel]: ResourceModel[Key] } & {
  fieldByName: Map<string, FieldModel>;
  filterParameters: Map<string, FilterParameter>;
  operations: Operation[];
  readonly report: ReportIssue;
};

/**
 * Reports an issue of a resource definition.
 *
 * @param place the path of the option, such as `filters.title`
 * @param fix how to correct it
 * @param code a code that starts with `ORIEL_`
 */
export type ReportIssue = (path: string, reason: string, fix: string, code: string) => void;

/** What the models of all resources of a host have in common. */
export interface ModelOptions {
  readonly config: ApiConfig;
  readonly prefix: string;
  /** Format suffixes of paths, such as `json` in `/books.json`. */
  readonly suffixes: readonly string[];
  readonly deriveKeys: DeriveKeys;
  readonly siblings: ReadonlyMap<string, ResourceModel>;
}

/** Reports a name that is not that of a field. @returns whether it is one */
export function requireField(
  name: string,
  path: string,
  code: string,
  { fieldByName, report }: Pick<MutableResourceModel, 'fieldByName' | 'report'>,
): boolean {
  if (fieldByName.has(name)) return true;
  report(path, `The schema has no field "${name}"`, suggestName(name, [...fieldByName.keys()]), code);
  return false;
}
