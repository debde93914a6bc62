import type { SentRequest } from './send.ts';
import { decodeLoosely } from './steps.ts';

const LEAKS: readonly (readonly [name: string, pattern: RegExp])[] = [
  [
    'a stack trace',
    /^[\t ]*at \S.{0,500}:\d+\)?\r?$|\bat \S{1,200} \([^)\n]{1,500}:\d+:\d+\)|Traceback \(most recent call last\)|\.java:\d+\)|\.php:\d+|goroutine \d+ \[/m,
  ],
  [
    'SQL',
    /\b(?:SELECT\b.{1,200}?\bFROM|INSERT INTO|UPDATE \S{1,80} SET|DELETE FROM)\b|SQLITE_[A-Z]+|SQLSTATE|syntax error at or near|ORA-\d{5}/,
  ],
  [
    'a path of the server',
    /(?:^|[\s"'(=[])(?:file:\/\/)?\/(?:home|usr|var|opt|srv|root|Users|etc|tmp)\/[\w.-]+|[A-Z]:\\\\?\w+\\|node_modules\/|node:internal/,
  ],
];

/** Returns a description of what a text reveals of the server, without what the request contains. */
export function findLeak(text: string, { target, headers, body }: SentRequest): string | undefined {
  // Stack traces in JSON have escaped line breaks.
  const plain = text
    .slice(0, MAX_LENGTH)
    .replaceAll(String.raw`\n`, '\n')
    .replaceAll(String.raw`\"`, '"');
  for (const [name, pattern] of LEAKS) {
    const found = pattern.exec(plain)?.[0].trim();
    if (found === undefined) continue;
    const sent = [target, decodeLoosely(target), ...headers.map(([, value]) => value), body?.toString() ?? ''].join(
      '\n',
    );
    if (!sent.includes(found)) return `${name}: ${JSON.stringify(found.slice(0, 200))}`;
  }
  return undefined;
}

const MAX_LENGTH = 200_000;
