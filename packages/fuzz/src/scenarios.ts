import { buildStep } from './build-step.ts';
import type { Api, Operation } from './api.ts';
import { getCollection } from './known-values.ts';
import { mutate } from './mutate.ts';
import type { Random } from './random.ts';
import type { Step } from './steps.ts';
import { twist } from './twist-step.ts';
import type { Sources } from './values.ts';

/** Chooses the requests of a run. */
export class Scenarios {
  readonly #operations: readonly Operation[];
  readonly #resources: readonly Resource[];
  readonly #sources: Sources;
  readonly #hasOther: boolean;
  /** Operations with more input are in the list more often. */
  readonly #weighted: readonly Operation[];

  /** @param hasOther whether there are credentials of another user */
  constructor(operations: readonly Operation[], sources: Sources, hasOther: boolean) {
    this.#operations = operations;
    this.#resources = getResources(operations, sources.api);
    this.#sources = sources;
    this.#hasOther = hasOther;
    this.#weighted = operations.flatMap((operation) =>
      Array.from({ length: measureWeight(operation) }, () => operation),
    );
  }

  /** Returns the requests of the scenario with this number. The first ones are valid requests of all operations. */
  create(number: number, random: Random): readonly Step[] {
    const first = this.#operations[number % this.#operations.length]!;
    if (number < 2 * this.#operations.length) return [buildStep(first, this.#sources, random)];
    if (this.#resources.length > 0 && random.chance(0.18)) return this.#lifeOfItem(random);
    const operation = random.pick(this.#weighted);
    const step = buildStep(operation, this.#sources, random);
    if (operation.isSecured && random.chance(0.08)) return [{ ...step, as: 'anonymous' }];
    if (operation.method === 'GET' && random.chance(0.06)) return [step, { ...step, method: 'HEAD' }];
    return [this.#twisted(step, random)];
  }

  #twisted(step: Step, random: Random): Step {
    let twisted = step;
    for (let times = random.pick([0, 1, 1, 1, 2, 2, 3]); times > 0; times--)
      twisted = twist(twisted, this.#sources, random);
    return twisted;
  }

  // Creates an item, then reads, changes and deletes it in any order.
  #lifeOfItem(random: Random): Step[] {
    const { create, operations, name } = random.pick(this.#resources);
    const steps = [buildStep(create, this.#sources, random)];
    const path = { ...steps[0]!.path, [name]: 0 };
    const get = operations.find(({ method }) => method === 'GET');
    const read = (): void => {
      if (get) steps.push({ ...buildStep(get, this.#sources, random, path), query: [], headers: [] });
    };
    for (let count = 1 + random.integer(5); count > 0; count--) {
      const operation = random.pick(operations);
      let step = buildStep(operation, this.#sources, random, path);
      if (operation.method === 'GET') {
        read();
        const last = steps.at(-1)!;
        if (random.chance(0.3)) steps.push({ ...last, method: 'HEAD' });
        if (random.chance(0.3)) steps.push(last, last);
        continue;
      }
      if (random.chance(0.3)) step = mutateBody(step, random);
      if (random.chance(0.15)) step = { ...step, headers: [['If-Match', '"oriel-fuzz"']] };
      if (random.chance(0.15)) step = { ...step, as: 'anonymous' };
      else if (this.#hasOther && random.chance(0.2)) step = { ...step, as: 'other' };
      if (random.chance(0.4)) read();
      steps.push(step);
      if (random.chance(0.6)) read();
    }
    if (get && this.#hasOther && random.chance(0.3))
      steps.push({ ...buildStep(get, this.#sources, random, path), as: 'other' });
    const remove = operations.find(({ method }) => method === 'DELETE');
    if (!remove || random.chance(0.2)) return steps;
    const end = { ...buildStep(remove, this.#sources, random, path), headers: [], query: [] };
    steps.push(end);
    read();
    if (random.chance(0.3)) steps.push(end);
    return steps;
  }
}

function measureWeight({ parameters, bodies }: Operation): number {
  return 2 + Math.min(8, parameters.length) + (Object.keys(bodies).length > 0 ? 6 : 0);
}

function mutateBody(step: Step, random: Random): Step {
  return step.body && 'json' in step.body
    ? { ...step, body: { ...step.body, json: mutate(step.body.json, random) } }
    : step;
}

/** A collection whose items are created by POST, and the operations of its items. */
interface Resource {
  readonly create: Operation;
  readonly operations: readonly Operation[];
  /** The path parameter of an item. */
  readonly name: string;
}

function getResources(operations: readonly Operation[], { operations: all }: Api): Resource[] {
  const creating = operations.filter(({ method, path }) => method === 'POST' && !path.endsWith('}'));
  return creating.flatMap((create) => {
    const last = create.path.split('/').at(-1)!;
    const ofItems = all.filter(({ path }) => path.endsWith('}') && getCollection(path).split('/').at(-1) === last);
    // `POST /projects/{project}/issues` creates an item of `/issues/{id}`.
    const path = ofItems.find((ofItem) => getCollection(ofItem.path) === create.path)?.path ?? ofItems[0]?.path;
    if (path === undefined) return [];
    const name = path.slice(path.lastIndexOf('{') + 1, -1);
    return [{ create, name, operations: ofItems.filter((ofItem) => ofItem.path === path) }];
  });
}
