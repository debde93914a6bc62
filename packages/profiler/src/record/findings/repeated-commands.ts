import type { Span } from 'oriel-core/trace';
import { quoted, rule } from './facts.ts';
import { JSON } from 'oriel-core/builtins';

/** Reports the Redis command that the same line sent most often with the same keys, without a write in between. */
export const repeatedCommandsRule = rule('duplicate-queries', 'warning', 'redis', ({ spans }) => {
  const [most] = findRepeatedCommands(spans);
  if (!most) return undefined;
  const { name, details } = most[0]!;
  const caller = details?.['caller'];
  const from = typeof caller === 'string' ? ` from ${caller}` : '';
  return `The same Redis command ran ${most.length} times: ${quoted(name)}${from}`;
});

/** Returns groups of three or more reading commands with the same keys and the same caller, the largest first. */
export function findRepeatedCommands(spans: readonly Span[]): readonly (readonly Span[])[] {
  const found: Span[][] = [];
  let groups = new Map<string, Span[]>();
  for (const span of spans) {
    if (span.kind !== 'cache') continue;
    // A value may have changed since.
    if (!READS.test(span.name)) groups = new Map();
    // Commands whose values are not recorded may differ.
    else if (!span.name.includes(' ?')) add(groups, found, span);
  }
  return found.filter((group) => group.length >= LEAST).sort((a, b) => b.length - a.length);
}

const LEAST = 3;
const READS =
  /^(?:M?GET|GETRANGE|STRLEN|EXISTS|TYPE|P?TTL|H(?:M?GET|GETALL|EXISTS|KEYS|VALS|LEN)|L(?:RANGE|LEN|INDEX)|SMEMBERS|SCARD|SINTER|SUNION|SDIFF|Z(?:REV)?RANGE\w*|ZCARD|ZCOUNT|XRANGE|XLEN)\b/;

function add(groups: Map<string, Span[]>, found: Span[][], span: Span): void {
  const key = JSON.stringify([span.name, span.details?.['caller']]);
  const group = groups.get(key);
  if (group) return void group.push(span);
  const created = [span];
  groups.set(key, created);
  found.push(created);
}
