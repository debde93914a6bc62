import { execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { ROOT } from '../lib/source-files.ts';
import type { CodeBlock } from './code-blocks.ts';

/** The compiler options of blocks with decorators, as `nest new` writes them. They are not erasable syntax. */
export const DECORATOR_OPTIONS = {
  experimentalDecorators: true,
  emitDecoratorMetadata: true,
  erasableSyntaxOnly: false,
};

/** Returns whether a block needs a compiler, because Node.js runs no decorators. */
export function hasDecorators({ code }: CodeBlock): boolean {
  return /^\s*@\w+\(/m.test(code);
}

/**
 * Compiles a file with decorators. It checks no types.
 *
 * @returns the file to run, in the same folder
 */
export function compileDecorators(file: string): string {
  const options = ['--experimentalDecorators', '--emitDecoratorMetadata', '--target', 'es2024', '--module', 'esnext'];
  // The options of the project, and the types of imported packages, are not read.
  const isolated = ['--ignoreConfig', '--noCheck', '--noResolve', '--outDir', dirname(file)];
  execFileSync(join(ROOT, 'node_modules/.bin/tsc'), [...options, ...isolated, file], { encoding: 'utf8' });
  return file.replace(/\.ts$/, '.js');
}
