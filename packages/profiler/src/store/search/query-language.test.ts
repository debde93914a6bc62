import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseQueryText, quoteQueryValue } from './query-language.ts';
import type { QueryTerm } from './profile-query.ts';

const NOW = new Date(2026, 10, 21, 12).getTime();
const terms = (text: string): Partial<QueryTerm>[] => {
  const parsed = parseQueryText(text, NOW);
  assert.ok('terms' in parsed, JSON.stringify(parsed));
  return parsed.terms.map(({ text: _, negated, ...term }) => (negated ? { ...term, negated } : term));
};
const issue = (text: string): { column: number; length: number; message: string; suggestion?: string | undefined } => {
  const parsed = parseQueryText(text, NOW);
  assert.ok('issues' in parsed, JSON.stringify(parsed));
  return parsed.issues[0]!;
};

for (const [text, ...expected] of [
  ['status:5xx', { field: 'status', operator: 'between', value: 500, to: 599 }],
  ['status:40', { field: 'status', operator: 'between', value: 400, to: 409 }],
  ['status:404', { field: 'status', operator: 'is', value: 404 }],
  ['status_code:>=400', { field: 'status', operator: 'at-least', value: 400 }],
  ['status:400..499', { field: 'status', operator: 'between', value: 400, to: 499 }],
  ['method:post', { field: 'method', operator: 'is', value: 'POST' }],
  ['dur:>200', { field: 'duration', operator: 'more-than', value: 200 }],
  ['took:<=1.5s', { field: 'duration', operator: 'at-most', value: 1500 }],
  ['dur:100..200', { field: 'duration', operator: 'between', value: 100, to: 200 }],
  ['dur:..200', { field: 'duration', operator: 'at-most', value: 200 }],
  ['size:>10kb', { field: 'bytes', operator: 'more-than', value: 10_240 }],
  ['db:20', { field: 'dbCount', operator: 'is', value: 20 }],
  ['dbms:>50', { field: 'dbTime', operator: 'more-than', value: 50 }],
  ['route:cities_list', { field: 'route', operator: 'is', value: 'cities_list' }],
  ['route:cities_*', { field: 'route', operator: 'starts', value: 'cities_' }],
  ['-path:/health', { field: 'path', operator: 'starts', value: '/health', negated: true }],
  ['path:~/health', { field: 'path', operator: 'contains', value: '/health' }],
  ['path:=/', { field: 'path', operator: 'is', value: '/' }],
  ['since:10m', { field: 'time', operator: 'at-least', value: NOW - 600_000 }],
  ['until:2026-11-20', { field: 'time', operator: 'at-most', value: new Date(2026, 10, 21).getTime() - 1 }],
  ['time:<2026-11-20', { field: 'time', operator: 'less-than', value: new Date(2026, 10, 20).getTime() }],
  ['time:<=2026-11-20', { field: 'time', operator: 'at-most', value: new Date(2026, 10, 21).getTime() - 1 }],
  ['time:>2026-11-20', { field: 'time', operator: 'more-than', value: new Date(2026, 10, 21).getTime() - 1 }],
  ['time:>=2026-11-20', { field: 'time', operator: 'at-least', value: new Date(2026, 10, 20).getTime() }],
  ['since:2026-11-20T10:00Z', { field: 'time', operator: 'at-least', value: Date.UTC(2026, 10, 20, 10) }],
  ['since:1760000000', { field: 'time', operator: 'at-least', value: 1_760_000_000_000 }],
  ['has:n+1', { field: 'finding', operator: 'is', value: 'n1' }],
  ['is:pinned', { field: 'pinned', operator: 'is', value: true }],
  ['has:exception', { field: 'exception', operator: 'contains', value: '' }],
  ['has:warnings', { field: 'warnings', operator: 'at-least', value: 1 }],
  ['log:warning', { field: 'log', operator: 'at-least', value: 'warning' }],
  ['log:error', { field: 'errors', operator: 'at-least', value: 1 }],
  ['log:critical', { field: 'log', operator: 'is', value: 'critical' }],
  ['log:"warning"', { field: 'log', operator: 'contains', value: 'warning' }],
  ['header.X-Tenant:acme', { field: 'header', name: 'x-tenant', operator: 'contains', value: 'acme' }],
  ['body:"a \\"b\\" c"', { field: 'body', operator: 'contains', value: 'a "b" c' }],
  ['body:<div>', { field: 'body', operator: 'contains', value: '<div>' }],
  ['finding:N+1', { field: 'finding', operator: 'is', value: 'n1' }],
  ['finding:slow', { field: 'finding', operator: 'contains', value: 'slow' }],
  ['finding:own-code', { field: 'finding', operator: 'is', value: 'own-code' }],
  ['param:42', { field: 'param', operator: 'is', value: '42' }],
  ['user:42', { field: 'user', operator: 'is', value: '42' }],
  ['user:ada', { field: 'user', operator: 'contains', value: 'ada' }],
  ['500', { field: 'status', operator: 'is', value: 500 }],
  ['-4xx', { field: 'status', operator: 'between', value: 400, to: 499, negated: true }],
  ['POST', { field: 'method', operator: 'is', value: 'POST' }],
  ['error', { field: 'failed', operator: 'is', value: true }],
  ['ada@example.com', { field: 'text', operator: 'contains', value: 'ada@example.com' }],
  [
    '"500" 600 post errors.json //ada@example.com',
    { field: 'any', operator: 'contains', value: '500' },
    { field: 'any', operator: 'contains', value: '600' },
    { field: 'any', operator: 'contains', value: 'post' },
    { field: 'any', operator: 'contains', value: 'errors.json' },
    { field: 'any', operator: 'contains', value: '//ada@example.com' },
  ],
  [
    'isbn "two words" -x',
    { field: 'any', operator: 'contains', value: 'isbn' },
    { field: 'any', operator: 'contains', value: 'two words' },
    { field: 'any', operator: 'contains', value: 'x', negated: true },
  ],
  ['"dur>200"', { field: 'any', operator: 'contains', value: 'dur>200' }],
  ['type=json', { field: 'any', operator: 'contains', value: 'type=json' }],
  ['a>b', { field: 'any', operator: 'contains', value: 'a>b' }],
  ['http://localhost:8000/a', { field: 'any', operator: 'contains', value: 'http://localhost:8000/a' }],
] as const) {
  test(`parseQueryText parses ${text}`, () => assert.deepEqual(terms(text), expected));
}

