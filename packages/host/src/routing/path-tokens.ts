import { RouteDefinitionError } from './routing-errors.ts';
import { isAscii } from './request-path.ts';
import { escapePattern, removeCaptures } from './requirement.ts';

export type PathToken = TextToken | VariableToken;

export interface TextToken {
  readonly kind: 'text';
  readonly text: string;
}

export interface VariableToken {
  readonly kind: 'variable';
  readonly name: string;
  /** The character before the parameter that is omitted together with it, such as the slash in `/{page}`. */
  readonly separator: string;
  readonly requirement: string;
  readonly important: boolean;
}

export interface TokenContext {
  readonly route: string;
  readonly host: boolean;
  readonly utf8: boolean;
  readonly requirements: Readonly<Record<string, string>>;
}

/** Separators: one of these before an optional parameter is omitted together with it. */
const separators = '/,;.:-_~+*=@|';
const placeholder = /\{(!)?([\w\u{80}-\u{10ffff}]+)\}/gu;
const longestName = 32;

/**
 * Splits a path or a host into texts and parameters.
 *
 * @throws {RouteDefinitionError} if a parameter name is invalid
 */
export function tokenize(pattern: string, context: TokenContext): PathToken[] {
  if (!context.utf8 && !isAscii(pattern)) {
    throw createError(
      context,
      `Cannot use UTF-8 route patterns without setting the "utf8" option for route "${pattern}".`,
    );
  }
  const tokens: PathToken[] = [];
  const names = new Set<string>();
  let position = 0;
  for (const found of pattern.matchAll(placeholder)) {
    const before = pattern.slice(position, found.index);
    position = found.index + found[0].length;
    const name = found[2]!;
    validateName(name, names, pattern, context);
    names.add(name);

    const last = [...before].at(-1) ?? '';
    const separator = last !== '' && separators.includes(last) ? last : '';
    const text = before.slice(0, before.length - separator.length);
    if (text !== '') tokens.push({ kind: 'text', text });

    const given = Object.hasOwn(context.requirements, name) ? context.requirements[name] : undefined;
    if (given !== undefined && !context.utf8) validateBytes(given, name, pattern, context);
    tokens.push({
      kind: 'variable',
      name,
      separator,
      requirement: given === undefined ? defaultRequirement(pattern.slice(position), context) : removeCaptures(given),
      important: found[1] === '!',
    });
  }
  if (position < pattern.length) tokens.push({ kind: 'text', text: pattern.slice(position) });
  return tokens;
}

/** Without a requirement, a parameter matches everything before the next slash and before the separator that follows it. */
function defaultRequirement(following: string, { host }: TokenContext): string {
  const stop = host ? '.' : '/';
  const plain = /\{[\w\u{80}-\u{10ffff}]+\}/u;
  const next = following.replace(new RegExp(plain, 'gu'), '').charAt(0);
  const separator = next !== '' && separators.includes(next) ? next : '';
  const requirement = `[^${escapePattern(stop)}${separator === stop ? '' : escapePattern(separator)}]+`;
  // Possessive if backtracking cannot help.
  const decided = following === '' || (separator !== '' && following.search(plain) !== 0);
  return decided ? `${requirement}+` : requirement;
}

function validateName(name: string, names: ReadonlySet<string>, pattern: string, context: TokenContext): void {
  if (/^\d/.test(name)) {
    throw createError(
      context,
      `Variable name "${name}" cannot start with a digit in route pattern "${pattern}". Please use a different name.`,
    );
  }
  if (names.has(name)) {
    throw createError(context, `Route pattern "${pattern}" cannot reference variable name "${name}" more than once.`);
  }
  if (new TextEncoder().encode(name).length > longestName) {
    throw createError(
      context,
      `Variable name "${name}" cannot be longer than ${longestName} characters in route pattern "${pattern}". Please use a shorter name.`,
    );
  }
  if (name === '_fragment' && !context.host) {
    throw createError(context, `Route pattern "${pattern}" cannot contain "_fragment" as a path parameter.`);
  }
}

function validateBytes(requirement: string, name: string, pattern: string, context: TokenContext): void {
  if (isAscii(requirement) && !/(?<!\\)(?:\\\\)*\\(?:X|[pP][{CLMNPSZ]|x\{[A-Fa-f0-9]{3})/.test(requirement)) return;
  throw new RouteDefinitionError(
    'ORIEL_ROUTE_REQUIREMENT',
    context.route,
    `Cannot use UTF-8 route requirements without setting the "utf8" option for variable "${name}" in pattern "${pattern}".`,
  );
}

function createError(context: TokenContext, message: string): RouteDefinitionError {
  return new RouteDefinitionError(context.host ? 'ORIEL_ROUTE_HOST' : 'ORIEL_ROUTE_PATH', context.route, message);
}
