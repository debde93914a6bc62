import type { ComponentsObject } from './components.ts';

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