for (const [text, column, length, suggestion, message] of [
  ['method:get stauts:500', 12, 6, 'status', /Unknown field "stauts"/],
  ['-rout:x', 2, 4, 'route', /Unknown field "rout"/],
  ['a status:abc', 10, 3, 'status:5xx', /"status"/],
  ['has:exceptoin', 5, 9, 'exception', /"exceptoin"/],
  ['dur:5..2', 5, 4, 'dur:>200', /"dur"/],
  ['since:2026-02-30', 7, 10, 'since:10m', /"since"/],
  ['token:xyz', 7, 3, undefined, /6 hexadecimal digits/],
  ['visitor:ada', 9, 3, 'visitor:3f9a1c22', /8 to 16 hexadecimal digits/],
  ['visitor:>3f9a1c22', 10, 8, 'visitor:3f9a1c22', /8 to 16 hexadecimal digits/],
  ['body:"x', 6, 1, undefined, /closing quotation mark is missing/],
  ['route:', 7, 1, undefined, /requires a value/],
  ['header:x', 8, 1, 'header.x-tenant:acme', /after a dot/],
  ['a OR b', 3, 2, undefined, /OR is not supported/],
  ['dur>200', 1, 7, 'dur:>200', /requires a colon/],
  ['a -dur>=1.5s', 4, 9, 'dur:>=1.5s', /requires a colon/],
  ['size<10kb', 1, 9, 'size:<10kb', /requires a colon/],
  ['duraton>200', 1, 11, 'duration:>200', /requires a colon/],
  ['status=404', 1, 10, 'status:=404', /requires a colon/],
] as const) {
  test(`parseQueryText reports an error in ${text} at column ${column}`, () => {
    const found = issue(text);
    assert.deepEqual([found.column, found.length, found.suggestion], [column, length, suggestion]);
    assert.match(found.message, message);
  });
}

test('parseQueryText rejects a query that is too long or has too many terms', () => {
  assert.match(issue('a'.repeat(4_097)).message, /4096 characters/);
  assert.match(issue('a '.repeat(33)).message, /32 terms/);
  assert.equal(terms('a '.repeat(32)).length, 32);
});

test('parseQueryText returns terms or errors within the text for any input', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string({ unit: 'binary', maxLength: 60 }), fc.stringMatching(/^[a-z:"\\*.><=~ -]{0,60}$/)),
      (text) => {
        const parsed = parseQueryText(text, NOW);
        if ('terms' in parsed) return;
        for (const { column, length } of parsed.issues) {
          assert.ok(column >= 1 && column <= text.length + 1 && length >= 1, JSON.stringify({ text, column, length }));
        }
      },
    ),
    { numRuns: 2_000 },
  );
});

test('quoteQueryValue preserves every value', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }), (value) => {
      assert.deepEqual(terms(`body:${quoteQueryValue(value)}`), [{ field: 'body', operator: 'contains', value }]);
    }),
    { numRuns: 1_000 },
  );
});

test('parseQueryText parses malicious queries in linear time', () => {
  for (const text of [
    '"\\'.repeat(2_000),
    '-'.repeat(4_096),
    'a:'.repeat(2_048),
    `a:${'"'.repeat(4_000)}`,
    ' '.repeat(4_096),
    `dur:${'1'.repeat(4_000)}`,
  ])
    parseQueryText(text, NOW);
});

test('the suggestion for a term without a colon is valid', () => {
  for (const text of ['dur>200', 'status=404', 'size<10kb', 'took<=3s', 'db>20'])
    assert.ok('terms' in parseQueryText(issue(text).suggestion!, NOW), text);
});
