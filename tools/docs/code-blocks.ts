import { docOf } from '../lib/exported-names.ts';

/** A piece of code somebody may copy out of the documentation. */
export interface CodeBlock {
  readonly path: string;
  /** The line of the file on which the code begins. */
  readonly line: number;
  readonly code: string;
  /** Marked `no-run`: its types are checked, nothing else. */
  readonly runs: boolean;
}

/** Every ```ts block of a Markdown file. */
export function blocksOfMarkdown(path: string, text: string): CodeBlock[] {
  return fenced(text).map(({ offset, code, runs }) => ({ path, line: offset + 1, code, runs }));
}

/** Every `@example` of a source file: its ```ts blocks, or all of it when it has none. */
export function blocksOfSource(path: string, text: string): CodeBlock[] {
  const blocks: CodeBlock[] = [];
  for (const comment of text.matchAll(/\/\*\*[\s\S]*?\*\//g)) {
    const first = lineOf(text, comment.index);
    const lines = docOf(comment[0]).split('\n');
    for (const [start, line] of lines.entries()) {
      if (!/^@example\b/.test(line)) continue;
      const after = lines.slice(start + 1);
      const end = after.findIndex((each) => /^@\w+/.test(each));
      const example = after.slice(0, end < 0 ? undefined : end).join('\n');
      const found = example.includes('```') ? fenced(example) : [{ offset: 0, code: example, runs: true }];
      blocks.push(...found.map(({ offset, code, runs }) => ({ path, line: first + start + 1 + offset, code, runs })));
    }
  }
  return blocks;
}

function fenced(text: string): { offset: number; code: string; runs: boolean }[] {
  return [...text.matchAll(/^[ \t]*```ts\b([^\n]*)\n([\s\S]*?)^[ \t]*```[ \t]*$/gm)].map((match) => ({
    offset: lineOf(text, match.index),
    code: match[2]!,
    runs: !match[1]!.includes('no-run'),
  }));
}

function lineOf(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}
