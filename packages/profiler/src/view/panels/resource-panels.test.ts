import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBody } from '../../testing/create-profile.ts';
import { knownProfile } from '../../../../../test/profiler/known-profile.ts';
import type { KnownFacts } from '../../../../../test/profiler/known-profile.ts';
import type { RecordedRun, RecordedOperation } from '../../profile/recorded-operation.ts';
import { NO_LINKS } from '../../profile/view-model.ts';
import { renderBlocksAsText } from '../render/blocks-terminal.ts';
import { drawPanel } from './draw-panel.ts';
import { PANELS } from './panels.ts';

const LIST: RecordedOperation = {
  ...{ name: 'books.list', kind: 'list', resource: 'books', type: 'Book', method: 'GET', path: '/api/books' },
  ...{ bodies: [], formats: [], dialect: 'plain', parameters: [], order: ['id asc'] },
  page: { by: 'page', size: 30, max: 100 },
  cache: { control: 'no-cache, private' },
};
const PATCH: RecordedOperation = { ...LIST, name: 'books.patch', kind: 'patch', method: 'PATCH', page: undefined };

/** Returns the text of a panel for a request to books. */
function read(name: string, operation: RecordedOperation, run: RecordedRun = {}, facts: KnownFacts = {}): string {
  const panel = PANELS.find((candidate) => candidate.name === name)!;
  const profile = knownProfile({ ...facts, data: { operation, run, ...facts.data } });
  return renderBlocksAsText(drawPanel(panel, profile, NO_LINKS)!.blocks);
}

test('the operation panel shows the requested page for each kind of pagination', () => {
  const part = (run: RecordedRun, operation = LIST) => /Page +(.*)/.exec(read('operation', operation, run))![1];
  assert.equal(part({ window: { by: 'all' } }), 'the whole list, without pagination');
  assert.equal(part({ window: { by: 'offset', limit: 30 } }), 'page 1, 30 items (default)');
  assert.equal(part({ window: { by: 'offset', page: 4, limit: 1 } }), 'page 4, 1 item, at most 100');
  assert.equal(part({ window: { by: 'offset', page: 4, limit: 7 } }, { ...LIST, page: undefined }), 'page 4, 7 items');
  assert.equal(
    part({ window: { by: 'cursor', from: 'start', limit: 5 } }),
    'by cursor, from the start, 5 items, at most 100',
  );
  assert.equal(
    part({ window: { by: 'cursor', from: 'end', limit: 5 } }),
    'by cursor, from the end, 5 items, at most 100',
  );
  assert.equal(
    part({ window: { by: 'cursor', from: 'before', limit: 30 } }),
    'by cursor, before a cursor, 30 items (default)',
  );
});

test('the operation panel shows the returned items and whether there are more pages', () => {
  const given = (shown: RecordedRun['given']) =>
    /Returned +(.*)/.exec(read('operation', LIST, { window: { by: 'all' }, given: shown }))?.[1];
  assert.equal(given(undefined), undefined);
  assert.equal(given({}), 'items as a stream');
  assert.equal(given({ items: 2, total: 9, next: true }), '2 items of 9 (has next page)');
  assert.equal(given({ items: 1, next: true, previous: true }), '1 item (has next page, has previous page)');
});

test('the operation panel shows each parameter with its interpretation, including empty and unknown ones', () => {
  const text = read(
    'operation',
    { ...LIST, parameters: ['page', 'title'] },
    { meanings: [['page', 'page: which one']], ignored: ['titel'], fields: ['id', 'title'] },
    {
      request: {
        query: [
          ['page', '2'],
          ['titel', 'x'],
          ['mine', ''],
        ],
      },
    },
  );
  assert.match(text, /page +2 +page: which one/);
  assert.match(text, /titel +x +ignored: unknown parameter/);
  assert.match(text, /mine +\(empty\) +used as sent/);
  assert.match(text, /Selected fields +id, title/);
  assert.match(text, /Available parameters \(plain, 2\)/);
});

test('the operation panel shows data source, parent and fields of a change', () => {
  const patched = read(
    'operation',
    { ...PATCH, writes: 'its store, patch' },
    { changed: [], limits: [{ by: 'path', condition: { shelf: 7 } }] },
  );
  assert.match(patched, /Parent +shelf 7/);
  assert.match(patched, /Changed by +its store, patch/);
  assert.match(patched, /Changed +nothing: the patch equals the current values/);
  const custom = { ...PATCH, kind: 'custom', writes: 'its own function, handle' };
  assert.match(read('operation', custom, { created: true }), /Run by +its own function, handle\nCreated +yes/);
});

