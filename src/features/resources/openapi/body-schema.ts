import { propertiesOf } from '../model/json-schema.ts';
import type { JsonSchema } from '../model/json-schema.ts';
import type { Operation } from '../model/operation.ts';
import { withRestrictedNote, requiredMembers, wireSchema } from './wire-schema.ts';

/**
 * The body of an operation in plain JSON. Members it does not tell are refused; what a change gets back from a client that
 * sends what it got is told as read-only, and what the path says need not be sent.
 *
 * @param described the schema of what is sent
 * @param item the schema of what is answered
 */
export function bodySchema(operation: Operation, described: JsonSchema, item: JsonSchema): JsonSchema {
  const { resource, inputMembers, kind } = operation;
  const { required: _, ...plain } = wireSchema(described, resource);
  const isOpen = (name: string): boolean => {
    const field = kind === 'custom' ? undefined : resource.field.get(name);
    return field === undefined || (field.read === 'public' && field.write === 'public');
  };
  const sendable = (name: string): boolean => kind === 'custom' || resource.field.get(name)?.write !== 'never';
  const members = Object.entries(propertiesOf(plain)).flatMap(([name, schema]) =>
    sendable(name) ? [[name, isOpen(name) ? schema : withRestrictedNote(schema)] as const] : [],
  );
  const given = givenBy(operation);
  // A change leaves what its user does not reach as it is, so nobody needs to send it.
  const kept = (name: string): boolean => CHANGES.includes(kind) && !isOpen(name);
  const required = requiredMembers(described).filter((name) => !given.includes(name) && !kept(name) && sendable(name));
  const repeated = inputMembers === undefined || !CHANGES.includes(kind) ? [] : Object.entries(propertiesOf(item));
  const readOnly = repeated.filter(([name]) => !inputMembers!.includes(name) || !sendable(name));
  return {
    ...plain,
    properties: {
      ...(Object.fromEntries(members) as JsonSchema),
      ...Object.fromEntries(readOnly.map(([name, schema]) => [name, { ...schema, readOnly: true }])),
    },
    ...(required.length > 0 ? { required } : {}),
    ...(inputMembers === undefined ? {} : { additionalProperties: false }),
  };
}

/** Bodies that are the same, whichever operation takes them: a key for each. */
export class BodyKeys {
  readonly #keys = new Map<unknown, Map<string, object>>();

  keyOf(operation: Operation): object {
    const { input, kind } = operation;
    let known = this.#keys.get(input);
    if (known === undefined) this.#keys.set(input, (known = new Map<string, object>()));
    const word = [CHANGES.includes(kind), ...givenBy(operation)].join();
    let key = known.get(word);
    if (key === undefined) known.set(word, (key = { input, word }));
    return key;
  }
}

const CHANGES: readonly Operation['kind'][] = ['replace', 'patch', 'bulk'];

function givenBy({ kind, place }: Operation): string[] {
  return kind === 'custom' ? [] : place.within.map(({ field }) => field.name);
}
