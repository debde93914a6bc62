import type { Components, ComponentsObject } from './components.ts';

export type Paths = Record<string, Record<string, unknown>>;

interface Operation {
  readonly operationId?: string;
  readonly parameters?: object[];
  readonly responses?: Record<string, object>;
}

/** Moves parameters that all operations of a path have to the parameters of the path, if it has several operations. */
export function moveCommonParameters(paths: Paths): void {
  for (const entry of Object.values(paths)) {
    const { parameters: entryParameters = [], ...methods } = entry as { parameters?: readonly object[] };
    const operations = Object.values<{ parameters?: object[] }>(methods);
    if (operations.length < 2) continue;
    const [first, ...others] = operations.map(({ parameters = [] }) => toTexts(parameters));
    const common = [...first!.keys()].filter((text) => others.every((other) => other.has(text)));
    if (common.length === 0) continue;
    for (const operation of operations)
      operation.parameters = [...toTexts(operation.parameters!)].flatMap(([text, value]) =>
        common.includes(text) ? [] : [value],
      );
    entry['parameters'] = [...entryParameters, ...common.map((text) => first!.get(text)!)];
  }
}

function toTexts(parameters: readonly object[]): Map<string, object> {
  return new Map(parameters.map((parameter) => [JSON.stringify(parameter), parameter]));
}

/** Moves parameters and responses that occur several times to the components, unless their references are longer. */
export function shareRepeated(paths: Paths, components: Components): void {
  const repeated = Map.groupBy(findPlaces(paths), ({ values, key }) => JSON.stringify(values[key]));
  for (const [text, places] of repeated) {
    const { kind, values, key, wanted } = places[0]!;
    const value = values[key]!;
    const name = wanted.replace(/[^\w.-]+/g, '-').replace(/-$/, '');
    const length = `{"$ref":"#/components/${kind}/${name}"}`.length;
    const saved = (places.length - 1) * text.length - places.length * length - name.length;
    if ('$ref' in value || saved <= 0) continue;
    const reference = components.add(kind, text, name, () => value);
    for (const element of places) element.values[element.key] = reference;
  }
}

/** Where a parameter or response is, and the preferred name of its component. */
interface Place {
  readonly kind: 'parameters' | 'responses';
  readonly values: Record<string | number, object>;
  readonly key: string | number;
  readonly wanted: string;
}

function* findPlaces(paths: Paths): Generator<Place> {
  const places = (parameters: object[] = []): Place[] =>
    parameters.map((parameter, key) => {
      const { name } = parameter as { readonly name: string };
      return { kind: 'parameters', values: parameters as unknown as Place['values'], key, wanted: name };
    });
  for (const entry of Object.values(paths))
    for (const [member, value] of Object.entries(entry)) {
      if (member === 'parameters') yield* places(value as object[]);
      else {
        const { operationId, parameters, responses: values = {} } = value as Operation;
        yield* places(parameters);
        for (const key of Object.keys(values))
          yield { kind: 'responses', values, key, wanted: key === '304' ? 'NotModified' : `${operationId}.${key}` };
      }
    }
}

/** Removes schemas that no operation refers to, such as the body of PUT if PATCH is the only operation that needed it. */
export function removeUnusedSchemas(paths: object, { schemas, ...others }: ComponentsObject): void {
  const used = new Set(ALWAYS);
  const add = (value: unknown): void => {
    for (const [, name] of JSON.stringify(value).matchAll(REFERENCE))
      if (!used.has(name!)) {
        used.add(name!);
        add(schemas[name!]);
      }
  };
  for (const value of [paths, others, ...ALWAYS.map((name) => schemas[name])]) add(value);
  for (const name of Object.keys(schemas)) if (!used.has(name)) delete schemas[name];
}

// Plugins may refer to these.
const ALWAYS = ['Problem', 'ValidationProblem'];

const REFERENCE = /"\$ref":"#\/components\/schemas\/([^"]+)"/g;