test('the cache panel distinguishes missing, failed and absent preconditions', () => {
  const decided = (outcome: string, because: string): KnownFacts['data'] => ({
    decisions: [{ subject: 'precondition', outcome, because }],
  });
  const ask = (status: number, headers: [string, string][] = [], data: KnownFacts['data'] = {}) =>
    read('cache', PATCH, {}, { summary: { status }, request: { headers }, data });
  assert.match(ask(200), /Preconditions: none[\s\S]*No precondition was sent/);
  assert.match(ask(428), /Preconditions: missing[\s\S]*Precondition required/);
  assert.match(ask(401, [['If-Match', '"1"']]), /Preconditions: not evaluated[\s\S]*the request ended earlier/);
  const lost = ask(412, [['If-Match', '"1"']], decided('proceed', 'If-Match matches the current version'));
  assert.match(lost, /Preconditions: failed[\s\S]*another request changed it/);
  const both = ask(
    200,
    [
      ['If-Match', '"1"'],
      ['If-Unmodified-Since', 'Sun, 22 Nov 2026 00:00:00 GMT'],
    ],
    decided('proceed', 'If-Match matches the current version'),
  );
  assert.match(both, /If-Match +"1" +decisive/);
  assert.match(both, /If-Unmodified-Since .* ignored: If-Match takes precedence/);
  const held = ask(200, [['If-Unmodified-Since', 'Sun, 22 Nov 2026 00:00:00 GMT']], decided('proceed', 'all hold'));
  assert.match(held, /Preconditions: proceed[\s\S]*Proceed: all hold\.[\s\S]*not modified since/);
});

test('the cache panel shows the sources of ETag and Last-Modified, and freshness', () => {
  const of = (cache: Partial<RecordedOperation['cache']>, headers: [string, string][] = []) =>
    read('cache', { ...LIST, cache: { control: 'private', ...cache } }, {}, { response: { headers } });
  const bare = of({});
  assert.match(bare, /Fresh for: not set/);
  assert.match(bare, /Tag +not available for this operation/);
  assert.match(bare, /Last-Modified +no field configured/);
  assert.match(bare, /The response has no Cache-Control/);
  assert.match(of({ state: 'hash' }), /ETag +from a hash of the item/);
  assert.match(of({ state: 'version' }), /from the field "version"/);
  assert.match(of({ lastModified: 'changed' }), /Last-Modified +from the field "changed"\n/);
  const shown = of({ lastModified: 'changed' }, [['Last-Modified', 'Sun, 22 Nov 2026 00:00:00 GMT']]);
  assert.match(shown, /from the field "changed": Sun, 22 Nov/);
  assert.match(of({}, [['Cache-Control', 'private']]), /Fresh for: heuristic/);
  assert.match(of({}, [['Cache-Control', 'max-age=259200']]), /Fresh for: 3 days/);
  assert.match(of({}, [['Cache-Control', 'max-age=600']]), /Fresh for: 10 min/);
  // With no-cache, max-age has no effect.
  assert.match(of({}, [['Cache-Control', 'max-age=60, no-cache']]), /Fresh for: revalidated on each use/);
});

test('the validation panel shows each violation with the value sent', () => {
  const violations = [
    { pointer: '', detail: 'Is not a book' },
    { detail: 'Is odd' },
    { pointer: '/title', detail: 'Is too long', code: 'too_big' },
    { pointer: '/a~1b/0', detail: 'Is wrong' },
    { pointer: '/title/deeper', detail: 'Is nowhere' },
    { parameter: 'page', detail: 'is missing' },
  ];
  const refused = (body: string, type = 'application/json', answer = '{"status":422,"trace":[]}') =>
    read(
      'validation',
      { ...PATCH, input: { vendor: 'zod', members: [] } },
      { violations },
      {
        summary: { status: 422 },
        request: { body: createBody(body, type) },
        response: { body: createBody(answer, 'application/problem+json') },
      },
    );
  const text = refused(JSON.stringify({ title: 'x'.repeat(400), 'a/b': ['seven'] }));
  assert.match(text, /\(the whole body\) +Is not a book +\{"title":"x/);
  assert.match(text, /\(the whole body\) +Is odd +\{"title":"x/);
  assert.match(text, /\/title +Is too long +"x{298,299}… +too_big/);
  assert.match(text, /\/a~1b\/0 +Is wrong +"seven"/);
  assert.match(text, /\/title\/deeper +Is nowhere +not sent/);
  assert.match(text, /page +is missing +not sent/);
  assert.match(text, /Fields +not available/);
  assert.match(text, /"status": 422/);
  assert.doesNotMatch(text, /"trace"/);
  // A body that is not JSON is shown unchanged, without sent values.
  assert.match(refused('{"title":'), /\/title +Is too long +not sent/);
  assert.match(refused('title=x', 'application/x-www-form-urlencoded'), /\/title +Is too long +not sent/);
  assert.match(refused('{}', 'application/json', 'not JSON'), /without exception and trace\n+ *not JSON/);
  assert.match(refused('{}', 'application/json', '[]'), /without exception and trace\n+ *\[\]/);
});

test('the database panel shows the index that a list needs and its statement', () => {
  const index = {
    use: 'order[pages]=desc',
    table: 'books',
    columns: 'pages desc, id',
    statement: 'create index books_pages_id on books (pages desc, id)',
  };
  const spans = [{ kind: 'db', name: 'select', start: 0, duration: 1, data: { sql: 'select 1', parameters: [] } }];
  const text = read('database', LIST, { missingIndexes: [index] }, { data: { spans } as never });
  assert.match(text, /No index for order\[pages\]=desc: .*books.*pages desc, id/);
  assert.match(text, /create index books_pages_id on books \(pages desc, id\)/);
  const order = { use: 'order[author.name]=asc', table: 'books', columns: 'books.author, authors.name' };
  const slow = read('database', LIST, { missingIndexes: [order] }, { data: { spans } as never });
  assert.match(slow, /No index can serve order\[author\.name\]=asc: .*books by books\.author, authors\.name/);
  assert.doesNotMatch(slow, /create index/);
});
