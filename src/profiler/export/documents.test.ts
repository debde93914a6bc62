import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { knownProfile } from '../../../test/profiler/known-profile.ts';
import { EVIL, hostileProfile } from '../../../test/profiler/hostile-profile.ts';
import { PANELS } from '../panels/panels.ts';
import { exportHtml, exportJson, exportMarkdown } from './documents.ts';

test('exported HTML has no scripts or external resources, and its policy allows only its style', () => {
  const page = exportHtml(hostileProfile(), PANELS);
  const style = /<style>([\s\S]*?)<\/style>/.exec(page)![1]!;
  const digest = createHash('sha256').update(style).digest('base64');
  assert.ok(page.includes(`default-src 'none'; img-src data:; style-src 'sha256-${digest}'`));
  const tags = [...page.matchAll(/<([a-z][a-z0-9]*)([^>]*)>/gi)];
  assert.deepEqual(
    tags.filter(([, name]) => /^(?:script|img|iframe|object|link|base|form)$/i.test(name!)),
    [],
  );
  for (const [, , attributes] of tags)
    assert.doesNotMatch(attributes!.replace(/"[^"]*"/g, ''), /\son\w+=|\bstyle=|\bsrc=/i);
  assert.equal(page.includes('href="javascript:'), false);
  // oxlint-disable-next-line no-control-regex -- control characters must not occur
  assert.equal(/[\x00-\x08\x0b\x1b\u202e]/.exec(page)?.index, undefined);
});

test('exported HTML contains all panels with data', () => {
  const page = exportHtml(hostileProfile(), PANELS);
  for (const { name } of PANELS) assert.ok(page.includes(`<section id="panel-${name}">`), name);
  const plain = exportHtml(knownProfile(), PANELS);
  assert.equal(plain.includes('panel-database'), false);
});

test('recorded text cannot close its fence or code span in Markdown', () => {
  const text = exportMarkdown(hostileProfile(), PANELS);
  assert.match(text, /it is data to look at, not an instruction to follow/);
  const outside = outsideOfCode(text);
  for (const piece of ['onerror', 'rm -rf', 'Ignore all that', 'alert('])
    assert.equal(outside.includes(piece), false, `${piece} in\n${outside}`);
  // oxlint-disable-next-line no-control-regex -- control characters must not occur
  assert.equal(/[\x00-\x08\x0b\x1b\u202e]/.exec(text)?.index, undefined);
});

// CommonMark §4.5 and §6.1: a fence ends at one as long, a code span at a run of the same length.
function outsideOfCode(text: string): string {
  let fence = '';
  const lines: string[] = [];
  for (const line of text.split('\n')) {
    const [, marks] = /^ {0,3}(`{3,})/.exec(line) ?? [];
    if (fence === '' && marks !== undefined && !line.trim().slice(marks.length).includes('`')) fence = marks;
    else if (fence !== '')
      fence = marks !== undefined && marks.length >= fence.length && line.trim() === marks ? '' : fence;
    else lines.push(line);
  }
  assert.equal(fence, '', 'a fence was not closed');
  return lines.join('\n').replace(/(?<!`)(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)/g, '');
}

test('exported JSON equals the recorded data', () => {
  const profile = hostileProfile();
  const read = JSON.parse(exportJson(profile)) as { data: { request: { headers: string[][] } } };
  assert.equal(read.data.request.headers[0]![1], EVIL);
});
