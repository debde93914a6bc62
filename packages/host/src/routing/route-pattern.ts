import { getAmbiguity } from '../matching/ambiguity.ts';
import { parseRegExp } from '../matching/parse-regexp.ts';
import { compileRequirement, escapeRegExp, getFlags } from './requirement.ts';
import type { PathToken } from './path-tokens.ts';

/** Matches the whole path or host of a request. */
export class RoutePattern {
  readonly expression: RegExp;
  /** The maximum length of a text that matches, in UTF-16 code units. */
  readonly maxLength: number;

  constructor(expression: RegExp, maxLength: number) {
    this.expression = expression;
    this.maxLength = maxLength;
  }

  /** Returns the values of the parameters after the whole match, or null. */
  match(subject: string): RegExpExecArray | null {
    return subject.length > this.maxLength ? null : this.expression.exec(subject);
  }

  test(subject: string): boolean {
    return subject.length <= this.maxLength && this.expression.test(subject);
  }
}

/** The parts of a path or a host. */
export interface PatternParts {
  readonly route: string;
  readonly tokens: readonly PathToken[];
  /** The index of the first token that can be omitted; the number of tokens if there is none. */
  readonly firstOptional: number;
  readonly isHost: boolean;
  readonly utf8: boolean;
}

/**
 * Compiles the pattern of a path or a host to a regular expression, whose time is proportional to the length of the text. If several
 * parameters can divide a text among themselves in many ways, as in `/{a<.+>}/{b<.+>}/end`, only short texts match: up to 1,000 characters for
 * two such parameters, and 100 for three.
 *
 * @throws {RouteDefinitionError} for an invalid requirement
 */
export function compilePattern({ route, tokens, firstOptional, isHost, utf8 }: PatternParts): RoutePattern {
  const flags = `${getFlags(utf8)}${isHost ? 'i' : ''}`;
  let source = '';
  for (const [index, token] of [...tokens.entries()].reverse()) {
    if (token.kind === 'text') {
      source = escapeRegExp(token.text) + source;
      continue;
    }
    const separator = escapeRegExp(token.separator);
    const parameter = `(${compileRequirement(route, token.name, token.requirement, utf8)})`;
    const isOptional = index >= firstOptional;
    // The first slash of a path stays if its first parameter is omitted.
    if (isOptional && index === 0) source = `${separator}${parameter}?${source}`;
    else source = isOptional ? `(?:${separator}${parameter}${source})?` : `${separator}${parameter}${source}`;
  }
  const degree = getAmbiguity(parseRegExp(removeUniversalEnd(source), flags));
  const expression = new RegExp(`^${source}${isHost ? '' : '/?'}$`, flags);
  return new RoutePattern(expression, degree === 1 ? Infinity : Math.floor(MAX_WORK ** (1 / degree)));
}

/** The maximum number of attempts to divide a text among parameters, about a millisecond of work. */
const MAX_WORK = 1_000_000;

// The last parameter cannot fail if it accepts every character.
function removeUniversalEnd(source: string): string {
  return source.replace(/\(\.[+*]\)$/, '');
}
