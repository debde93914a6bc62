import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { CodeBlock } from './code-blocks.ts';

/**
 * Writes a block, and next to it the other files of its project.
 *
 * @param code the text to write for the block itself
 * @returns the blocks of the written files
 */
export function writeBlock(file: string, block: CodeBlock, code = block.code): Map<string, CodeBlock> {
  const { files = new Map<string, CodeBlock>(), name = 'step.ts', command } = block.project ?? {};
  // The name may contain folders, as in "test/lists.ts".
  const folder = file.slice(0, -name.length);
  const written = new Map([...files].map(([other, origin]) => [join(folder, other), origin]));
  for (const [path, origin] of written) writeText(path, origin.code);
  if (command) return written;
  writeText(file, code);
  return written.set(file, block);
}

function writeText(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
