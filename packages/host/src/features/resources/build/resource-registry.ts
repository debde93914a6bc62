import { randomBytes } from 'node:crypto';
import { selectValid } from 'oriel-core/configuration';
import type { ConfigIssue } from 'oriel-core/configuration';
import type { DeriveKeys } from '../../../configuration/host-environment.ts';
import type { AnyResource } from '../declare/resource.ts';
import type { ApiConfig } from '../model/api-config.ts';
import type { Format } from '../model/format.ts';
import type { HttpContext } from 'oriel-core/http';
import type { PublishedChange } from '../declare/live-definition.ts';
import type { Item } from '../model/reach.ts';
import { findResource, publishItem } from '../source/publish-item.ts';
import type { HostDescription } from '../model/host-description.ts';
import type { Operation } from '../model/operation.ts';
import type { ChangeObserver, ResourceModel } from '../model/resource-model.ts';
import { selectFormats } from '../represent/formats.ts';
import { API_SETTINGS } from './api-settings.ts';
import { createOperations } from './create-operations.ts';
import { createResourceModel } from './create-resource-model.ts';
import {
  addLinkedCollections,
  resolveItems,
  resolveLinks,
  resolvePathVariables,
  validateLinkPaths,
} from './link-fields.ts';
import type { MutableResourceModel, ReportIssue } from './mutable-model.ts';
import { validateHooks } from './operation-hooks.ts';
import { validateTransactions } from './transaction-options.ts';
import { addSearchParameter } from './resource-parameters.ts';
import { addParameters, applyParameterAccess, markVariesByUser } from './resource-parameters.ts';
import { validateAccess } from './validate-access.ts';
import { validateComputedFields } from './validate-names.ts';
import { validateOrder, validateStoreFilters } from './validate-filters.ts';
import { validateNames, validateOperationNames } from './validate-names.ts';

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
    const { valid, issues } = selectValid(API_SETTINGS, config, 'api.');
    this.host = host;
    this.config = valid;
    this.prefix = API_SETTINGS.prefix.resolve(valid.prefix) as string;
    this.formats = selectFormats(valid.formats);
    const suffixes = this.formats.map(({ name }) => name);
    const byName = new Map<string, MutableResourceModel>();
    const options = { config: valid, prefix: this.prefix, suffixes, deriveKeys, siblings: byName };
    for (const [index, resource] of declared.entries()) {
      const report = createReporter(index, resource, issues);
      if (byName.has(resource.name))
        report(
          'name',
          `The name "${resource.name}" is used twice`,
          'Rename one of the resources',
          'ORIEL_RESOURCE_NAME',
        );
      byName.set(resource.name, createResourceModel(resource, options, report));
    }
    const models = [...byName.values()];
    for (const model of models) resolveLinks(model, byName);
    for (const model of models) resolvePathVariables(model);
    for (const model of models) resolveItems(model, byName);
    for (const model of models) {
      validateLinkPaths(model);
      addParameters(model);
      addSearchParameter(model);
      validateOrder(model);
      applyParameterAccess(model);
      validateAccess(model);
      validateNames(model, valid);
      model.operations.push(...createOperations(model, this.formats, valid));
      validateOperationNames(model);
      validateHooks(model);
      validateTransactions(model);
      validateComputedFields(model);
      if (model.operations.length === 0)
        model.report(
          'provide',
          'The resource has no operation',
          'Add provide: { list, get }, or store: sqlStore(db, table)',
          'ORIEL_RESOURCE_EMPTY',
        );
    }
    addLinkedCollections(byName);
    markVariesByUser(byName);
    this.resources = byName;
    this.issues = issues;
    if (issues.length === 0) models.forEach(bindStore);
    if (issues.length === 0) models.forEach(validateStoreFilters);
  }

  /**
   * Sets the observer of changes to the items of a resource, which is called after the transaction is committed. To be
   * called before the host accepts requests.
   */
  observe({ name }: ResourceModel, observer: ChangeObserver): void {
    (this.resources.get(name) as MutableResourceModel).onChange = observer;
  }

  /** Publishes the change of an item. @throws {TypeError} (as a rejection) if the resource is unknown or not live */
  async publish(name: string, item: object, change: PublishedChange, context: HttpContext): Promise<void> {
    return publishItem(findResource(this.resources, name), item as Item, change, context);
  }

  get operations(): Operation[] {
    return [...this.resources.values()].flatMap(({ operations }) => operations);
  }
}

const randomKeys: DeriveKeys = () => [randomBytes(32)];

// If a schema is not described, further issues would only say that fields are missing or have no type.
function createReporter(index: number, { name, at }: AnyResource, issues: ConfigIssue[]): ReportIssue {
  let isDescribed = true;
  return (path, reason, fix, code) => {
    if (!isDescribed) return;
    issues.push({ code, place: `resources[${index}] "${name}".${path}`, reason, fix, at });
    isDescribed = code !== 'ORIEL_RESOURCE_SCHEMA';
  };
}

function bindStore({ store, shape, report }: MutableResourceModel): void {
  try {
    store?.bind?.(shape);
  } catch (error) {
    report(
      'store',
      (error as Error).message,
      'Change the table or the schema so that they match',
      'ORIEL_RESOURCE_STORE',
    );
  }
}
