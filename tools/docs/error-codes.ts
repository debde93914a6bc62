import type { Issue } from '../lib/issue.ts';
import { scanSource } from '../lib/scan-source.ts';
import { filesMatching, isTest, read } from '../lib/source-files.ts';

/** The page that lists every code. */
export const TROUBLESHOOTING_PAGE = 'docs/host/troubleshooting.md';

/** Returns an issue for each error code or problem type that is in the source or on the page, and not in both. */
export function checkErrorCodes(): Issue[] {
  const paths = filesMatching('packages/*/src/**/*.ts').filter((path) => !isTest(path));
  return compareCodes(getCodes(paths.map(read)), read(TROUBLESHOOTING_PAGE));
}

/** Compares the codes of the source with the first column of the tables of the page. */
export function compareCodes(codes: ReadonlySet<string>, page: string): Issue[] {
  const listed = new Map<string, number>();
  const issues: Issue[] = [];
  for (const [index, line] of page.split('\n').entries()) {
    const [, code] = /^\| `([^`]+)`/.exec(line) ?? [];
    if (code === undefined || !(LITERAL.test(code) || TYPE.test(code))) continue;
    const location = `${TROUBLESHOOTING_PAGE}:${index + 1}`;
    if (listed.has(code)) issues.push(issue(location, `${code} is listed twice`, 'remove one of the rows'));
    else if (!codes.has(code)) issues.push(issue(location, `${code} is not in the source`, 'remove the row'));
    listed.set(code, index);
  }
  for (const code of [...codes].toSorted())
    if (!listed.has(code))
      issues.push(issue(TROUBLESHOOTING_PAGE, `${code} is missing`, 'add a row with its cause and what to do'));
  return issues;
}

/** Returns the error codes and problem types in the strings of source files. */
export function getCodes(sources: readonly string[]): Set<string> {
  const codes = new Set<string>();
  for (const source of sources) {
    const strings = scanSource(source).filter(({ kind }) => kind === 'string');
    for (const text of strings.map((string) => string.text)) {
      for (const [code] of text.matchAll(/\/problems\/[a-z\d-]*[a-z\d](?![a-z\d-])/g)) codes.add(code);
      const literal = text.replace(/^['"`]|['"`]$/g, '');
      if (LITERAL.test(literal) && !VARIABLE.test(literal)) codes.add(literal);
      for (const code of COMPOSED.find(({ prefix }) => prefix === literal)?.expand(sources) ?? []) codes.add(code);
      if (/^(?:ORIEL_\w*_|\/problems\/[\w-]*-)$/.test(literal) && !COMPOSED.some(({ prefix }) => prefix === literal))
        throw new Error(`The code "${literal}…" is composed; add it to COMPOSED in tools/docs/error-codes.ts`);
    }
  }
  return codes;
}

const LITERAL = /^ORIEL_[A-Z0-9_]*[A-Z0-9]$/;
const TYPE = /^\/problems\/[a-z\d-]+$/;

// Environment variables, and codes inside of the server that become problem types. ORIEL_SECRET and ORIEL_PROFILER_KEY are both.
const VARIABLE =
  /^ORIEL_(?:MACHINE|MODE|CONNECT|VERSION|EDITOR(?:_PATHS)?|WORKERS(?:_LISTEN|_SECRET)?|PROFILER(?:_(?:APP|BODY_CAP|FILE|KEEP|OTLP(?:_HEADERS)?|PAUSE|PER_MINUTE|PROPAGATE|SAMPLE|TOOLBAR|URL|USER))?)$/;

/** Codes that the source composes from a prefix and a part. */
const COMPOSED: readonly { prefix: string; expand: (sources: readonly string[]) => string[] }[] = [
  // The code of every error without one of its own, described in the text of the page.
  { prefix: 'ORIEL_HTTP_', expand: () => [] },
  {
    prefix: '/problems/hub-',
    expand: getParts('/problems/hub-', /^ {2}\d{3}: '([a-z-]+)',$/gm, 'class HubRequestError'),
  },
  {
    prefix: 'ORIEL_WORKERS_',
    expand: getParts('ORIEL_WORKERS_', /^ {6,}code: '([A-Z]+)',\n\s+place: /gm),
  },
  {
    prefix: 'ORIEL_SECURITY_',
    expand: (sources) =>
      getParts('ORIEL_SECURITY_', /validateNumbers\('(\w+)'/g)(sources).map((code) => code.toUpperCase()),
  },
];

function getParts(prefix: string, pattern: RegExp, contains = ''): (sources: readonly string[]) => string[] {
  return (sources) =>
    sources
      .filter((source) => source.includes(contains))
      .flatMap((source) => [...source.matchAll(pattern)].map(([, part]) => prefix + part));
}

function issue(location: string, what: string, fix: string): Issue {
  return { place: location, what, why: 'users search the page for the code that they got', fix };
}
