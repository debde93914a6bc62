import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { createBody } from '../../testing/create-profile.ts';
import { knownProfile } from '../../../../../test/profiler/known-profile.ts';
import { randomRequests } from '../../../../../test/profiler/random-requests.ts';
import type { RandomRequest } from '../../../../../test/profiler/random-requests.ts';
import { startRecorder } from '../../../../../test/profiler/recording-server.ts';
import { toHttpie } from './httpie.ts';

// Starting HTTPie is slow, so a shell function prints the arguments, and this test interprets them.
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
    .map((part) => {
      const [words = '', input = ''] = part.split('\0\x01');
      return { words: words.split('\0'), input: Buffer.from(input, 'base64').toString('latin1') };
    });
}

// HTTPie treats a method with a hyphen as a URL.
const sendable = ({ profile }: RandomRequest): boolean => !profile.data.request.method.includes('-');

test('200 requests exported for HTTPie arrive with method, URL, headers and body', () => {
  const requests = randomRequests(230, 8000, 23).filter(sendable).slice(0, 200);
  assert.equal(requests.length, 200);
  const texts = requests.map(({ profile }) => toHttpie(profile));
  const runs = runAll(texts);
  assert.equal(runs.length, requests.length);
  for (const [index, { profile, headers, body }] of requests.entries()) {
    const text = texts[index]!;
    const { words, input } = runs[index]!;
    const methodIndex = words.indexOf(profile.data.request.method);
    if (!text.includes('/caf%E9')) assert.equal(words[methodIndex + 1], profile.data.request.url, text);
    const raw = words.findIndex((word) => word.startsWith('--raw='));
    const items = words.slice(methodIndex + 2, raw < 0 ? undefined : raw);
    const left = items
      .filter((item) => !/^(?:User-Agent|Accept|Accept-Encoding|Connection|Content-Type):$/.test(item))
      .map(getItem);
    const expected = headers.map(([name, value]) => `${name}: ${value}`);
    const missing = expected.filter((element) => !left.includes(element));
    assert.deepEqual(
      left.filter((element) => !expected.includes(element)),
      [],
      text,
    );
    if (missing.length > 0) assert.match(text, /^# A header is omitted/m);
    assert.equal(raw < 0 ? input : words[raw]!.slice('--raw='.length), body, text);
  }
});

// Each run starts Python, so there are fewer.
test(
  '40 requests sent by HTTPie arrive unchanged, or a comment states the difference',
  { skip: !existsSync('/usr/bin/http') && 'HTTPie is not installed' },
  async (t) => {
    const { port, received } = await startRecorder(t);
    const home = mkdtempSync(join(tmpdir(), 'oriel-httpie-'));
    t.after(() => rmSync(home, { recursive: true }));
    const env = { PATH: process.env['PATH'], HOME: home, LC_ALL: 'C.UTF-8' };
    for (const request of randomRequests(40, port, 31)) {
      const text = toHttpie(request.profile);
      const output = await new Promise<string>((resolve) =>
        execFile('bash', ['-c', text], { env }, (_error, _out, errors) => resolve(String(errors))),
      );
      const [sent] = received.splice(0);
      if (!sendable(request)) {
        assert.match(text, /^# HTTPie does not support the method M-SEARCH; use cURL\.$/);
        continue;
      }
      assert.ok(sent, `${text}\n${output}`);
      if (sent.line !== request.line) assert.match(text, /^# HTTPie normalizes this URL/m);
      assert.equal(sent.body, request.body, text);
      const [arrived, expected] = [comparableHeaders(sent), comparableHeaders(request)];
      const added = arrived.filter((line) => !expected.includes(line));
      for (const line of added)
        assert.match(text, new RegExp(`^# HTTPie adds .*${line.slice(0, line.indexOf(':'))}`, 'm'));
      if (arrived.length - added.length < expected.length) assert.match(text, /^# A header is omitted/m);
    }
  },
);

// Clients set the headers of framing and connection themselves.
function comparableHeaders({ headers }: Pick<RandomRequest, 'headers'>): string[] {
  return headers
    .filter(([name]) => !/^(?:host|content-length|connection)$/i.test(name))
    .map(([name, value]) => `${name}: ${value}`);
}

// Parses `Name:value`, or `Name;` for an empty value; a backslash escapes the next character.
function getItem(item: string): string {
  const [, name, mark, rest] = /^([\w!#$%&'*+.^`|~-]+)([:;])(.*)$/s.exec(item)!;
  if (mark === ';') return `${name}: `;
  assert.doesNotMatch(rest!, /^[=@:]/);
  return `${name}: ${rest!.replace(/\\([:;=@])/g, '$1')}`;
}

test('replaces masked and missing values by variables', () => {
  const body = { ...createBody('x'), size: 90, kept: 1, digest: 'ab' };
  const text = toHttpie(knownProfile({ request: { method: 'PUT', headers: [['Authorization', 'Basic •••']], body } }));
  assert.match(text, /'Authorization:Basic '"\$AUTHORIZATION"/);
  assert.match(text, /< "\$REQUEST_BODY_FILE"$/);
});

test('an unsupported method is exported as a comment of one line', () => {
  const text = toHttpie(knownProfile({ request: { method: 'GET\nid' } }));
  assert.equal(text.split('\n').length, 1);
});
