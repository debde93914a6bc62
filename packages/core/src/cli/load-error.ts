import { relative } from 'node:path';
import type { ConfigIssue } from '../configuration/config-issue.ts';
import { style } from './print.ts';

/** The host cannot be loaded. The message lists all issues and is printed without a stack. */
export class LoadError extends Error {
  readonly issues: readonly ConfigIssue[];
  /** 2 if the command line names something that does not exist, 1 if the host is invalid. */
  readonly exitCode: 1 | 2;

  constructor(headline: string, issues: readonly ConfigIssue[], exitCode: 1 | 2 = 1, options?: ErrorOptions) {
    super([style('red', headline, process.stderr), ...issues.map(formatIssue)].join('\n\n'), options);
    this.name = 'LoadError';
    this.issues = issues;
    this.exitCode = exitCode;
  }
}

/** Returns a path relative to the working directory if it is inside it. */
export function shorten(file: string): string {
  if (URL_START.test(file)) return file;
  const path = relative('', file);
  return path === '' || path.startsWith('..') ? file : path;
}

// Locations are relative to the working directory, so that terminals can open them.
function formatIssue({ code, place, reason, fix, at }: ConfigIssue): string {
  const where = at ? `\n    at  ${shorten(at.file)}:${at.line}:${at.column}` : '';
  return `  ${style('bold', place, process.stderr)}  [${code}]\n${indent(reason)}\n    fix: ${fix}${where}`;
}

function indent(text: string): string {
  return text.replace(/^/gm, '    ');
}

const URL_START = /^[a-z]+:\/\//i;
