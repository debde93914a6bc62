import { equal, match, ok } from 'node:assert/strict';
import { test } from 'node:test';
import { isOrigin, validateOrigin } from './origin.ts';

test('isOrigin returns true for origins that browsers send', () => {
  for (const origin of [
    'https://example.com',
    'http://localhost:5173',
    'http://127.0.0.1:3000',
    'http://[::1]:8080',
    'https://xn--bcher-kva.example',
    'https://example.com.',
    'chrome-extension://abcdefghijklmnop',
    'capacitor://localhost',
  ]) {
    ok(isOrigin(origin), origin);
    equal(validateOrigin(origin), undefined, origin);
  }
});

test('isOrigin returns false for any other text', () => {
  for (const text of [
    '',
    'null',
    '*',
    'https://',
    'https://example.com/',
    'https://example.com/path',
    'https://EXAMPLE.com',
    'HTTPS://example.com',
    'https://bücher.example',
    'https://user@example.com',
    'https://example.com:',
    'https://example.com:080',
    'https://example.com:123456',
    'https://a b.example',
    'https://a.example, https://b.example',
    'https://a.example\r\nSet-Cookie: x=1',
    'https://a.example\n',
    'https://.example.com',
    'https://a..example',
    `https://${'a'.repeat(8_000)}.example`,
    `https://${'a.'.repeat(4_000)}example`,
  ])
    ok(!isOrigin(text), text.slice(0, 60));
});

test('validateOrigin suggests the origin that browsers would send', () => {
  const fixes: Record<string, string> = {
    'https://Example.com': 'Write "https://example.com"',
    'https://example.com/': 'Write "https://example.com"',
    'https://example.com/app?x': 'Write "https://example.com"',
    'https://example.com:443': 'Write "https://example.com"',
    'http://example.com:80': 'Write "http://example.com"',
    'https://bücher.example': 'Write "https://xn--bcher-kva.example"',
    'example.com': 'Write "https://example.com"',
    'wss://example.com': 'Write "https://example.com"',
    'ws://localhost:1': 'Write "http://localhost:1"',
    'file:///home': 'Write "null"',
    'https://user:pass@example.com': 'Write "https://example.com"',
  };
  for (const [text, fix] of Object.entries(fixes)) equal(validateOrigin(text)?.fix, fix, text);
  match(validateOrigin('https://a b')!.fix, /^Write scheme, host/);
});
