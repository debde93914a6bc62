import { deepEqual, equal, ok } from 'node:assert/strict';
import { test } from 'node:test';
import { filter, memoryStore, resource } from 'oriel-host';
import { createTestHost } from 'oriel-host/testing';
import { z } from 'zod';
import { ALL_FORMATS } from '../lib/formats.ts';

type Schemas = Readonly<Record<string, z.ZodType>>;
type Names = Readonly<Record<'schemas' | 'parameters' | 'responses' | 'headers', readonly string[]>>;

const Address = z.object({ street: z.string().describe('With its number, such as Quay 1'), town: z.string() });
const BOAT = { id: z.int(), name: z.string(), home: Address, owner: z.int() };
const OWNER = { id: z.int(), name: z.string(), address: Address };

interface Change {
  readonly boat?: Schemas;
  readonly owner?: Schemas;
  readonly options?: object;
  readonly ownerOptions?: object;
}

/** Returns the names of the components of a document, after a change of its resources. */
async function getNames(
  formats: typeof ALL_FORMATS | readonly ['json'],
  { boat, owner, options, ownerOptions }: Change = {},
): Promise<Names> {
  const Boat = z.object({ ...BOAT, ...boat });
  const Owner = z.object({ ...OWNER, ...owner });
  const more = { id: 'id', bulk: { max: 3 }, filters: { name: filter.partial() }, store: memoryStore() };
  const handle = () => null;
  const boats = resource('boats', Boat, {
    ...more,
    links: { owner: 'owners' },
    subresources: { '/owners/{owner}/boats': { owner: 'owner' } },
    custom: {
      move: { line: 'POST /{id}/move', input: z.object({ to: Address }), output: z.object({ from: Address }), handle },
      launch: { line: 'POST /{id}/launch', input: Boat, handle },
    },
    ...options,
  } as never);
  const { send } = createTestHost({
    api: { formats },
    resources: [boats, resource('owners', Owner, { ...more, ...ownerOptions } as never)],
  });
  const { components } = (await (await send('GET /api/docs.json')).json()) as {
    components: Record<keyof Names, object>;
  };
  const { schemas, parameters, responses, headers } = components;
  return {
    ...{ schemas: Object.keys(schemas), parameters: Object.keys(parameters) },
    ...{ responses: Object.keys(responses), headers: Object.keys(headers) },
  };
}

const changes: Readonly<Record<string, Change>> = {
  'a required field': { boat: { berth: z.string() }, owner: { phone: z.string() } },
  'an optional field': { boat: { berth: z.string().optional() } },
  'a field with a default': { boat: { size: z.int().default(3) }, owner: { size: z.int().default(3) } },
  'a field that clients cannot set': {
    boat: { launched: z.iso.datetime() },
    options: { input: { create: z.object(BOAT).omit({ id: true }) } },
  },
  'a field that some users can read': {
    boat: { price: z.int() },
    options: { fields: { price: { read: ({ user }: { user: unknown }) => user !== null } } },
  },
  'a hidden field': { boat: { secret: z.string().optional() }, options: { fields: { secret: { read: 'never' } } } },
  'a field that no one can write': { boat: { rank: z.int() }, options: { fields: { rank: { write: 'never' } } } },
  'a field with the schema of another one': { boat: { builder: Address }, owner: { office: Address } },
  'a member of an object': { boat: { home: Address.extend({ country: z.string() }) } },
  'the first link': { owner: { captain: z.int() }, ownerOptions: { links: { captain: 'owners' } } },
  'the first link of a resource without lists in bodies': {
    owner: { captain: z.int() },
    ownerOptions: { links: { captain: 'owners' }, bulk: undefined },
  },
  'another link': {
    boat: { builder: z.int() },
    options: { links: { owner: 'owners', builder: 'owners' } },
  },
  'a body of PUT': { options: { input: { replace: z.object(BOAT).extend({ reason: z.string() }) } } },
};

for (const formats of [['json'], ALL_FORMATS] as const)
  for (const [name, change] of Object.entries(changes))
    test(`${name} leaves the names of components as they are, in ${formats.join(', ')}`, async () => {
      const bulk = change.ownerOptions && 'bulk' in change.ownerOptions ? { ownerOptions: { bulk: undefined } } : {};
      const [before, after] = [await getNames(formats, bulk), await getNames(formats, change)];
      for (const kind of ['schemas', 'parameters', 'responses', 'headers'] as const)
        deepEqual(
          before[kind].filter((text) => !after[kind].includes(text)),
          [],
          `missing ${kind}`,
        );
      ok(before.schemas.length > 10);
    });

test('the bodies of a resource are named after their operations', async () => {
  const { schemas } = await getNames(['json']);
  for (const expected of ['Boat', 'Boat.create', 'Boat.create.owner', 'Boat.replace', 'Boat.patch', 'Boat.move'])
    ok(schemas.includes(expected), `${expected} of ${schemas.join(', ')}`);
  equal(
    schemas.find((schema) => /-\d+$/.test(schema)),
    undefined,
  );
});
