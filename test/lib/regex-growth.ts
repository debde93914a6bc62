/**
 * Compares the time that work takes for a small and a large text: about `factor` if it is linear, its square if it is
 * quadratic.
 *
 * @param factor how many times larger the second text is
 * @returns the smallest ratio of several rounds; 0 if there is nothing to compare
 */
export function growth(factor: number, work: (size: number) => void): number {
  const size = 2_000;
  const large = (): void => work(size * factor);
  // Quadratic work would take millions of steps. Faster work needs no comparison. The first run may be interrupted.
  if (getTime(large) < 200_000 || fastest(large) < 200_000) return 0;
  let least = Infinity;
  for (let round = 0; round < 4 && least > factor * 1.5; round++) {
    const small = fastest(() => work(size));
    least = Math.min(least, fastest(large) / small);
  }
  return least;
}

// Other runs may be interrupted, or include the compilation of the pattern.
function fastest(work: () => void): number {
  return Math.min(...Array.from({ length: 8 }, () => getTime(work)));
}

function getTime(work: () => void): number {
  const before = process.hrtime.bigint();
  work();
  return Math.max(1_000, Number(process.hrtime.bigint() - before));
}

/** Returns texts that make a pattern backtrack: repeated pieces of a matching text, followed by a character that cannot match. */
export function pumpedTexts(source: string): ((size: number) => string)[] {
  const sample = getSample(source);
  const pumps = new Set<string>([...COMMON]);
  const prefixes = new Set<string>(['']);
  for (let end = 1; end <= Math.min(sample.length, 40); end++) {
    if (end <= 12) prefixes.add(sample.slice(0, end));
    pumps.add(sample.slice(0, end));
    pumps.add(sample[end - 1]!);
  }
  const texts: ((size: number) => string)[] = [];
  for (const pump of pumps) {
    texts.push((size) => pump.repeat(size / pump.length) + END);
    for (const prefix of prefixes) if (pump.length === 1) texts.push((size) => prefix + pump.repeat(size) + END);
  }
  return texts;
}

const COMMON = [' ', '\t', '\n', 'a', '0', '/', '\\"', '"', "'", '<', '[', '{', '.', '-', '_', '=', ';', ','];
const END = '\u0001';

/** Returns a text that the pattern is likely to match: the first alternative of each group, and each atom once. */
export function getSample(source: string): string {
  const reader = { source: source.replace(/^\^|\\b/g, ''), at: 0 };
  return readAlternatives(reader);
}

function readAlternatives(reader: { readonly source: string; at: number }): string {
  let first: string | undefined;
  let text = '';
  while (reader.at < reader.source.length && reader.source[reader.at] !== ')') {
    const char = reader.source[reader.at++]!;
    if (char === '|') {
      first ??= text;
      text = '';
    } else if (char === '(') {
      const [group = ''] = /^\?(?:[:=!]|<[=!]|<\w+>)/.exec(reader.source.slice(reader.at)) ?? [];
      reader.at += group.length;
      const inner = readAlternatives(reader);
      reader.at++;
      if (!/[=!]$/.test(group)) text += inner;
    } else if (char === '[') {
      const [body = ''] = /^(?:[^\]\\]|\\.)*/s.exec(reader.source.slice(reader.at)) ?? [];
      reader.at += body.length + 1;
      text += charIn(`[${body}]`);
    } else if (char === '\\') {
      const [escape = ''] = /^(?:u\{[^}]*\}|u\w{4}|x\w\w|[pP]\{[^}]*\}|[^])/.exec(reader.source.slice(reader.at)) ?? [];
      reader.at += escape.length;
      text += charIn(`\\${escape}`);
    } else if (char === '{' && /^\d+,?\d*\}/.test(reader.source.slice(reader.at))) {
      const [bounds, least = '1'] = /^(\d+),?\d*\}/.exec(reader.source.slice(reader.at))!;
      reader.at += bounds.length;
      text += (text.at(-1) ?? '').repeat(Math.max(0, Math.min(20, Number(least)) - 1));
    } else if (char === '.') text += 'a';
    else if (!'*+?^$'.includes(char)) text += char;
  }
  return first ?? text;
}

function charIn(atom: string): string {
  let regex: RegExp;
  try {
    regex = new RegExp(`^${atom}$`, 'u');
  } catch {
    regex = new RegExp(`^${atom}$`);
  }
  for (const char of CANDIDATES) if (regex.test(char)) return char;
  return '';
}

const CANDIDATES = [
  'a',
  '0',
  ' ',
  '-',
  '_',
  '.',
  '"',
  "'",
  '/',
  'A',
  '\n',
  ...Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)),
];
