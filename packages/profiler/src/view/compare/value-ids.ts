/** Assigns numbers to JSON values: equal values have the same number, whatever the order of their members. */
export class ValueIds {
  readonly #primitives = new Map<unknown, number>();
  readonly #contents = new Map<string, number>();
  readonly #containers = new Map<object, number>();
  #count = 0;

  /** Returns the number of a value. Visits each part once, without recursion, because bodies may be nested to any depth. */
  getId(value: unknown): number {
    if (!isContainer(value)) return this.#assign(this.#primitives, value);
    const known = this.#containers.get(value);
    if (known !== undefined) return known;
    const stack: object[] = [value];
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const depth = stack.length;
      if (!this.#containers.has(top))
        for (const part of (Array.isArray(top) ? top : Object.values(top)) as unknown[])
          if (isContainer(part) && !this.#containers.has(part)) stack.push(part);
      if (stack.length > depth) continue;
      stack.pop();
      if (!this.#containers.has(top)) this.#containers.set(top, this.#assign(this.#contents, this.#describe(top)));
    }
    return this.#containers.get(value)!;
  }

  #describe(container: object): string {
    const getPartId = (part: unknown): number =>
      isContainer(part) ? this.#containers.get(part)! : this.#assign(this.#primitives, part);
    if (Array.isArray(container)) {
      let text = '';
      for (const part of container) text += `${getPartId(part)} `;
      return text;
    }
    const members = Object.entries(container).map(([name, part]) => `${getPartId(name)}:${getPartId(part)}`);
    return `{${members.sort().join()}`;
  }

  #assign<Key>(ids: Map<Key, number>, key: Key): number {
    const known = ids.get(key);
    if (known !== undefined) return known;
    ids.set(key, ++this.#count);
    return this.#count;
  }
}

/** Returns whether a JSON value is an array or an object. */
export function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
