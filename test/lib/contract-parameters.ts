import type { Json } from './contract.ts';

/** A parameter of an operation, as the document has it. */
export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly schema: Json;
  readonly description?: string;
  readonly style?: string;
}

// An object in a query is written as name[member]=…, or as member=…
export function isNamed({ name, in: where, style, schema }: Parameter, sent: string): boolean {
  if (where !== 'query') return false;
  if (style === 'deepObject') return sent.startsWith(`${name}[`);
  return name === sent || (style === 'form' && schema['additionalProperties'] === true);
}

// As an object: or[0][price][gt]=5 is { "0": { "price": { "gt": "5" } } }.
export function objectIn(query: URLSearchParams, name: string): object {
  const made = Object.create(null) as Record<string, unknown>;
  for (const [sent, value] of query) {
    if (!sent.startsWith(`${name}[`)) continue;
    const steps = [...sent.slice(name.length).matchAll(/\[([^\]]*)\]/g)].map(([, step]) => step!);
    const last = steps.pop()!;
    let at: Record<string, unknown> = made;
    for (const step of steps) {
      if (typeof at[step] !== 'object') at[step] = Object.create(null);
      at = at[step] as Record<string, unknown>;
    }
    at[last] = value;
  }
  return made;
}
