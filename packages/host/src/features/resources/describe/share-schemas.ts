import type { JsonSchema } from '../model/json-schema.ts';
import { unusedName } from './components.ts';
import { contentOf, schemaPlace } from './schema-places.ts';
import type { SchemaPlace } from './schema-places.ts';

type Schemas = Record<string, JsonSchema>;

/**
 * Replaces schemas that occur several times by references to a component, if that saves enough. A component is added unless
 * the schema is one already. Long schemas are replaced first.
 *
 * @param paths the Paths Object, which is changed
 * @param components the Components Object, which is changed
 */
export function shareSchemas(
  paths: object,
  components: { readonly schemas: Schemas; readonly responses: object },
): void {
  const { schemas, responses } = components;
  const groups = new Map<string, SchemaPlace[]>();
  const add = (place: SchemaPlace | undefined): void => {
    if (place === undefined) return;
    const { text, inner } = place;
    if (text.length >= SHORTEST && !LOCAL.test(text)) {
      const others = groups.get(text);
      if (others === undefined) groups.set(text, [place]);
      else others.push(place);
    }
    inner.forEach(add);
  };
  const names = new Map<string, string>();
  for (const name of Object.keys(schemas)) {
    const place = schemaPlace(schemas, name, [name])!;
    if (!names.has(place.text)) names.set(place.text, name);
    add(place);
  }
  for (const [content, path] of [...contentOf(paths), ...contentOf(responses)]) {
    add(schemaPlace(content, 'schema', path));
    add(schemaPlace(content, 'itemSchema', path));
  }
  const replaced = new Set<SchemaPlace>();
  const remove = (place: SchemaPlace): void => {
    replaced.add(place);
    place.inner.forEach(remove);
  };
  for (const [text, all] of [...groups].sort(([one], [other]) => other.length - one.length)) {
    const places = all.filter((each) => !replaced.has(each) && each.path.length > 1);
    const known = names.get(text);
    const name = known ?? freeName(places, schemas);
    if (name === undefined) continue;
    const $ref = `#/components/schemas/${name}`;
    const saved =
      places.length * (text.length - $ref.length - 11) - (known === undefined ? text.length + name.length + 4 : 0);
    if (saved < SMALLEST_GAIN) continue;
    // The inner schemas of one place remain, as those of the component.
    if (known === undefined) schemas[name] = places[0]!.schema;
    for (const [index, place] of places.entries()) {
      place.replace({ $ref });
      if (index > 0 || known !== undefined) remove(place);
    }
  }
}

// References make a document harder to read, so schemas are shared only if they repeat much.
const SHORTEST = 60;
const SMALLEST_GAIN = 200;

// Schemas with references or names of their own.
const LOCAL = /"\$(?:defs|id|anchor|dynamicRef|dynamicAnchor)"|"\$ref":"#(?!\/components\/)/;

// The names that lead to all places, after the resource if it is the same; or the format.
function nameOf(places: readonly SchemaPlace[]): string | undefined {
  const [first, ...others] = places.map(({ path }) => path);
  const isCommon = (back: number): boolean => others.every((each) => each.at(-back) === first!.at(-back));
  const { format, properties } = places[0]!.schema as { format?: string; properties?: object };
  if (isCommon(1)) {
    const resources = new Set(places.map(({ path: [root = ''] }) => root.split('.')[0]!));
    return [...(resources.size === 1 ? resources : []), first!.at(-1)!].join('.');
  }
  if (format !== undefined) return format;
  if (isCommon(2)) return `${first!.at(-2)}.member`;
  return properties === undefined ? undefined : Object.keys(properties).join('.');
}

function freeName(places: readonly SchemaPlace[], taken: object): string | undefined {
  if (places.length === 0) return undefined;
  const name = nameOf(places)
    ?.replace(/[^\w.-]+/g, '-')
    .replace(/^-|-$/g, '');
  return name ? unusedName(name, taken) : undefined;
}
