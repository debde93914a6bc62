import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ItemTexts } from './item-texts.ts';

/** Written so often that it is known, then changed: each time just what JSON says. */
function changed<Item extends object>(item: Item, change: (item: Item) => unknown, texts = new ItemTexts()): void {
  for (let time = 0; time < 3; time++) assert.equal(texts.textOf('/item', item), JSON.stringify(item));
  change(item);
  assert.equal(texts.textOf('/item', item), JSON.stringify(item));
}

test('an item is written as it is, whatever was written before and whatever became of it', () => {
  const texts = new ItemTexts();
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.jsonValue(), fc.nat(), (item, other, at) => {
      const names = Object.keys(item);
      const change = (known: Record<string, unknown>): unknown =>
        (known[names[at % (names.length + 1)] ?? 'new'] = other);
      changed<Record<string, unknown>>(item, change, texts);
    }),
    { numRuns: 500 },
  );
});

test('what has a say in how it is written is asked each time', () => {
  let turn = 0;
  const nested = { when: { toJSON: () => turn++ } };
  const texts = new ItemTexts();
  for (let time = 0; time < 5; time++) assert.equal(texts.textOf('/item', nested), `{"when":${time}}`);
  class Money {
    readonly cents = 1;
  }
  type Any = { a?: unknown; b?: unknown };
  const list: number[] & { toJSON?: () => string } = [1];
  changed({ a: new Date(0) }, ({ a }) => a.setTime(1));
  changed({ a: [1, [2, 3]] as [number, number[]] }, ({ a }) => a[1].push(4));
  changed<{ a: { b: { c: unknown } } }>({ a: { b: { c: 1 } } }, ({ a }) => (a.b.c = '1'));
  changed<Any>({ a: 1, b: 2 }, (item) => delete item.a);
  changed<Any>({ a: 1, b: undefined }, (item) => (item.b = 1));
  changed<Any>({ a: Number.NaN }, (item) => (item.a = null));
  changed<Any>({ a: new Money() }, (item) => (item.a = { cents: 2 }));
  changed<Any>({ a: [1] }, (item) => (item.a = { 0: 1 }));
  changed<Any>({ a: {} }, (item) => (item.a = []));
  changed<Any>({ a: { length: 0 } }, (item) => (item.a = []));
  changed({ a: list }, () => (list.toJSON = () => 'other'));
  changed<Any>({ a: 1 }, (item) => Object.defineProperty(item, 'toJSON', { value: () => 'hidden' }));
  changed<Any>({ a: 1, b: 1 }, (item) => {
    delete item.a;
    item.a = 1;
  });
  changed<Any>({ a: 'x' }, (item) => (item.a = Object('x')));
  changed<Any>({ a: Object(1) }, (item) => (item.a = {}));
  changed<Any>({ a: 1 }, (item) => Object.setPrototypeOf(item, { toJSON: () => 'inherited' }));
});

test('nothing is told of one item under the name of another', () => {
  const texts = new ItemTexts();
  for (let time = 0; time < 4; time++)
    for (const id of [1, 2]) assert.equal(texts.textOf('/item', { id, of: [id] }), `{"id":${id},"of":[${id}]}`);
});
