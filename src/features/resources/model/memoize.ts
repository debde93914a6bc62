/**
 * Works something out once per key, when it is first asked for: what a format needs of a resource, say. It is forgotten
 * with its key.
 */
export function memoizePerObject<Key extends object, Value extends {} | null>(
  make: (key: Key) => Value,
): (key: Key) => Value {
  const made = new WeakMap<Key, Value>();
  return (key) => {
    let value = made.get(key);
    if (value === undefined) {
      value = make(key);
      made.set(key, value);
    }
    return value;
  };
}
