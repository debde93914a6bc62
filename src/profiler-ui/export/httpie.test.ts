import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { createBody } from '../../testing/index.ts';
import { knownProfile } from '../../../test/profiler/known-profile.ts';
import { randomRequests } from '../../../test/profiler/random-requests.ts';
import { toHttpie } from './httpie.ts';

// HTTPie itself is rarely installed: the shell takes the texts apart, and HTTPie's own rules for items are undone here.
const SHOW = `http() { printf '%s\\0' "$@"; printf '\\1'; [ "$1" = --ignore-stdin ] || base64 -w0; printf '\\2'; }\n`;

function runAll(texts: readonly string[]): { words: string[]; input: string }[] {
  const { stdout } = spawnSync('bash', [], {
    encoding: 'latin1',
    env: { PATH: process.env['PATH'] },
    input: Buffer.from(`${SHOW}${texts.join('\n')}\n`),
    maxBuffer: 1e8,
  });
  return stdout
    .split('\x02')
    .slice(0, -1)
    .map((each) => {
      const [words = '', input = ''] = each.split('\0\x01');
      return { words: words.split('\0'), input: Buffer.from(input, 'base64').toString('latin1') };
    });
}

test('200 requests copied for HTTPie reach it as method, address, headers and body', () => {
  const requests = randomRequests(200, 8000, 23);
  const texts = requests.map(({ profile }) => toHttpie(profile));
  const runs = runAll(texts);
  assert.equal(runs.length, requests.length);
  for (const [index, { profile, headers, body }] of requests.entries()) {
    const text = texts[index]!;
    const { words, input } = runs[index]!;
    const at = words.indexOf(profile.data.request.method);
    assert.equal(words[at + 1], profile.data.request.url, text);
    const raw = words.indexOf('--raw');
    const items = words.slice(at + 2, raw < 0 ? undefined : raw);
    const left = items
      .filter((item) => !/^(?:User-Agent|Accept|Accept-Encoding|Connection|Content-Type):$/.test(item))
      .map(itemOf);
    const expected = headers.map(([name, value]) => `${name}: ${value}`);
    const missing = expected.filter((each) => !left.includes(each));
    assert.deepEqual(
      left.filter((each) => !expected.includes(each)),
      [],
      text,
    );
    if (missing.length > 0) assert.match(text, /^# A header was left out/m);
    assert.equal(raw < 0 ? input : words[raw + 1], body, text);
  }
});

// `Name:value`, `Name;` for an empty one; a backslash takes the meaning from what follows.
function itemOf(item: string): string {
  const [, name, mark, rest] = /^([\w!#$%&'*+.^`|~-]+)([:;])(.*)$/s.exec(item)!;
  if (mark === ';') return `${name}: `;
  assert.doesNotMatch(rest!, /^[=@:]/);
  return `${name}: ${rest!.replace(/\\([:;=@])/g, '$1')}`;
}

test('what was redacted or not kept is a variable', () => {
  const body = { ...createBody('x'), size: 90, kept: 1, digest: 'ab' };
  const text = toHttpie(knownProfile({ request: { method: 'PUT', headers: [['Authorization', 'Basic •••']], body } }));
  assert.match(text, /'Authorization:Basic '"\$AUTHORIZATION"/);
  assert.match(text, /< "\$REQUEST_BODY_FILE"$/);
});
