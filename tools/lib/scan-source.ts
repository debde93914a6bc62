/** A piece of TypeScript: code, or text for people. */
export interface SourcePiece {
  readonly kind: 'code' | 'comment' | 'string';
  readonly text: string;
  /** Line of its first character, from 1. */
  readonly line: number;
}

/**
 * Splits TypeScript into code, comments and strings. Regular expressions and the expressions of template literals count as
 * code.
 */
export function scanSource(source: string): SourcePiece[] {
  const pieces: SourcePiece[] = [];
  let line = 1;
  let end = 0;
  for (const match of source.matchAll(TOKEN)) {
    add('code', source.slice(end, match.index));
    const { comment, string, template } = match.groups as Record<'comment' | 'string' | 'template', string | undefined>;
    const text = match[0];
    if (comment !== undefined) add('comment', text);
    else if (string !== undefined) add('string', text);
    else if (template === undefined) add('code', text);
    else
      for (const [index, part] of text.split(/(\$\{(?:[^{}]|\{[^{}]*\})*\})/).entries())
        add(index % 2 === 0 ? 'string' : 'code', part);
    end = match.index + text.length;
  }
  add('code', source.slice(end));
  return pieces;

  function add(kind: SourcePiece['kind'], text: string): void {
    if (text === '') return;
    pieces.push({ kind, text, line });
    for (const character of text) if (character === '\n') line++;
  }
}

// A regular expression follows an operator or an opening bracket; elsewhere `/` divides.
const TOKEN =
  /(?<comment>\/\/[^\n]*|\/\*[\s\S]*?\*\/)|(?<string>'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")|(?<template>`(?:[^`\\]|\\.)*`)|(?<=[=(,:;!&|?{}[\n]\s*)\/(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/g;
