import { deepEqual, equal, notEqual, throws } from 'node:assert/strict';
import { AsyncLocalStorage } from 'node:async_hooks';
import { execFileSync } from 'node:child_process';
import { describe, test } from 'node:test';
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import { findFrames, runWith } from './run-with.ts';

const found = findFrames();
const ways = [
  ['by frames', found],
  ['entering twice', null],
] as const;

test('this Node has frames: else each span would take a tenth longer', () => notEqual(found, null));

for (const [name, frames] of ways) {
  const run = <V, R>(storage: AsyncLocalStorage<V>, value: V, work: () => R): R =>
    runWith(storage, value, work, frames);

  describe(`runs work with a value ${name}`, () => {
    test('which holds until it is left, also by what is thrown', () => {
      const storage = new AsyncLocalStorage<number>();
      equal(
        run(storage, 1, () => run(storage, 2, () => storage.getStore()! * 10) + storage.getStore()!),
        21,
      );
      equal(storage.getStore(), undefined);
      storage.enterWith(5);
      throws(
        () =>
          run(storage, 6, () => {
            throw new Error('broken');
          }),
        /broken/,
      );
      equal(storage.getStore(), 5);
    });

    test('and in all that it starts, however long that lasts', async () => {
      const storage = new AsyncLocalStorage<string>();
      const seen = (): string | undefined => storage.getStore();
      const later = run(storage, 'outer', () => {
        const inner = run(storage, 'inner', async () => {
          const early = seen();
          await turn();
          const timer = await sleep(2).then(seen);
          return [early, seen(), timer, await new Promise((resolve) => process.nextTick(() => resolve(seen())))];
        });
        return Promise.all([inner, turn().then(seen), seen()]);
      });
      equal(seen(), undefined);
      deepEqual(await later, [['inner', 'inner', 'inner', 'inner'], 'outer', 'outer']);
    });

    test('beside storages of others, and what is entered in them stays', async () => {
      const [ours, theirs, more] = [1, 2, 3].map(() => new AsyncLocalStorage<string>()) as [Store, Store, Store];
      await theirs.run('before', async () => {
        const inside = run(ours, 'ours', () => {
          equal(theirs.getStore(), 'before');
          theirs.enterWith('entered');
          more.enterWith('new');
          return turn().then(() => [ours.getStore(), theirs.getStore(), more.getStore()]);
        });
        deepEqual([ours.getStore(), theirs.getStore(), more.getStore()], [undefined, 'entered', 'new']);
        deepEqual(await inside, ['ours', 'entered', 'new']);
        // Theirs may run and end inside, and be switched off altogether.
        run(ours, 'again', () => theirs.run('short', () => equal(ours.getStore(), 'again')));
        equal(theirs.getStore(), 'entered');
        run(ours, 'last', () => {
          more.disable();
          equal(more.getStore(), undefined);
          equal(ours.getStore(), 'last');
        });
        deepEqual([ours.getStore(), theirs.getStore(), more.getStore()], [undefined, 'entered', undefined]);
      });
    });

    test('within what was bound before, and around it', () => {
      const [ours, theirs] = [1, 2].map(() => new AsyncLocalStorage<string>()) as [Store, Store];
      const bound = theirs.run('bound', () => AsyncLocalStorage.bind(() => [ours.getStore(), theirs.getStore()]));
      run(ours, 'now', () => {
        deepEqual(bound(), [undefined, 'bound']);
        equal(ours.getStore(), 'now');
      });
      const inside = run(ours, 'then', () => AsyncLocalStorage.snapshot());
      equal(
        inside(() => ours.getStore()),
        'then',
      );
    });
  });
}

test('without frames there are none to be found, and spans know their parents all the same', () => {
  const program = `
    const { findFrames } = await import('./run-with.ts');
    const { runInTrace, span } = await import('./current.ts');
    const { RequestTrace } = await import('./trace.ts');
    const trace = new RequestTrace();
    await runInTrace(trace, () => span('a', async () => { await 1; await span('b', async () => 1); span('c', () => 1); }));
    console.log(findFrames() === null, trace.spans.map(({ name, parent }) => name + parent).join());`;
  equal(told(program, '--no-async-context-frame'), 'true a0,b1,c1');
});

test('a runtime that lets nobody enter a storage can load it', () => {
  const program = `
    const { AsyncLocalStorage } = await import('node:async_hooks');
    AsyncLocalStorage.prototype.enterWith = () => { throw new Error('Not here'); };
    const { findFrames } = await import('./run-with.ts');
    console.log(findFrames());`;
  equal(told(program), 'null');
});

function told(program: string, ...flags: readonly string[]): string {
  const all = [...flags, '--conditions=oriel:source', '--input-type=module', '--eval', program];
  return execFileSync(process.execPath, all, { cwd: import.meta.dirname, encoding: 'utf8' }).trim();
}

type Store = AsyncLocalStorage<string>;
