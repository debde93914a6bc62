import Module from 'node:module';

/**
 * Changes the source of CommonJS files before they are compiled. Hooks of `module.registerHooks` do not see files that
 * tools such as tsx read themselves.
 *
 * @param find returns a function that changes the source of a file, or undefined if the file is to stay as it is
 * @returns a function that stops it
 */
export function watchCommonJs(find: (file: string) => ((source: string) => string) | undefined): () => void {
  const prototype = Module.prototype as unknown as Compiled;
  let compile = prototype._compile;
  const define = (of: Compiled, value: Compile): void =>
    void Object.defineProperty(of, '_compile', { configurable: true, enumerable: true, writable: true, value });
  // Only the files of watched libraries get another function, so no frame is added to stacks of the application.
  Object.defineProperty(prototype, '_compile', {
    configurable: true,
    enumerable: true,
    get(this: Compiled) {
      const change = typeof this.filename === 'string' ? find(this.filename) : undefined;
      if (change === undefined) return compile;
      return function (this: Compiled, source: string, ...rest: unknown[]): unknown {
        return compile.call(this, change(source), ...rest);
      };
    },
    // Tools replace it for all modules, or for one.
    set(this: Compiled, value: Compile) {
      if (this === prototype) compile = value;
      else define(this, value);
    },
  });
  return () => define(prototype, compile);
}

type Compile = (this: Compiled, source: string, ...rest: unknown[]) => unknown;

interface Compiled {
  readonly filename?: unknown;
  _compile: Compile;
}
