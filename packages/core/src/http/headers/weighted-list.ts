import { parameterValue, splitUnquoted } from './media-type.ts';

/** A member of a list whose members have weights, such as `Accept-Language: fr, en;q=0.5` (RFC 9110 §12.4.2). */
export interface WeightedMember {
  /** The text before the weight, split at semicolons: the value and its parameters. */
  readonly parts: readonly string[];
  /** From 0, "not acceptable", to 1. It is 1 if the member has no weight, and undefined if the weight is invalid. */
  readonly q: number | undefined;
  /** The parameters after the weight. */
  readonly extensions: readonly string[];
}

/** Options of {@link parseWeightedList}. */
export interface WeightedListOptions {
  readonly maxMembers: number;
  /** Maximum number of decimals of a weight. Default 3, as in RFC 9110 §12.4.2. */
  readonly maxDecimals?: number;
}

/**
 * Parses a list whose members have weights (RFC 9110 §12.4.2), in the order sent. Empty members are ignored. At most 4 KB of
 * the header are read.
 *
 * @example
 * ```ts
 * import { parseWeightedList } from './weighted-list.ts';
 * const members = parseWeightedList('br;q=0.5, text/html;level=1', { maxMembers: 10 });
 * members[0]; // => { parts: ['br'], q: 0.5, extensions: [] }
 * members[1]; // => { parts: ['text/html', 'level=1'], q: 1, extensions: [] }
 * ```
 */
export function parseWeightedList(
  header: string,
  { maxMembers, maxDecimals = 3 }: WeightedListOptions,
): WeightedMember[] {
  const isCut = header.length > MAX_CHARACTERS;
  const members = splitUnquoted(isCut ? header.slice(0, MAX_CHARACTERS) : header, ',');
  // The last member may be incomplete, and without its weight it could mean the opposite.
  if (isCut) members.pop();
  const weighted: WeightedMember[] = [];
  for (let i = 0; i < members.length && i < maxMembers; i++)
    if (members[i] !== '') weighted.push(parseMember(members[i]!, maxDecimals));
  return weighted;
}

const MAX_CHARACTERS = 4_096;
const NO_EXTENSIONS: readonly string[] = Object.freeze([]);

function parseMember(member: string, maxDecimals: number): WeightedMember {
  if (!member.includes(';')) return { parts: [member], q: 1, extensions: NO_EXTENSIONS };
  const parts = splitUnquoted(member, ';');
  const weightIndex = parts.findIndex((part, index) => index > 0 && (part.startsWith('q=') || part.startsWith('Q=')));
  if (weightIndex < 0) return { parts, q: 1, extensions: NO_EXTENSIONS };
  return {
    parts: parts.slice(0, weightIndex),
    q: parseWeight(parts[weightIndex]!.slice(2), maxDecimals),
    extensions: parts.slice(weightIndex + 1),
  };
}

// Some clients omit the zero before the decimal point.
const WEIGHT = /^(?:0(?:\.\d*)?|\.\d+|1(?:\.0*)?)$/;

function parseWeight(text: string, maxDecimals: number): number | undefined {
  const weight = text.startsWith('"') ? (parameterValue(text) ?? '') : text;
  if (!WEIGHT.test(weight)) return undefined;
  const point = weight.indexOf('.');
  return point >= 0 && weight.length - point - 1 > maxDecimals ? undefined : Number(weight);
}
