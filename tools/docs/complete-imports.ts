import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, read } from '../lib/source-files.ts';
import type { CodeBlock } from './code-blocks.ts';

/**
 * An `@example` may leave its imports out when they are clear: it then has the names of the door it stands behind.
 */
export function completeImports(block: CodeBlock): CodeBlock {
  if (/^\s*import\b/m.test(block.code)) return block;
  const [, door = ''] = /^src\/((?:adapters|listeners|visitor)\/[^/]+|security\/limits|[^/]+)\//.exec(block.path) ?? [];
  const names = namesOfDoor(`src/${door}/index.ts`);
  const used = names.filter((name) => new RegExp(`\\b${name}\\b`).test(block.code));
  if (used.length === 0) return block;
  // On the first line of the code, so that the others keep their numbers.
  return { ...block, code: `import { ${used.join(', ')} } from 'oriel/${door}'; ${block.code}` };
}

function namesOfDoor(index: string): string[] {
  if (!existsSync(join(ROOT, index))) return [];
  return [...read(index).matchAll(/^export \{([^}]*)\}/gm)]
    .flatMap(([, list]) => list!.split(',').map((name) => name.trim()))
    .filter(Boolean);
}
