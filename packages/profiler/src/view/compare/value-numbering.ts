import type { StepBudget } from './edit-script.ts';

/** A part of a JSON value. Equal values have the same number, whatever the order of their members. */
export interface NumberedValue {
  readonly id: number;
  readonly value: unknown;
  /** The names of the members of an object. */
  readonly names: readonly string[] | undefined;
  /** The rows of a list, or the members of an object; undefined for other values. */
  readonly parts: readonly NumberedValue[] | undefined;
}

/** Numbers the parts of JSON values, so that any two are compared in one step. */
export class ValueNumbering {
  readonly #budget: StepBudget;
  readonly #primitives = new Map<unknown, NumberedValue>();
  readonly #containers = new Map<string, number>();
  #count = 0;

  /** @param budget counts one step for each part; it does not limit their number, because the size of bodies is limited */
  constructor(budget: StepBudget) {
    this.#budget = budget;
  }

  /** Numbers a value and its parts. Has no recursion, because bodies may be nested to any depth. */
  read(value: unknown): NumberedValue {
    if (!isContainer(value)) return this.#readPrimitive(value);
    const stack = [openContainer(value)];
    for (;;) {
      const container = stack.at(-1)!;
      const { parts, values } = container;
      while (parts.length < values.length && !isContainer(values[parts.length]))
        parts.push(this.#readPrimitive(values[parts.length]));
      if (parts.length < values.length) {
        stack.push(openContainer(values[parts.length] as object));
        continue;
      }
      const { value: closed, names } = container;
      const complete = { id: this.#numberContainer(container), value: closed, names, parts };
      stack.pop();
      const parent = stack.at(-1);
      if (parent === undefined) return complete;
      parent.parts.push(complete);
    }
  }

  #readPrimitive(value: unknown): NumberedValue {
    this.#budget.left--;
    const known = this.#primitives.get(value);
    if (known !== undefined) return known;
    const numbered = { id: ++this.#count, value, names: undefined, parts: undefined };
    this.#primitives.set(value, numbered);
    return numbered;
  }

  #numberContainer({ names, parts }: OpenContainer): number {
    this.#budget.left--;
    let content = '';
    if (names === undefined) for (const { id } of parts) content += `${id} `;
    else {
      const members = names.map((name, index) => `${this.#readPrimitive(name).id}:${parts[index]!.id}`);
      content = `{${members.sort().join()}`;
    }
    const known = this.#containers.get(content);
    if (known !== undefined) return known;
    this.#containers.set(content, ++this.#count);
    return this.#count;
  }
}

interface OpenContainer {
  readonly value: object;
  readonly names: readonly string[] | undefined;
  readonly values: readonly unknown[];
  readonly parts: NumberedValue[];
}

function openContainer(value: object): OpenContainer {
  if (Array.isArray(value)) return { value, names: undefined, values: value, parts: [] };
  return { value, names: Object.keys(value), values: Object.values(value), parts: [] };
}

/** Returns whether a JSON value is an array or an object. */
export function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
