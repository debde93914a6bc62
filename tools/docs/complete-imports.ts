import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { exportedNames } from '../lib/exported-names.ts';
import { ROOT, read } from '../lib/source-files.ts';
import type { CodeBlock } from './code-blocks.ts';

/**
 * Completes the imports of an `@example`. Relative paths start at the documented file, and names that the file exports
 * need no import.
 */
export function completeImports(block: CodeBlock): CodeBlock {
  const folder = dirname(join(ROOT, block.path));
  const code = block.code.replace(
    /^(\s*import\b.* from )'(\.[^']+)'/gm,
    (_all, before: string, path: string) => `${before}'${pathToFileURL(join(folder, path)).pathname}'`,
  );
  const names = exportedNames(read(block.path))
    .filter(({ kind }) => kind === 'function' || kind === 'class')
    .map(({ name }) => name)
    .filter((name) => uses(code, name));
  if (names.length === 0) return { ...block, code };
  // Added to the first line, so that line numbers do not change.
  return { ...block, code: `import { ${names.join(', ')} } from '${join(ROOT, block.path)}'; ${code}` };
}

function uses(code: string, name: string): boolean {
  const isDeclared = new RegExp(
    `^\\s*(?:import\\b.*\\b${name}\\b.* from|(?:const|let|function|class) ${name}\\b)`,
    'm',
  );
  return new RegExp(`\\b${name}\\b`).test(code) && !isDeclared.test(code);
}
