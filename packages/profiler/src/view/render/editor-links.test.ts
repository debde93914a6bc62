import assert from 'node:assert/strict';
import { test } from 'node:test';
import { absolutePath, createEditorLink, isEditorHref, parseEditorPaths } from './editor-links.ts';
import { describeEditorIssue } from '../../../../core/src/errors/editors.ts';
import { sanitizeHref } from './text-html.ts';

test('each editor has its URL', () => {
  const link = (editor: string) => createEditorLink(editor)('/home/me/my shop/cart.ts', 41);
  assert.equal(link('vscode'), 'vscode://file/home/me/my%20shop/cart.ts:41');
  assert.equal(link('cursor'), 'cursor://file/home/me/my%20shop/cart.ts:41');
  assert.equal(link('zed'), 'zed://file/home/me/my%20shop/cart.ts:41');
  assert.equal(link('webstorm'), 'webstorm://open?file=/home/me/my%20shop/cart.ts&line=41');
  assert.equal(link('idea://open?file={file}&line={line}'), 'idea://open?file=/home/me/my%20shop/cart.ts&line=41');
});

test('folders of a container are replaced by those of the editor, the longest first', () => {
  const link = createEditorLink('vscode', { '/app': '/home/me/shop', '/app/lib/': 'C:\\lib', '/': '/rest' });
  assert.equal(link('/app/src/a.ts', 1), 'vscode://file/home/me/shop/src/a.ts:1');
  assert.equal(link('/app/lib/b.ts', 2), 'vscode://file/C:/lib/b.ts:2');
  assert.equal(link('/application/c.ts', 3), 'vscode://file/rest/application/c.ts:3');
  assert.equal(link('file:///app/d.ts', 4), 'vscode://file/home/me/shop/d.ts:4');
});

test('code without a file has no link', () => {
  const link = createEditorLink('vscode');
  for (const file of ['', 'node:fs', 'node:internal/modules', 'relative.ts', '/a\0b.ts', 'https://x.example/a.ts'])
    assert.equal(link(file, 1), undefined, file);
});

test('characters of a file name cannot end the URL or add parameters', () => {
  const link = createEditorLink('webstorm');
  assert.equal(link('/a"><b>&line=9#x?y.ts', 1), 'webstorm://open?file=/a%22%3E%3Cb%3E%26line%3D9%23x%3Fy.ts&line=1');
});

test('templates that run scripts or have no placeholders are rejected', () => {
  for (const editor of ['javascript:alert({line})//{file}', 'DATA:text/html,{file}{line}', 'file://{file}:{line}'])
    assert.match(describeEditorIssue(editor)!, /must be a URL/, editor);
  for (const editor of ['emacs', 'vscode://file{file}', '', 'toString']) assert.ok(describeEditorIssue(editor), editor);
  assert.throws(() => createEditorLink('emacs'), RangeError);
});

test('only links of a configured editor are rendered', () => {
  assert.equal(sanitizeHref('nova://open?path=/a.ts'), undefined);
  createEditorLink('nova://open?path={file}&line={line}');
  assert.ok(isEditorHref('nova://open?path=/a.ts'));
  assert.equal(sanitizeHref('nova://open?path=/a.ts'), 'nova://open?path=/a.ts');
  for (const href of ['javascript:alert(1)', 'data:text/html,x', 'other://x', 'nova://a\nb'])
    assert.equal(sanitizeHref(href), undefined, href);
});

test('path mappings are parsed from one text', () => {
  assert.deepEqual(parseEditorPaths('/app=/home/me/shop, /lib=C:/lib'), { '/app': '/home/me/shop', '/lib': 'C:/lib' });
  assert.deepEqual(parseEditorPaths(''), {});
  assert.throws(() => parseEditorPaths('/app'), /expected \/app=\/home\/me\/shop/);
});

test('recorded files are relative to the folder of their application', () => {
  assert.equal(absolutePath('/app', 'src/a.ts'), '/app/src/a.ts');
  assert.equal(absolutePath('/app', '/other/a.ts'), '/other/a.ts');
  assert.equal(absolutePath('C:\\app', 'src\\a.ts'), 'C:\\app\\src\\a.ts');
  assert.equal(absolutePath('/app', 'file:///app/a.ts'), 'file:///app/a.ts');
  assert.equal(absolutePath('/app', 'node:fs'), 'node:fs');
});
