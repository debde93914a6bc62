import { mock as sharedMock } from 'node:test';
import type { MockTracker } from 'node:test';

/**
 * Replaces `node:test` in the tests of mutants: `node:test` runs the tests of a process once, this runner again and again.
 * It stops at the first failure. `loader.ts` directs the imports of test files to it.
 */
export async function runTests(load: () => Promise<unknown>): Promise<Failure | undefined> {
  root = new Suite('', undefined);
  failure = undefined;
  queue = Promise.resolve();
  try {
    await load();
    await drain();
    await runHooks(root.before);
  } catch (error) {
    failure ??= { test: 'the test file', error };
  }
  await runHooks(root.after).catch((error: unknown) => (failure ??= { test: 'a hook', error }));
  return failure;
}

/** The first test that failed, and why. */
export interface Failure {
  readonly test: string;
  readonly error: unknown;
}

/** Ends the current run: an error that no test awaits. */
export function fail(error: unknown): void {
  failure ??= { test: 'an error that no test awaits', error };
}

type Body = (context: never, done?: unknown) => unknown;
type Arguments = readonly (string | Options | Body | undefined)[];

interface Options {
  readonly skip?: boolean | string;
  readonly todo?: boolean | string;
}

class Suite {
  readonly before: Body[] = [];
  readonly after: Body[] = [];
  readonly beforeEach: Body[] = [];
  readonly afterEach: Body[] = [];
  readonly name: string;
  readonly parent: Suite | undefined;

  constructor(name: string, parent: Suite | undefined) {
    this.name = name;
    this.parent = parent;
  }
}

let root = new Suite('', undefined);
let current: Suite | undefined;
let failure: Failure | undefined;
let queue: Promise<void> = Promise.resolve();

async function drain(): Promise<void> {
  for (let last; last !== queue;) await (last = queue);
}

function enqueue(run: () => Promise<void>): Promise<void> {
  return (queue = queue.then(() => (failure === undefined ? run() : undefined)));
}

function declareTest(...given: Arguments): Promise<void> {
  const { name, options, body } = read(given);
  const suite = current ?? root;
  if (options.skip || options.todo || body === undefined) return Promise.resolve();
  return enqueue(() => runTest(suite, name, body));
}

function declareSuite(...given: Arguments): Promise<void> {
  const { name, options, body } = read(given);
  if (options.skip || options.todo || body === undefined) return Promise.resolve();
  const parent = current ?? root;
  const suite = new Suite(name, parent);
  current = suite;
  try {
    const declared = body(suite as never);
    if (declared instanceof Promise)
      throw new Error(`The suite "${name}" is asynchronous, which is not supported here`);
  } finally {
    current = parent === root ? undefined : parent;
  }
  return (queue = queue.then(() => runHooks(suite.after)));
}

async function runTest(suite: Suite, name: string, body: Body): Promise<void> {
  const suites = ancestors(suite);
  const controller = new AbortController();
  const own = new Suite(name, suite);
  const mock = new (sharedMock.constructor as new () => MockTracker)();
  const context = {
    name,
    fullName: name,
    signal: controller.signal,
    mock,
    assert: undefined,
    before: (hook: Body) => hook(context as never),
    after: (hook: Body) => void own.after.push(hook),
    beforeEach: (hook: Body) => void own.beforeEach.push(hook),
    afterEach: (hook: Body) => void own.afterEach.push(hook),
    test: (...given: Arguments) => runSubtest(own, given),
    skip() {},
    todo() {},
    diagnostic() {},
    plan() {},
  };
  try {
    for (const each of suites) await runHooks(each.before);
    for (const each of suites) await runHooks(each.beforeEach, false);
    await body(context as never);
  } catch (error) {
    failure ??= { test: name, error };
  }
  try {
    for (const each of suites.toReversed()) await runHooks(each.afterEach, false);
    await runHooks(own.after);
  } catch (error) {
    failure ??= { test: name, error };
  }
  mock.reset();
  controller.abort();
}

async function runSubtest(parent: Suite, given: Arguments): Promise<void> {
  const { name, options, body } = read(given);
  if (failure === undefined && !options.skip && !options.todo && body !== undefined) await runTest(parent, name, body);
}

function ancestors(suite: Suite): Suite[] {
  return suite.parent === undefined ? [suite] : [...ancestors(suite.parent), suite];
}

async function runHooks(hooks: Body[], once = true): Promise<void> {
  for (const hook of once ? hooks.splice(0) : hooks) await hook({} as never);
}

function read(given: Arguments): { name: string; options: Options; body: Body | undefined } {
  return {
    name: given.find((value) => typeof value === 'string') ?? '',
    options: given.find((value) => typeof value === 'object') ?? {},
    body: given.find((value) => typeof value === 'function'),
  };
}

const skipped: typeof declareTest = () => Promise.resolve();

export const test = Object.assign(declareTest, { skip: skipped, todo: skipped, only: declareTest });
export const describe = Object.assign(declareSuite, { skip: skipped, todo: skipped, only: declareSuite });
export { test as it, describe as suite };
export default declareTest;
export const before = (hook: Body): void => void (current ?? root).before.push(hook);
export const after = (hook: Body): void => void (current ?? root).after.push(hook);
export const beforeEach = (hook: Body): void => void (current ?? root).beforeEach.push(hook);
export const afterEach = (hook: Body): void => void (current ?? root).afterEach.push(hook);
export { mock, run, getTestContext } from 'node:test';
