import type { Json } from './contract.ts';

/** A parameter object of the document. */
export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly schema: Json;
  readonly description?: string;
  readonly style?: string;
}

/** Returns whether a parameter describes a name of the query. Objects are sent as `name[member]=…` or as `member=…`. */
export function isNamed({ name, in: where, style, schema }: Parameter, sent: string): boolean {
  if (where !== 'query') return false;
  if (style === 'deepObject') return sent.startsWith(`${name}[`);
  return name === sent || (style === 'form' && schema['additionalProperties'] === true);
}

/** Parses the deepObject parameter `name`: `or[0][price][gt]=5` is `{ "0": { "price": { "gt": "5" } } }`. */
export function objectIn(query: URLSearchParams, name: string): object {
  const result = Object.create(null) as Record<string, unknown>;
  for (const [sent, value] of query) {
    if (!sent.startsWith(`${name}[`)) continue;
    const steps = [...sent.slice(name.length).matchAll(/\[([^\]]*)\]/g)].map(([, step]) => step!);
    const last = steps.pop()!;
    let target: Record<string, unknown> = result;
    for (const step of steps) {
      if (typeof target[step] !== 'object') target[step] = Object.create(null);
      target = target[step] as Record<string, unknown>;
    }
    target[last] = value;
  }
  return result;
}
