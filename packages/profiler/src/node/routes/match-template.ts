import { memoizeText } from 'oriel-core/http';

/**
 * Returns whether a path matches the template of a route, in the syntax of any framework: `/users/:id`, `/users/{id}`,
 * `/files/*path`, `/blog/[slug]`. Templates that cannot be compared, such as regular expressions, match every path.
 */
export function matchesTemplate(template: string, path: string): boolean {
  const alternatives = parseAlternatives(template);
  if (alternatives === null) return true;
  const segments = splitPath(path).map(normalize);
  return alternatives.some((parts) => matchesSegments(parts, segments));
}

/** Returns the number of segments that every path of a template has; undefined if they differ. */
export function countTemplateSegments(template: string): number | undefined {
  const lengths = parseAlternatives(template)?.map((parts) => (parts.includes(ANY) ? undefined : parts.length));
  const counts = new Set(lengths);
  return counts.size === 1 ? [...counts][0] : undefined;
}

/** Returns the path of the URL of a request, which has no origin. */
export function readPath(url = ''): string {
  const end = url.search(/[?#]/);
  return end < 0 ? url : url.slice(0, end);
}

/** Returns the segments of a path, without the empty ones. */
export function splitPath(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '');
}

/** A literal segment, exactly one segment, or any number of segments. */
type Part = string | typeof ONE | typeof ANY;

const ONE = Symbol('one segment');
const ANY = Symbol('any number of segments');

function matchesSegments(parts: readonly Part[], segments: readonly string[]): boolean {
  let index = 0;
  let isOpen = false;
  for (const part of parts) {
    if (part === ANY) isOpen = true;
    else if (part === ONE) {
      if (!isOpen && index++ >= segments.length) return false;
    } else if (isOpen) {
      const found = segments.indexOf(part, index);
      if (found < 0) return false;
      index = found + 1;
    } else if (segments[index++] !== part) return false;
  }
  return isOpen || index === segments.length;
}

// An application has few templates; null for a regular expression.
const parseAlternatives = memoizeText(
  (template): Part[][] | null =>
    REGULAR_EXPRESSION.test(template) ? null : template.split(' | ').map((alternative) => parseTemplate(alternative)),
  { entries: 2_000, length: 500 },
);

function parseTemplate(template: string): Part[] {
  return splitTemplate(template).map((segment) => {
    if (!SPECIAL.test(segment)) return normalize(segment);
    // Ranges of characters such as [0-9]+ match within a segment.
    return MULTIPLE.test(segment.replaceAll(/(?:\[\^?[^\]/]+\]|\\+\w)(?:[+*?]|\{[\d,]+\})?/g, 'x')) ? ANY : ONE;
  });
}

// A slash in brackets, as in /users{/:id} and /:name([^/]+), does not end a segment.
function splitTemplate(template: string): string[] {
  const segments = [''];
  let depth = 0;
  for (const character of template.slice(0, MAX_TEMPLATE)) {
    if ('({['.includes(character)) depth++;
    else if (')}]'.includes(character)) depth--;
    if (character === '/' && depth === 0) segments.push('');
    else segments.push(segments.pop()! + character);
  }
  return segments.filter((segment) => segment !== '');
}

// Routers compare without regard to case, and decode.
function normalize(segment: string): string {
  if (!segment.includes('%')) return segment.toLowerCase();
  try {
    return decodeURIComponent(segment).toLowerCase();
  } catch {
    return segment.toLowerCase();
  }
}

const SPECIAL = /[:*({[?+$<]/;
const MULTIPLE = /[*?+/.]|\.\.\./;
const REGULAR_EXPRESSION = /^\/(?=.*[\\^$(]).*\/[dgimsuvy]*$/;
const MAX_TEMPLATE = 1_000;
