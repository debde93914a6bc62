import { isObject } from 'oriel-core/http';
import { createPointer } from '../../../../http/json.ts';
import type { StandardSchema } from 'oriel-core/http';

/**
 * Returns the schema for a patched item, in which members that the patch did not change are accepted as they are stored. A
 * schema that converts a member (a codec, `stringbool`, a transform with a pipe) reads another type than it returns, so it
 * would reject the stored value or convert it a second time. Checks of the whole object see the stored value.
 *
 * @param schema the schema of the whole item; schemas of other libraries than zod 4 are returned as they are
 * @param candidate the patched item
 * @param previous the stored item
 *
 * @example
 * ```ts
 * import * as z from 'zod';
 * import { keepMembers } from './keep-members.ts';
 * const schema = z.object({ title: z.string(), active: z.stringbool() });
 * const patched = { title: 'New', active: true };
 * keepMembers(schema, patched, { title: 'Old', active: true })['~standard'].validate(patched); // => { value: patched }
 * ```
 */
export function keepMembers(schema: StandardSchema, candidate: unknown, previous: unknown): StandardSchema {
  if (!isZod(schema) || !converts(schema)) return schema;
  const pointers = [...findKept(schema, candidate, previous)];
  if (pointers.length === 0) return schema;
  let known = KNOWN.get(schema);
  if (known === undefined) KNOWN.set(schema, (known = new Map<string, StandardSchema>()));
  const key = JSON.stringify(pointers);
  let result = known.get(key);
  if (result === undefined) {
    if (known.size >= MAX_KNOWN) known.clear();
    known.set(key, (result = keep(schema, pointers) as ZodNode & StandardSchema));
  }
  return result;
}

// Creating and compiling a schema takes longer than using it. There is one for each set of unchanged members.
const KNOWN = new WeakMap<StandardSchema, Map<string, StandardSchema>>();
const MAX_KNOWN = 64;

/** The part of a zod schema that is read here. */
interface ZodNode {
  readonly _zod: { readonly def: ZodDefinition };
  clone(definition: ZodDefinition): ZodNode;
}

interface ZodDefinition {
  readonly type: string;
  readonly shape?: Readonly<Record<string, ZodNode>>;
  readonly in?: ZodNode;
  readonly out?: ZodNode;
  readonly left?: ZodNode;
  readonly right?: ZodNode;
  readonly innerType?: ZodNode;
  readonly element?: ZodNode;
  readonly valueType?: ZodNode;
  readonly items?: readonly ZodNode[];
  readonly options?: readonly ZodNode[];
  readonly getter?: () => ZodNode;
}

function isZod(schema: StandardSchema): schema is StandardSchema & ZodNode {
  return schema['~standard'].vendor === 'zod' && '_zod' in schema && 'clone' in schema;
}

const CONVERTS = new WeakMap<ZodNode, boolean>();

// Whether a schema, or a part of it, returns another value than it reads.
function converts(node: ZodNode): boolean {
  let result = CONVERTS.get(node);
  if (result === undefined) {
    CONVERTS.set(node, false); // for schemas that contain themselves
    const { type } = node._zod.def;
    result = type === 'pipe' || type === 'transform' || findParts(node._zod.def).some(converts);
    CONVERTS.set(node, result);
  }
  return result;
}

function findParts({ shape, left, right, innerType, element, valueType, items, options, getter }: ZodDefinition) {
  const parts = [left, right, innerType, element, valueType, ...(items ?? []), ...(options ?? []), getter?.()];
  return [...Object.values(shape ?? {}), ...parts].filter((part) => part !== undefined);
}

// The item itself may be the input of a transform; the members of a converted member have no stored input.
function* findKept({ _zod: { def } }: ZodNode, value: unknown, previous: unknown, path = ''): Generator<string> {
  if (!isObject(value) || !isObject(previous) || (def.type === 'pipe' && path !== '')) return;
  for (const [name, member] of Object.entries(def.shape ?? {})) {
    if (!Object.hasOwn(value, name) || !Object.hasOwn(previous, name) || !converts(member)) continue;
    const pointer = createPointer(name, path);
    const [next, before] = [value[name], previous[name]];
    if (next === before || JSON.stringify(next) === JSON.stringify(before)) yield pointer;
    else yield* findKept(member, next, before, pointer);
  }
  for (const part of [def.in, def.out, def.left, def.right, def.innerType, ...(def.options ?? [])])
    if (part) yield* findKept(part, value, previous, path);
}

function keep(node: ZodNode, pointers: readonly string[], path = ''): ZodNode {
  const { def } = node._zod;
  if (pointers.includes(path)) return ACCEPTED;
  if (!converts(node) || !pointers.some((pointer) => pointer.startsWith(`${path}/`))) return node;
  const changed: Record<string, unknown> = {};
  for (const name of ['in', 'out', 'left', 'right', 'innerType'] as const)
    if (def[name]) changed[name] = keep(def[name], pointers, path);
  if (def.options) changed['options'] = def.options.map((option) => keep(option, pointers, path));
  const members = Object.entries(def.shape ?? {});
  if (def.shape)
    changed['shape'] = Object.fromEntries(
      members.map(([name, member]) => [name, keep(member, pointers, createPointer(name, path))]),
    );
  return node.clone({ ...def, ...changed });
}

// Accepts any value. zod is a dependency of the application, so its `z.any()` cannot be imported.
const ACCEPTED = {
  _zod: { def: { type: 'any' }, run: (payload: unknown) => payload, traits: new Set(['$ZodType']) },
  clone: () => ACCEPTED,
} as ZodNode;
