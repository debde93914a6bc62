import { getDoc } from '../lib/exported-names.ts';
import { addProject, hasProject } from './project.ts';
import type { Project } from './project.ts';

/** A code block of the documentation. */
export interface CodeBlock {
  readonly path: string;
  /** The line of the file on which the code begins. */
  readonly line: number;
  readonly code: string;
  /** False if the block is marked `no-run`, so that only its types are checked. */
  readonly runs: boolean;
  /** The files of the reader, in guides. */
  readonly project?: Project;
}

/** Returns the ```ts blocks of a Markdown file, and the commands of a guide. */
export function blocksOfMarkdown(path: string, text: string): CodeBlock[] {
  const blocks = fenced(text).map(({ offset, ...block }) => ({ path, line: offset + 1, ...block }));
  return hasProject(path)
    ? addProject(blocks)
    : blocks.filter(isTypeScript).map(({ path, line, code, runs }) => ({ path, line, code, runs }));
}

function isTypeScript({ language }: { readonly language: string }): boolean {
  return language === 'ts';
}

/** Returns the code of every `@example` in a source file: its ```ts blocks, or the whole text if there are none. */
export function blocksOfSource(path: string, text: string): CodeBlock[] {
  const blocks: CodeBlock[] = [];
  for (const comment of text.matchAll(/\/\*\*[\s\S]*?\*\//g)) {
    const first = getLine(text, comment.index);
    const lines = getDoc(comment[0]).split('\n');
    for (const [start, line] of lines.entries()) {
      if (!/^@example\b/.test(line)) continue;
      const after = lines.slice(start + 1);
      const end = after.findIndex((element) => /^@\w+/.test(element));
      const example = after.slice(0, end < 0 ? undefined : end).join('\n');
      const found = example.includes('```')
        ? fenced(example).filter(isTypeScript)
        : [{ offset: 0, code: example, runs: true }];
      blocks.push(...found.map(({ offset, code, runs }) => ({ path, line: first + start + 1 + offset, code, runs })));
    }
  }
  return blocks;
}

function fenced(text: string): { offset: number; code: string; runs: boolean; language: string }[] {
  return [...text.matchAll(/^([ \t]*)```(ts|sh)\b([^\n]*)\n([\s\S]*?)^[ \t]*```[ \t]*$/gm)].map((match) => ({
    offset: getLine(text, match.index),
    // Blocks of list items are indented.
    code: match[4]!.replace(new RegExp(`^${match[1]}`, 'gm'), ''),
    runs: !match[3]!.includes('no-run'),
    language: match[2]!,
  }));
}

function getLine(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}
