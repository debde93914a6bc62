import assert from 'node:assert/strict';
import { it } from 'node:test';
import { span } from '../../src/core/errors/error-markdown.ts';
import { printableLine } from '../../src/core/errors/printable.ts';
import { parseForwarded } from '../../src/core/server/forwarded.ts';
import { regexLiterals } from '../lib/regex-literals.ts';
import { growth, pumpedTexts } from '../lib/regex-growth.ts';

/** Patterns that can take quadratic time, and the text that they read, which is trusted or bounded. */
const REVIEWED: Readonly<Record<string, string>> = {
  'src/features/resources/openapi/openapi-document.ts /\\{(\\w+)[^}]*\\}/g': 'paths of routes',
  'src/client/client.ts /\\/+$/': 'the base URL of a client',
  'src/client/line-table.ts /\\/+$/': 'the base URL of a client',
  'src/client/route-path.ts /(\\/?)\\{!?(\\w+)(?::\\w+)?(?:<.*?>)?(\\?[^}]*)?\\}/g': 'paths of routes',
  'src/core/uploads/s3-storage.ts /\\/+$/': 'the URL of a bucket in the configuration',
  'src/drop-in/settings.ts /\\/+$/': 'a URL in an environment variable',
  "src/cli/fuzz.ts /^([\\w!#$%&'*+.^`|~-]+):\\s*([\\t -~]*)$/": 'options of the command line',
  'src/fuzz/check-reply.ts /"(?:[^"\\\\]|\\\\.)*"/g': 'a header that the client limits to 16 KB',
  'src/fuzz/run-scenario.ts /<([^>]*)>\\s*;[^,]*\\brel="?next\\b/': 'a header that the client limits to 16 KB',
  'src/features/mcp/tool-result.ts /<[^>?]*\\?([^>]*)>;[^,]*rel="?next"?/':
    'the Link header of the host, which has at most 4 KB',
  'src/features/security/api-security.ts /\\/+$/': 'paths of the configuration',
  'src/features/hub/validate-hub-access.ts /\\/+$/': 'paths of the configuration',
  'src/profiler/render/body-view.ts /"(?:[^"\\\\]|\\\\.)*"/g': 'valid JSON, in which every string is closed',
  'src/features/security/validate-firewalls.ts /\\/*$/': 'paths of the configuration',
  'src/features/security/validate-path-rules.ts /\\/+$/': 'paths of the configuration',
  'src/features/live/live-guards.ts /\\/*\\{.*$/s': 'paths of routes',
  'src/features/live/live-guards.ts /\\/+$/': 'paths of routes',
  'src/features/resources/profiler/recorded-operation.ts /\\.\\{_format[^}]*\\}$/': 'paths of routes',
  'src/core/http/json-duplicates.ts /("[^"\\\\]*(?:\\\\.[^"\\\\]*)*")([ \\t\\n\\r]*:)?|[{}[\\]]/g':
    'valid JSON, in which every string is closed',
  'src/profiler/findings/facts.ts /(?:\\w+\\.)?(\\w+)\\s*(?:=|\\bin\\b|\\blike\\b|[<>])/gi':
    'at most 500 characters of a statement',
  'src/core/routing/inline-parameters.ts /\\{(!?)([\\w\\u{80}-\\u{10ffff}]+)(:[\\w\\u{80}-\\u{10ffff}]+)?(<.*?>)?(\\?[^}]*)?\\}/gu':
    'paths of routes',
  'src/profiler/render/editor-links.ts /\\/+$/': 'folders of the configuration',
  'src/core/routing/request-path.ts /\\/+$/': 'path prefixes of the configuration',
  'src/features/security/phc-string.ts /=+$/': 'hashes that were computed',
  'src/drop-in/loading/find-library.ts /\\/server\\/(?:chunks\\/.*|index)\\.js$/': 'URLs of modules of the application',
  'src/drop-in/routes/match-template.ts /(?:\\[\\^?[^\\]/]+\\]|\\\\+\\w)(?:[+*?]|\\{[\\d,]+\\})?/g':
    'at most 1,000 characters of the template of a route',
  'src/drop-in/routes/name-variables.ts /[-._~]([\\w-]{6,})$/': 'at most 48 characters of a path',
  'src/profiler/redaction/name-context.ts /(?:\\/\\d+)+$/': 'at most 400 characters of a name',
  'src/features/cors/origin-regexp.ts /\\\\[^]|\\[(?:\\\\[^]|[^\\]\\\\])*\\]/g': 'patterns of the configuration',
};

const pattern = ({ file, source, flags }: ReturnType<typeof regexLiterals>[number]) => `${file} /${source}/${flags}`;

it('every regular expression in src that reads received text takes linear time', () => {
  const found = new Set<string>();
  for (const literal of regexLiterals('src')) {
    if (!/[*+]|\{\d+,\}/.test(literal.source) || REVIEWED[pattern(literal)] !== undefined) continue;
    const regex = new RegExp(literal.source, literal.flags);
    for (const pumped of pumpedTexts(literal.source)) {
      if (growth(8, (size) => apply(regex, pumped(size))) <= 20) continue;
      found.add(pattern(literal));
      break;
    }
  }
  assert.deepEqual([...found], []);
});

it('a Forwarded header with many spaces is parsed in linear time', () => {
  assert.ok(growth(8, (size) => void parseForwarded(`${' '.repeat(size)}x`)) <= 20);
});

it('text with many spaces is formatted on one line in linear time', () => {
  assert.ok(growth(8, (size) => void printableLine(`a${' '.repeat(size)}b`, Infinity)) <= 20);
  assert.ok(growth(8, (size) => void span(`a${' '.repeat(size)}b`)) <= 20);
});

function apply(regex: RegExp, text: string): void {
  regex.lastIndex = 0;
  if (regex.global) text.replace(regex, '');
  else regex.exec(text);
}
