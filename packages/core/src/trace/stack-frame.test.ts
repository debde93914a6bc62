import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pathOfSource, readStackLine } from './stack-frame.ts';

test('a line of a stack is read', () => {
  for (const [text, source] of [
    ['    at load (/srv/app.js:3:7)', '/srv/app.js'],
    ['    at /srv/app.js:3:7', '/srv/app.js'],
    ['    at async Object.load [as run] (file:///srv/app.mjs:3:7)', 'file:///srv/app.mjs'],
    ['    at async file:///srv/app.mjs:3:7', 'file:///srv/app.mjs'],
    ['    at new App (/srv/app (v2)/app.js:3:7)', '/srv/app (v2)/app.js'],
    ['    at /srv/(app)/app.js:3:7', '/srv/(app)/app.js'],
    ['    at /automatic (file:///srv/app.mjs:3:7)', 'file:///srv/app.mjs'],
    ['    at Object./a (b) (/srv/app.js:3:7)', '/srv/app.js'],
    ['    at load (C:\\srv\\app.js:3:7)', 'C:\\srv\\app.js'],
  ] as const)
    assert.deepEqual(readStackLine(text), { source, line: 3, column: 7 }, text);
});

test('a line without a file is not', () => {
  for (const text of [
    'Error: at (x)',
    '    at node:internal/process/task_queues:104:5',
    '    at async Promise.all (index 0)',
    '    at eval (eval at run (/srv/app.js:1:1), <anonymous>:3:7)',
    '    at <anonymous>',
  ])
    assert.equal(readStackLine(text), undefined, text);
});

test('the URL of a module becomes its path', () => {
  assert.equal(pathOfSource('file:///srv/my%20app/%C3%BC.mjs'), '/srv/my app/ü.mjs');
  assert.equal(pathOfSource('/srv/100%25.js'), '/srv/100%25.js');
  assert.equal(pathOfSource('file:///srv/%zz.mjs'), 'file:///srv/%zz.mjs');
});
