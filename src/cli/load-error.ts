import { relative } from 'node:path';
import type { ConfigIssue } from '../core/configuration/config-issue.ts';
import { style } from './print.ts';

/** There is no host to work with; the message is all that people need. */
export class LoadError extends Error {
  readonly issues: readonly ConfigIssue[];
  /** 2 when the command line named something that is not there, 1 when what is there is broken. */
  readonly exitCode: 1 | 2;

  constructor(headline: string, issues: readonly ConfigIssue[], exitCode: 1 | 2 = 1, options?: ErrorOptions) {
    super([style('red', headline, process.stderr), ...issues.map(tell)].join('\n\n'), options);
    this.name = 'LoadError';
    this.issues = issues;
    this.exitCode = exitCode;
  }
}

/** A path as one would type it here. */
export function shorten(file: string): string {
  const path = relative('', file);
  return path === '' || path.startsWith('..') ? file : path;
}

// As the host tells them, but with places one can click on from where the command was typed.
function tell({ code, place, reason, fix, at }: ConfigIssue): string {
  const where = at ? `\n    at  ${shorten(at.file)}:${at.line}:${at.column}` : '';
  return `  ${style('bold', place, process.stderr)}  [${code}]\n${indent(reason)}\n    fix: ${fix}${where}`;
}

function indent(text: string): string {
  return text.replace(/^/gm, '    ');
}
