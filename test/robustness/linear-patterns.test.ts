import assert from 'node:assert/strict';
import { it } from 'node:test';
import { span } from '../../packages/core/src/error-pages/error-markdown.ts';
import { printableLine } from '../../packages/core/src/errors/printable.ts';
import { parseForwarded } from '../../packages/host/src/server/forwarded.ts';
import { regexLiterals } from '../lib/regex-literals.ts';
import { growth, pumpedTexts } from '../lib/regex-growth.ts';

/** Patterns that can take quadratic time, and the text that they read, which is trusted or bounded. */
const REVIEWED: Readonly<Record<string, string>> = {
  'packages/host/src/integrations/sql/parse-constraints.ts /--[^\\n]*|\\/\\*[\\s\\S]*?(?:\\*\\/|$)|"((?:[^"]|"")*)"|`((?:[^`]|``)*)`|\\[([^\\]]*)\\]|(\'(?:[^\']|\'\')*\')|([\\p{L}\\p{N}_$]+)|[^\\s\\p{L}\\p{N}_$]/gu':
    'a statement that SQLite has parsed',
  'packages/host/src/features/resources/describe/openapi-document.ts /\\{(\\w+)[^}]*\\}/g': 'paths of routes',
  'packages/client/src/client.ts /\\/+$/': 'the base URL of a client',
  'packages/client/src/line-table.ts /\\/+$/': 'the base URL of a client',
  'packages/client/src/route-path.ts /(\\/?)\\{!?(\\w+)(?::\\w+)?(?:<.*?>)?(\\?[^}]*)?\\}/g': 'paths of routes',
  'packages/host/src/uploads/s3-storage.ts /\\/+$/': 'the URL of a bucket in the configuration',
  'packages/profiler/src/node/settings.ts /\\/+$/': 'a URL in an environment variable',
  "packages/fuzz/src/fuzz-command.ts /^([\\w!#$%&'*+.^`|~-]+):\\s*([\\t -~]*)$/": 'options of the command line',
  'packages/fuzz/src/check-reply.ts /"(?:[^"\\\\]|\\\\.)*"/g': 'a header that the client limits to 16 KB',
  'packages/fuzz/src/run-scenario.ts /<([^>]*)>\\s*;[^,]*\\brel="?next\\b/': 'a header that the client limits to 16 KB',
  'packages/host/src/features/mcp/call-tool.ts /<[^>?]*\\?([^>]*)>;[^,]*rel="?next"?/':
    'the Link header of the host, which has at most 4 KB',
  'packages/host/src/features/security/api-security.ts /\\/+$/': 'paths of the configuration',
  'packages/host/src/features/hub/validate-hub-access.ts /\\/+$/': 'paths of the configuration',
  'packages/profiler/src/view/render/body-view.ts /"(?:[^"\\\\]|\\\\.)*"/g':
    'valid JSON, in which every string is closed',
  'packages/host/src/features/security/validate-firewalls.ts /\\/*$/': 'paths of the configuration',
  'packages/host/src/features/security/validate-path-rules.ts /\\/+$/': 'paths of the configuration',
  'packages/host/src/features/live/live-resources.ts /\\/*\\{.*$/s': 'paths of routes',
  'packages/host/src/features/resources/pipeline/recorded-run.ts /\\.\\{_format[^}]*\\}$/': 'paths of routes',
  'packages/host/src/http/json-duplicates.ts /("[^"\\\\]*(?:\\\\.[^"\\\\]*)*")([ \\t\\n\\r]*:)?|[{}[\\]]/g':
    'valid JSON, in which every string is closed',
  'packages/profiler/src/record/findings/facts.ts /(?:\\w+\\.)?(\\w+)\\s*(?:=|\\bin\\b|\\blike\\b|[<>])/gi':
    'at most 500 characters of a statement',
  'packages/host/src/routing/route-definition.ts /\\{(!?)([\\w\\u{80}-\\u{10ffff}]+)(:[\\w\\u{80}-\\u{10ffff}]+)?(<.*?>)?(\\?[^}]*)?\\}/gu':
    'paths of routes',
  'packages/profiler/src/view/render/editor-links.ts /\\/+$/': 'folders of the configuration',
  'packages/host/src/routing/request-path.ts /\\/+$/': 'path prefixes of the configuration',
  'packages/host/src/features/security/phc-string.ts /=+$/': 'hashes that were computed',
  'packages/profiler/src/node/loading/find-library.ts /\\/server\\/(?:chunks\\/.*|index)\\.js$/':
    'URLs of modules of the application',
  'packages/profiler/src/node/routes/match-template.ts /(?:\\[\\^?[^\\]/]+\\]|\\\\+\\w)(?:[+*?]|\\{[\\d,]+\\})?/g':
    'at most 1,000 characters of the template of a route',
  'packages/profiler/src/node/routes/name-variables.ts /[-._~]([\\w-]{6,})$/': 'at most 48 characters of a path',
  'packages/profiler/src/record/redaction/name-context.ts /(?:\\/\\d+)+$/': 'at most 400 characters of a name',
  'packages/host/src/features/cors/validate-origins.ts /\\\\[^]|\\[(?:\\\\[^]|[^\\]\\\\])*\\]/g':
    'patterns of the configuration',
  "packages/host/src/routing/requirement.ts /\\\\[^]|\\[(?:\\\\[^]|[^\\]\\\\])*\\]|([*+?]|\\{\\d+(?:,\\d*)?\\})\\+|\\(\\?(?:P?<(?![=!])|')(\\w+)[>']/g":
    'requirements of routes',
  'packages/host/src/routing/requirement.ts /\\(\\?<?[=!](?:\\\\[^]|\\[(?:\\\\[^]|[^\\]\\\\])*\\]|[^()[\\\\]|\\((?:\\\\[^]|[^()\\\\])*\\))*\\)/g':
    'requirements of routes',
};

const pattern = ({ file, source, flags }: ReturnType<typeof regexLiterals>[number]) => `${file} /${source}/${flags}`;

it('every regular expression in src that reads received text takes linear time', () => {
  const found = new Set<string>();
  for (const literal of regexLiterals('packages/*/src')) {
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
