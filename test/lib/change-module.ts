import { equal } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

/** A change of a module that breaks a promise, which a test has to detect. */
export interface ModuleChange {
  /** The file, below `packages/host/src/`. */
  readonly file: string;
  /** An expression that occurs once in the file. */
  readonly find: string;
  readonly replace: string;
}

/**
 * Changes a module of the host before it is loaded in this process.
 *
 * @returns a function that throws if the module was not loaded, or does not have the expression once
 */
export function changeModule({ file, find, replace }: ModuleChange): () => void {
  const url = toUrl(file).href;
  let changes = 0;
  registerHooks({
    load(loaded, context, nextLoad) {
      const result = nextLoad(loaded, context);
      if (loaded !== url) return result;
      const source = String(result.source);
      changes = source.split(find).length - 1;
      return { ...result, source: source.replace(find, () => replace) };
    },
  });
  return () => {
    if (changes !== 1) throw new Error(`${file} has ${changes} times: ${find}`);
  };
}

/** Asserts, without running it, that a change can be made. */
export function assertApplicable({ file, find }: ModuleChange): void {
  equal(readFileSync(toUrl(file), 'utf8').split(find).length - 1, 1, `${file} has the expression once: ${find}`);
}

function toUrl(file: string): URL {
  return new URL(`../../packages/host/src/${file}`, import.meta.url);
}
