import type { Components } from './components.ts';

type Paths = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/**
 * Moves parameters and responses that occur several times to the components, so that the document contains each of them once.
 * Those whose references would be longer than what they replace remain.
 */
export function shareRepeated(paths: Paths, components: Components): void {
  const places = [...placesOf(paths)];
  const repeated = new Map<string, Place[]>();
  for (const place of places) {
    const text = JSON.stringify(place.value);
    const others = repeated.get(text);
    if (others === undefined) repeated.set(text, [place]);
    else others.push(place);
  }
  for (const [text, [first, ...others]] of repeated) {
    const { kind, value, name } = first!;
    const named = name.replace(/[^\w.-]+/g, '-').replace(/-$/, '');
    const length = `{"$ref":"#/components/${kind}/${named}"}`.length;
    const saved = others.length * text.length - (others.length + 1) * length - named.length;
    if ('$ref' in value || saved <= 0) continue;
    const reference = components.shared(kind, named, value);
    for (const place of [first!, ...others]) place.replace(reference);
  }
}

/** A parameter or response of an operation. */
interface Place {
  readonly kind: 'parameters' | 'responses';
  /** The preferred name of the component. */
  readonly name: string;
  readonly value: object;
  readonly replace: (reference: object) => void;
}

function* placesOf(paths: Paths): Generator<Place> {
  for (const entry of Object.values(paths)) {
    for (const [key, value] of Object.entries(entry)) {
      if (key === 'parameters') yield* parametersOf(value as object[]);
      else yield* placesOfOperation(value as Operation);
    }
  }
}

interface Operation {
  readonly operationId: string;
  readonly parameters?: object[];
  readonly responses: Record<string, object>;
}

function* placesOfOperation({ operationId, parameters = [], responses }: Operation): Generator<Place> {
  yield* parametersOf(parameters);
  for (const [status, value] of Object.entries(responses))
    yield {
      kind: 'responses',
      name: status === '304' ? 'NotModified' : `${operationId}.${status}`,
      value,
      replace: (reference) => (responses[status] = reference),
    };
}

function* parametersOf(parameters: object[]): Generator<Place> {
  for (const [index, value] of parameters.entries())
    yield {
      kind: 'parameters',
      name: (value as { readonly name: string }).name,
      value,
      replace: (reference) => (parameters[index] = reference),
    };
}
