import { randomBytes } from 'node:crypto';
import type { DeriveKeys } from '../../../core/http/derive-keys.ts';
import type { CallSite } from '../../../core/trace/call-site.ts';
import { DEFAULT_PREFIX } from '../definition/api-config.ts';
import type { ApiConfig } from '../definition/api-config.ts';
import { createOperations } from './create-operations.ts';
import { checkAnswers } from './check-answers.ts';
import { createResourceModel } from './create-resource-model.ts';
import type { Complain, GrowingModel } from './create-resource-model.ts';
import type { Format } from '../formats/format.ts';
import { formatsOf } from '../formats/formats.ts';
import type { ChangeObserver } from '../live/item-change.ts';
import { linkCollections } from './link-collections.ts';
import { checkLinks, linkFields, placeFields } from './link-fields.ts';
import type { HostFacts } from '../openapi/host-facts.ts';
import type { Operation } from '../model/operation.ts';
import type { ResourceModel } from '../model/resource-model.ts';
import type { AnyResource } from '../definition/resource.ts';
import { checkAccess } from './check-access.ts';
import { guardParameters, notePersonal } from './personal.ts';
import { shareItems } from './share-items.ts';
import { checkReach } from './check-reach.ts';
import { checkShapes } from './check-shapes.ts';
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
  readonly host: HostFacts;
  /** Everything that is wrong with the declarations, at once. */
  readonly issues: readonly ResourceIssue[];

  /** @param deriveKeys derives the keys that sign cursors and key entity tags; without it they are random */
  constructor(
    declared: readonly AnyResource[],
    config: ApiConfig = {},
    host: HostFacts = {},
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
    const models = new Map<string, GrowingModel>();
    const complainers = new Map<string, Complain>();
    for (const [index, resource] of declared.entries()) {
      const complain: Complain = (place, reason, fix, code) =>
        issues.push({ code, place: `resources[${index}] "${resource.name}".${place}`, reason, fix, at: resource.at });
      if (models.has(resource.name))
        complain('name', `There are two resources "${resource.name}"`, 'Give one another name', 'ORIEL_RESOURCE_NAME');
      complainers.set(resource.name, complain);
      models.set(resource.name, createResourceModel(resource, surroundings, complain));
    }
    for (const model of models.values()) linkFields(model, models, complainers.get(model.name)!);
    for (const model of models.values()) placeFields(model, this.prefix, complainers.get(model.name)!);
    for (const model of models.values()) shareItems(model, models, complainers.get(model.name)!);
    for (const model of models.values()) {
      checkLinks(model, complainers.get(model.name)!);
      addParameters(model, complainers.get(model.name)!);
      guardParameters(model, complainers.get(model.name)!);
      checkAccess(model, complainers.get(model.name)!);
      checkAnswers(model, config, complainers.get(model.name)!);
      checkShapes(model, complainers.get(model.name)!);
      model.operations.push(...createOperations(model, formats, config, this.prefix));
      if (model.operations.length === 0)
        complainers.get(model.name)!(
          'provide',
          'It has no operation: nothing provides or processes it',
          'Add provide: { list, get }, or store: sqlStore(db, table)',
          'ORIEL_RESOURCE_EMPTY',
        );
    }
    linkCollections(models);
    notePersonal(models);
    this.resources = models;
    this.issues = issues;
    if (issues.length === 0) for (const model of models.values()) bindStore(model, complainers.get(model.name)!);
    if (issues.length === 0) for (const model of models.values()) checkReach(model, complainers.get(model.name)!);
  }

  /** Has somebody told of every change of a resource's items, once it will not be undone; before anybody asks anything. */
  observe({ name }: ResourceModel, observer: ChangeObserver): void {
    (this.resources.get(name) as GrowingModel).changed = observer;
  }

  get operations(): Operation[] {
    return [...this.resources.values()].flatMap(({ operations }) => operations);
  }
}

const randomKeys: DeriveKeys = () => [randomBytes(32)];

function bindStore({ store, shape }: ResourceModel, complain: Complain): void {
  try {
    store?.bind?.(shape);
  } catch (error) {
    complain('store', (error as Error).message, 'Make the table and the schema agree', 'ORIEL_RESOURCE_STORE');
  }
}
