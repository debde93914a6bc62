import { read } from '../lib/source-files.ts';
import type { CodeBlock } from './code-blocks.ts';

/** The files of the reader when a block of a guide is reached. */
export interface Project {
  /** The files by their names, as of this block. */
  readonly files: ReadonlyMap<string, CodeBlock>;
  /** The name of the file that the block shows: `host.ts`. */
  readonly name?: string;
  /** The command that the block runs, and texts that its output must contain. */
  readonly command?: Command;
}

export interface Command {
  readonly line: string;
  readonly output: readonly string[];
}

/** Returns whether the blocks of a page share a project. The blocks of all other pages are independent. */
export function hasProject(path: string): boolean {
  return path.startsWith('docs/host/guides/');
}

/**
 * Adds to the blocks of a guide the files that the reader has written so far, and the commands of its `sh` blocks that
 * the check runs: `npm test`, and those of `oriel-host` that end by themselves. A block that begins with `// host.ts` is the file
 * with this name. `npx oriel-host new` creates the files of the template. The text `# => 3 routes` on the line after a command
 * is a part of its output.
 *
 * @param fenced all blocks of the page, in their order
 */
export function addProject(fenced: readonly (CodeBlock & { readonly language: string })[]): CodeBlock[] {
  let files = new Map<string, CodeBlock>();
  return fenced.flatMap(({ language, ...block }): CodeBlock[] => {
    if (language === 'sh')
      return getCommands(block).flatMap((command) => {
        if (command.command.line.startsWith('npx oriel-host new ')) files = new Map([...files, ...TEMPLATE]);
        if (!RUNNABLE.test(command.command.line)) return [];
        return [{ ...command.block, project: { files, command: command.command } }];
      });
    const [, name] = /^\/\/ ([\w./-]+\.ts)\n/.exec(block.code) ?? [];
    if (name !== undefined) files = new Map([...files, [name, block]]);
    return [{ ...block, project: { files, ...(name === undefined ? {} : { name }) } }];
  });
}

const RUNNABLE = /^(?:npm test$|npx oriel-host (?:check|events|match|openapi|routes)\b)/;

function getCommands(block: CodeBlock): { block: CodeBlock; command: Command }[] {
  const lines = block.code.split('\n');
  return lines.flatMap((line, index) => {
    if (!/^np[mx] /.test(line)) return [];
    const after = lines.slice(index + 1);
    const end = after.findIndex((text) => !text.startsWith('# => '));
    const output = after.slice(0, end).map((text) => text.slice('# => '.length));
    return [{ block: { ...block, code: '', line: block.line + index }, command: { line, output } }];
  });
}

const TEMPLATE = ['host.ts', 'host.test.ts'].map((name): [string, CodeBlock] => [
  name,
  { path: `packages/host/template/${name}`, line: 1, code: read(`packages/host/template/${name}`), runs: true },
]);
