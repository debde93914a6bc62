import { randomBytes } from 'node:crypto';
import type { DeriveKeys } from '../../../configuration/host-environment.ts';
import type { ConfigIssue } from 'oriel-core/configuration';
import { DEFAULT_PREFIX } from '../model/api-config.ts';
import type { ApiConfig } from '../model/api-config.ts';
import { createOperations } from './create-operations.ts';
import { validateResponseOptions } from './validate-response-options.ts';
import { createResourceModel } from './create-resource-model.ts';
import type { ReportIssue, MutableResourceModel } from './mutable-model.ts';
import type { HostDescription } from '../model/host-description.ts';
import type { Format } from '../model/format.ts';
import { formatsOf } from '../represent/formats.ts';
import type { ChangeObserver, ResourceModel } from '../model/resource-model.ts';
import {
  addLinkedCollections,
  validateLinkPaths,
  resolveLinks,
  resolveItemsOf,
  resolvePathVariables,
} from './link-fields.ts';
import type { Operation } from '../model/operation.ts';
import type { AnyResource } from '../declare/resource.ts';
import { validateAccess } from './validate-access.ts';
import { applyParameterAccess, markVariesByUser, addParameters } from './resource-parameters.ts';
import { validateCustomOperations, validateOperationNames } from './validate-custom-operations.ts';
import { validateHooks } from './operation-hooks.ts';
import { validateLinkedFilters } from './validate-filters.ts';
import { validateStoreConditions } from './validate-store-conditions.ts';
import { validateViewsAndQueries } from './validate-views.ts';

/** The models of all resources of a host. Built and validated at start-up, then read-only. */
export class ResourceRegistry {
  readonly prefix: string;
  readonly formats: readonly Format[];
  readonly resources: ReadonlyMap<string, ResourceModel>;
  readonly config: ApiConfig;
  /** What API documents describe of the host. */
  readonly host: HostDescription;
  /** All problems with the declarations. */
  readonly issues: readonly ConfigIssue[];

  /** @param deriveKeys derives the keys of cursors and entity tags. Default: random keys, which other processes do not share */
  constructor(
    declared: readonly AnyResource[],
    config: ApiConfig = {},
    host: HostDescription = {},
    deriveKeys: DeriveKeys = randomKeys,
  ) {
    const issues: ConfigIssue[] = [];
    this.host = host;
    this.config = config;
    this.prefix = config.prefix ?? DEFAULT_PREFIX;
    const { formats, issues: formatIssues } = formatsOf(config.formats);
    this.formats = formats;
    issues.push(...formatIssues);
    const options = { config, prefix: this.prefix, suffixes: formats.map(({ name }) => name), deriveKeys };
    const models = new Map<string, MutableResourceModel>();
    const reporters = new Map<string, ReportIssue>();
    for (const [index, resource] of declared.entries()) {
      let isDescribed = true;
      const reportIssue: ReportIssue = (place, reason, fix, code) => {
        // Other issues would only say that fields are missing or have no type.
        if (!isDescribed) return;
        issues.push({ code, place: `resources[${index}] "${resource.name}".${place}`, reason, fix, at: resource.at });
        isDescribed = code !== 'ORIEL_RESOURCE_SCHEMA';
      };
      if (models.has(resource.name))
        reportIssue(
          'name',
          `The name "${resource.name}" is used twice`,
          'Rename one of the resources',
          'ORIEL_RESOURCE_NAME',
        );
      reporters.set(resource.name, reportIssue);
      models.set(resource.name, createResourceModel(resource, options, reportIssue));
    }
    for (const model of models.values()) resolveLinks(model, models, reporters.get(model.name)!);
    for (const model of models.values()) resolvePathVariables(model, this.prefix, reporters.get(model.name)!);
    for (const model of models.values()) resolveItemsOf(model, models, reporters.get(model.name)!);
    for (const model of models.values()) {
      validateLinkPaths(model, reporters.get(model.name)!);
      addParameters(model, reporters.get(model.name)!);
      applyParameterAccess(model, reporters.get(model.name)!);
      validateAccess(model, reporters.get(model.name)!);
      validateResponseOptions(model, config, reporters.get(model.name)!);
      validateViewsAndQueries(model, reporters.get(model.name)!);
      if (!validateCustomOperations(model, reporters.get(model.name)!)) continue;
      model.operations.push(...createOperations(model, formats, config, this.prefix));
      validateOperationNames(model, reporters.get(model.name)!);
      validateHooks(model, reporters.get(model.name)!);
      if (model.operations.length === 0)
        reporters.get(model.name)!(
          'provide',
          'The resource has no operation',
          'Add provide: { list, get }, or store: sqlStore(db, table)',
          'ORIEL_RESOURCE_EMPTY',
        );
    }
    addLinkedCollections(models);
    markVariesByUser(models);
    this.resources = models;
    this.issues = issues;
    if (issues.length === 0) for (const model of models.values()) bindStore(model, reporters.get(model.name)!);
    if (issues.length === 0)
      for (const model of models.values()) {
        validateLinkedFilters(model, reporters.get(model.name)!);
        validateStoreConditions(model, reporters.get(model.name)!);
      }
  }

  /**
   * Sets the observer of changes to the items of a resource, which is called after the transaction is committed. To be
   * called before the host accepts requests.
   */
  observe({ name }: ResourceModel, observer: ChangeObserver): void {
    (this.resources.get(name) as MutableResourceModel).onChange = observer;
  }

  get operations(): Operation[] {
    return [...this.resources.values()].flatMap(({ operations }) => operations);
  }
}

const randomKeys: DeriveKeys = () => [randomBytes(32)];

function bindStore({ store, shape }: ResourceModel, reportIssue: ReportIssue): void {
  try {
    store?.bind?.(shape);
  } catch (error) {
    reportIssue(
      'store',
      (error as Error).message,
      'Change the table or the schema so that they match',
      'ORIEL_RESOURCE_STORE',
    );
  }
}
