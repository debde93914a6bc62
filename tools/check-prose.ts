/** Checks that names and texts use plain English: `npm run prose:check`. The rules are in `lib/prose-rules.ts`. */
import { report } from './lib/issue.ts';
import type { Issue } from './lib/issue.ts';
import { IDENTIFIER_WORDS, NAMES, PHRASES } from './lib/prose-rules.ts';
import { scanSource } from './lib/scan-source.ts';
import { filesMatching, read } from './lib/source-files.ts';

/** Returns the issues of one file. */
export function checkProse(path: string, text: string): Issue[] {
  if (path.endsWith('.md')) return phrases(path, text, 1);
  const fileName = path.split('/').at(-1)!;
  return [
    ...identifiers(path, fileName.replace(/\..*$/, ''), 1),
    ...scanSource(text).flatMap(({ kind, text: piece, line }) =>
      kind === 'code' ? identifiers(path, piece, line) : phrases(path, piece, line),
    ),
  ];
}

function phrases(path: string, text: string, first: number): Issue[] {
  return text.split('\n').flatMap((line, index) =>
    PHRASES.flatMap(({ pattern, instead }) => {
      const [found] = pattern.exec(line.replace(/`[^`]*`/g, '')) ?? [];
      if (found === undefined || (found.toLowerCase() === 'rooms' && path.startsWith(CLINIC))) return [];
      return [issueAt(path, first + index, `"${found}" in: ${line.trim().slice(0, 120)}`, instead)];
    }),
  );
}

function identifiers(path: string, code: string, first: number): Issue[] {
  return code.split('\n').flatMap((line, index) => [
    ...NAMES.flatMap(({ pattern, instead }) => {
      const [found] = pattern.exec(line) ?? [];
      return found === undefined ? [] : [issueAt(path, first + index, found, instead)];
    }),
    ...[...new Set(line.match(/[A-Za-z_$][\w$-]*/g) ?? [])].flatMap((name) => {
      const words = name.split(/[-_$\d]|(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/);
      return IDENTIFIER_WORDS.flatMap(({ pattern, instead }) =>
        words.some((word) => pattern.test(word))
          ? [issueAt(path, first + index, `the identifier ${name}`, instead)]
          : [],
      );
    }),
  ]);
}

function issueAt(path: string, line: number, what: string, instead: string): Issue {
  return { place: `${path}:${line}`, what, why: 'it is not plain English', fix: `write ${instead}` };
}

function main(): void {
  const wanted = process.argv.slice(2);
  const files = filesMatching(
    '{packages,test,examples,tools,bench}/**/*.ts',
    '*.md',
    '{docs,decisions,bench,examples,packages,tools}/**/*.md',
  ).filter((path) => !EXEMPT.test(path) && (wanted.length === 0 || wanted.some((text) => path.startsWith(text))));
  report(
    files.flatMap((path) => checkProse(path, read(path))),
    `${files.length} files are in plain English`,
  );
}

// The rules themselves, and data of the reference system and of other projects.
const EXEMPT = /^tools\/(?:lib\/prose-rules|check-prose)|^test\/conformance\/|^bench\/peers\//;

/** The example whose resources are the rooms of a building. */
const CLINIC = 'examples/clinic/';

if (import.meta.main) main();
