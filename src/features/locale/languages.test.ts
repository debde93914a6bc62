import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { HttpContext } from '../../core/http/context.ts';
import { createIncoming } from '../../testing/index.ts';
import { Languages } from './languages.ts';
import type { LocaleSettings } from './locale-config.ts';

const SUPPORTED = ['en', 'fr', 'fr-CA', 'zh-Hant', 'sr-Latn', 'de'];
const speak = (settings: Partial<LocaleSettings> = {}) => new Languages({ supported: SUPPORTED, ...settings });
const ask = (header: string, settings?: Partial<LocaleSettings>) => speak(settings).accepted(header).tag;

describe('the language for an Accept-Language header', () => {
  for (const [header, tag] of [
    ['', 'en'],
    ['fr', 'fr'],
    ['FR-ca', 'fr-CA'],
    ['fr-CH', 'fr'],
    ['fr-CH, de;q=0.9', 'fr'],
    ['it, de;q=0.2', 'de'],
    ['zh-Hant-TW', 'zh-Hant'],
    ['zh-Hans-CN, zh;q=0.9', 'en'],
    ['sr-Latn-RS-x-mine', 'sr-Latn'],
    ['x-private, de;q=0.1', 'de'],
    ['i-default', 'en'],
    ['en;q=0.1, de;q=0.2', 'de'],
    ['*', 'en'],
    ['*;q=0.5, de;q=0.4', 'de'],
    ['de;q=0, fr;q=0.1', 'fr'],
    ['fr-CA;q=0, fr-CA-x-mine', 'en'],
    ['fr, fr-CA;q=0', 'fr'],
    ['fr;q=0, fr-CA', 'fr-CA'],
    ['en;q=0', 'fr'],
    ['*, en;q=0', 'fr'],
    ['en;q=0, fr;q=0, de;q=0.001', 'de'],
    ['en;q=0,fr;q=0,zh;q=0,sr;q=0,de;q=0', 'en'],
    ['nonsense;;;', 'en'],
  ] as const)
    test(`${header || 'nothing'} is ${tag}`, () => assert.equal(ask(header), tag));

  test('is the fallback if no range matches', () => assert.equal(ask('it', { fallback: 'de' }), 'de'));

  test('is always supported, and the same for the same header', () => {
    const languages = speak();
    const part = fc.constantFrom(
      'en',
      'fr',
      'FR-ca',
      'zh-Hant',
      '*',
      'it',
      'x',
      'de-AT-1901',
      ';q=0',
      ';q=0.5',
      ',',
      ' ',
      ';',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 40 }), (parts) => {
        const { tag } = languages.accepted(parts.join(''));
        return SUPPORTED.includes(tag) && speak().accepted(parts.join('')).tag === tag;
      }),
    );
  });
});

test('every range of Accept-Language is listed with its outcome', () => {
  assert.deepEqual(
    speak()
      .accepted('it, de;q=0.9, fr;q=0.8, *;q=0.1, en;q=0')
      .considered.map(({ range, outcome }) => `${range}: ${outcome}`),
    [
      'it: not supported',
      'de: matches de',
      'fr: fr is supported, but another is preferred',
      '*: any language: the fallback if nothing else matches',
      'en: refused',
    ],
  );
});

const context = (headers: Record<string, string>) => new HttpContext(createIncoming('GET /', { headers }), {}, {});

test('the cookie has precedence over Accept-Language, and Vary lists both', () => {
  const languages = speak({ cookie: 'lang' });
  const of = (cookie: string) => languages.ofHeaders(context({ cookie, 'accept-language': 'de' }));
  assert.deepEqual([of('lang=fr').tag, of('lang=fr').source, of('lang=fr').vary], ['fr', 'cookie', 'Cookie']);
  assert.equal(of('a=b; lang="fr-CH"; c=d').tag, 'fr');
  assert.equal(of('xlang=fr; lang2=fr').tag, 'de');
  assert.equal(of('lang=it').tag, 'de');
  assert.equal(of(`lang=${'fr-'.repeat(2_000)}`).tag, 'de');
  assert.equal(of('lang=it').vary, 'Cookie, Accept-Language');
  assert.equal(speak().ofHeaders(context({ cookie: 'lang=fr' })).source, 'fallback');
});

test('a session value that is not a supported language is ignored', () => {
  const languages = speak({ sessionKey: 'locale' });
  for (const nothing of [undefined, null, 7, {}, 'it', '', '__proto__'])
    assert.equal(languages.ofSession(nothing), undefined);
  assert.equal(languages.ofSession('de-AT')?.tag, 'de');
});

test('the cache of headers is limited', () => {
  const languages = speak();
  const first = languages.accepted('fr');
  assert.equal(languages.accepted('fr'), first);
  for (let i = 0; i < 300; i++) languages.accepted(`fr;q=0.${i}`);
  assert.notEqual(languages.accepted('fr'), first);
});
