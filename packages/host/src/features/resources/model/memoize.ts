/** Returns a function that computes a value once per object. The value is garbage collected with the object. */
export function memoizePerObject<Key extends object, Value extends {} | null>(
  compute: (key: Key) => Value,
): (key: Key) => Value {
  const values = new WeakMap<Key, Value>();
  return (key) => {
    let value = values.get(key);
    if (value === undefined) {
      value = compute(key);
      values.set(key, value);
    }
    return value;
  };
}
