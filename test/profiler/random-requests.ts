import type { Profile, RecordedBody } from '../../packages/profiler/src/profile/profile.ts';
import { createBody } from '../../packages/profiler/src/testing/create-profile.ts';
import { knownProfile } from './known-profile.ts';

/** A request that could have been recorded, and the bytes of its body. */
export interface RandomRequest {
  readonly profile: Profile;
  readonly line: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** One character per byte. */
  readonly body: string;
}

/** Returns requests with values that are difficult to quote, the same for the same seed. */
export function randomRequests(count: number, port: number, seed = 7): RandomRequest[] {
  const random = mulberry(seed);
  return Array.from({ length: count }, () => randomRequest(random, port));
}

type Random = () => number;

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD', 'PROPFIND', 'M-SEARCH'];
const TARGETS = [
  '/',
  '/a/b',
  '/a/../b',
  '/./x',
  '//double',
  '/%2F%41',
  "/it's",
  '/a b'.replace(' ', '%20'),
  '/[x]{1..3}',
  '/a?b=[1-3]',
  '/?a=1&a=&=2',
  '/x?q=%27%22`$(id)',
  '/#frag',
  '/a|b',
  '/a\\b',
  '/?x="y"',
  '/~u/!history',
  '/*',
  '/caf\xe9',
  '/?',
];
const NAMES = [
  'X-One',
  'x-two',
  "X-We'ird",
  'X-`id`',
  'X-$HOME',
  'X-A|B',
  'X-Star*',
  'X-Caret^',
  'User-Agent',
  'Accept',
  'Accept-Language',
  'Cookie',
  'Authorization',
  'If-None-Match',
  'Content-Type',
  'Range',
  'Referer',
  'X-Empty',
  'Via',
];
const VALUES = [
  '',
  'plain',
  "it's",
  '"quoted"',
  '$(touch /tmp/owned)',
  '`id`',
  '$HOME',
  '\\',
  'a\\',
  '\\n',
  'a\tb',
  '!!',
  '!ls',
  '@/etc/hostname',
  '=x',
  ':=1',
  '@x',
  ';',
  'a;b',
  'caf\xe9',
  '\xff\x80',
  '*',
  '~',
  '# no',
  '{a,b}',
  '%s %n',
  '-x',
  '--next',
  "'; id; '",
  "\\'",
  "$'\\x41'",
  '&& id',
  '<>|',
  'a  b',
  'x'.repeat(300),
];
const TEXTS = [
  '',
  '{"a":1}',
  'it\'s {"x": "it\'s"}',
  '@/etc/hostname',
  'a=1&b=%20',
  'line\nline\r\n\ttab',
  'Grüße 你好 🎉',
  'e\u0301 \u202e abc \u200b',
  '\u001b[31mred\u001b[201~id\n',
  '$(id) `id` $HOME ${x}',
  '!!',
  "'",
  "'''!!'''",
  '\\',
  '\\\\n\\x41',
  '\0zero',
  '--data',
  '-',
  ' ',
  '\n',
  "'; touch /tmp/owned; '",
  '\u2028\u2029</script>',
  '\ufeffbom',
  'x'.repeat(30_000),
];

function randomRequest(random: Random, port: number): RandomRequest {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const method = pick(METHODS);
  const target = pick(TARGETS);
  const names = new Set(Array.from({ length: Math.floor(random() * 6) }, () => pick(NAMES)));
  const headers = Array.from(names, (name) => [name, pick(VALUES)] as const);
  if (random() < 0.2) headers.push(['X-Twice', 'a'], ['X-Twice', 'b']);
  const recorded = method === 'GET' || method === 'HEAD' ? undefined : randomBody(random, pick);
  const body =
    recorded === undefined
      ? ''
      : Buffer.from(recorded.content, recorded.encoding === 'text' ? 'utf8' : 'base64').toString('latin1');
  const framing = body === '' ? [] : [['Content-Length', String(body.length)] as const];
  const url = `http://127.0.0.1:${port}${target}`;
  const profile = knownProfile({
    summary: { method, path: target },
    request: { method, url, headers: [['Host', `127.0.0.1:${port}`], ...headers, ...framing], body: recorded },
  });
  return { profile, line: `${method} ${target} HTTP/1.1`, headers, body };
}

function randomBody(random: Random, pick: <T>(list: readonly T[]) => T): RecordedBody | undefined {
  const kind = random();
  if (kind < 0.2) return undefined;
  if (kind < 0.7) return createBody(pick(TEXTS));
  const bytes = Uint8Array.from({ length: Math.floor(random() * 2_000) + 1 }, () => Math.floor(random() * 256));
  return createBody(bytes, 'application/octet-stream');
}

function mulberry(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
