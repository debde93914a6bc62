import { describeDurationIssue } from '../../packages/core/src/http/duration.ts';
import type { Issue } from '../lib/issue.ts';
import type { Option } from './option-reader.ts';

/** Reports what the doc comment of an option lacks, and defaults that do not fit the type. */
export function findOptionIssues(option: Option): Issue[] {
  const { name, place } = option;
  const issues: Issue[] = [];
  const add = (what: string, fix: string): void => {
    issues.push({
      place,
      what: `${name} ${what}`,
      why: 'docs/host/configuration.md describes every option completely',
      fix,
    });
  };
  if (option.description === '') add('has no description', 'add a doc comment');
  if (/\bdefault:? /i.test(option.description.replace(/\b(?:the|by) default\b/gi, '')))
    add('states its default in its description', 'move it to @default');
  if (option.default === undefined && !option.isRequired)
    add('has no default', 'add it to the declaration, or @default with a description');
  else if (!isPossible(option)) add(`cannot have the default ${option.default}`, 'correct @default');
  if (option.type.split(' | ').includes('number') && option.unit === undefined)
    add('has no unit', 'add @unit, such as @unit bytes');
  return issues;
}

/** Returns whether readers need to know what an omitted option means: a switch, a number, or one of several choices. */
export function needsDefault({ type }: Option): boolean {
  return /^(?:boolean|number|'[^']*'(?: \| '[^']*')+)$/.test(type);
}

/** Returns true for a default that is JavaScript, such as `'15 s'`, `1_024` or `[]`, not a description. */
export function isLiteral(value: string): boolean {
  return /^(?:'[^']*'|"[^"]*"|[\d_]+|true|false|\[.*\]|\{.*\}|\w+\.\w+)$/.test(value);
}

/** Is the default a value of the type? Text that is not a literal, such as `none`, describes a default. */
function isPossible({ type, default: value }: Option): boolean {
  if (value === undefined || !isLiteral(value)) return true;
  if (type === 'boolean') return value === 'true' || value === 'false';
  if (type === 'number') return /^\d+(?:_\d{3})*$/.test(value);
  const quoted = /^'([^']*)'$/.exec(value)?.[1];
  if (type === 'Duration') return describeDurationIssue(quoted ?? Number(value)) === undefined;
  const choices = type.split(' | ');
  if (choices.every((choice) => /^'[^']*'$/.test(choice))) return choices.includes(value);
  return true;
}
