import { randomBytes } from 'node:crypto';
import type { DeriveKeys } from '../../../core/http/derive-keys.ts';
import type { CallSite } from '../../../core/trace/call-site.ts';
import { DEFAULT_PREFIX } from '../definition/api-config.ts';
import type { ApiConfig } from '../definition/api-config.ts';
import { createOperations } from './create-operations.ts';
import { validateResponseOptions } from './validate-response-options.ts';
import { createResourceModel } from './create-resource-model.ts';
import type { ReportIssue, MutableResourceModel } from './create-resource-model.ts';
import type { Format } from '../formats/format.ts';
import { formatsOf } from '../formats/formats.ts';
import type { ChangeObserver } from '../live/item-change.ts';
import { addLinkedCollections } from './link-collections.ts';
import { validateLinkPaths, resolveLinks, resolveItemsOf, resolvePathVariables } from './link-fields.ts';
import type { HostDescription } from '../openapi/openapi-document.ts';
import type { Operation } from '../model/operation.ts';
import type { ResourceModel } from '../model/resource-model.ts';
import type { AnyResource } from '../definition/resource.ts';
import { validateAccess } from './validate-access.ts';
import { applyParameterAccess, markVariesByUser } from './parameter-access.ts';
import { validateLinkedFilters } from './validate-filters.ts';
import { validateViewsAndQueries } from './validate-views.ts';
import { addParameters } from './resource-parameters.ts';

/** One thing that is wrong with a declaration. */
export interface ResourceIssue {
  readonly code: string;
  readonly place: string;
  readonly reason: string;
  readonly fix: string;
  readonly at: CallSite | undefined;
}

/** Every resource of a host, knowing each other: built once, then only read. */
export class ResourceRegistry {
  readonly prefix: string;
  readonly formats: readonly Format[];
  readonly resources: ReadonlyMap<string, ResourceModel>;
  readonly config: ApiConfig;
  /** What documents tell of the host around the resources. */
  readonly host: HostDescription;
  /** Everything that is wrong with the declarations, at once. */
  readonly issues: readonly ResourceIssue[];

  /** @param deriveKeys derives the keys that sign cursors and key entity tags; without it they are random */
  constructor(
    declared: readonly AnyResource[],
    config: ApiConfig = {},
    host: HostDescription = {},
    deriveKeys: DeriveKeys = randomKeys,
  ) {
    const issues: ResourceIssue[] = [];
    this.host = host;
    this.config = config;
    this.prefix = config.prefix ?? DEFAULT_PREFIX;
    const { formats, unknown } = formatsOf(config.formats);
    this.formats = formats;
    for (const name of unknown)
      issues.push({
        code: 'ORIEL_API_FORMAT',
        place: 'api.formats',
        reason: `There is no format "${name}"`,
        fix: 'Name one of json, jsonld, jsonapi, hal, hal-forms, csv, ndjson, or pass a Format',
        at: undefined,
      });
    const surroundings = { config, prefix: this.prefix, suffixes: formats.map(({ name }) => name), deriveKeys };
    const models = new Map<string, MutableResourceModel>();
    const reporters = new Map<string, ReportIssue>();
    for (const [index, resource] of declared.entries()) {
      const reportIssue: ReportIssue = (place, reason, fix, code) =>
        issues.push({ code, place: `resources[${index}] "${resource.name}".${place}`, reason, fix, at: resource.at });
      if (models.has(resource.name))
        reportIssue('name', `There are two resources "${resource.name}"`, 'Give one another name', 'ORIEL_RESOURCE_NAME');
      reporters.set(resource.name, reportIssue);
      models.set(resource.name, createResourceModel(resource, surroundings, reportIssue));
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
      model.operations.push(...createOperations(model, formats, config, this.prefix));
      if (model.operations.length === 0)
        reporters.get(model.name)!(
          'provide',
          'It has no operation: nothing provides or processes it',
          'Add provide: { list, get }, or store: sqlStore(db, table)',
          'ORIEL_RESOURCE_EMPTY',
        );
    }
    addLinkedCollections(models);
    markVariesByUser(models);
    this.resources = models;
    this.issues = issues;
    if (issues.length === 0) for (const model of models.values()) bindStore(model, reporters.get(model.name)!);
    if (issues.length === 0) for (const model of models.values()) validateLinkedFilters(model, reporters.get(model.name)!);
  }

  /** Has somebody told of every change of a resource's items, once it will not be undone; before anybody asks anything. */
  observe({ name }: ResourceModel, observer: ChangeObserver): void {
    (this.resources.get(name) as MutableResourceModel).changed = observer;
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
    reportIssue('store', (error as Error).message, 'Make the table and the schema agree', 'ORIEL_RESOURCE_STORE');
  }
}
