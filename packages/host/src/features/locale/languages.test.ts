import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { HttpContext } from '../../../../core/src/http/context.ts';
import { createIncoming } from '../../http/create-incoming.ts';
import { Languages } from './languages.ts';
import type { LocaleSettings } from './locale-config.ts';

const SUPPORTED = ['en', 'fr', 'fr-CA', 'zh-Hant', 'sr-Latn', 'de'];
const create = (settings: Partial<LocaleSettings> = {}) => new Languages({ supported: SUPPORTED, ...settings });
const choose = (header: string, settings?: Partial<LocaleSettings>) => create(settings).accepted(header).tag;

describe('Languages', () => {
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
    test(`chooses ${tag} for ${header === '' ? 'an empty header' : `"${header}"`}`, () =>
      assert.equal(choose(header), tag));

  test('always chooses a supported language, and the same one for the same header', () => {
    const languages = create();
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
        return SUPPORTED.includes(tag) && create().accepted(parts.join('')).tag === tag;
      }),
    );
  });
});

test('lists every range of Accept-Language with its outcome', () => {
  assert.deepEqual(
    create()
      .accepted('it, de;q=0.9, fr;q=0.8, *;q=0.1, en;q=0')
      .considered.map(({ range, outcome }) => `${range}: ${outcome}`),
    [
      'it: not supported',
      'de: matches de',
      'fr: fr is supported, but another is preferred',
      '*: any language: the first supported one if nothing else matches',
      'en: refused',
    ],
  );
});

const context = (headers: Record<string, string>) => new HttpContext(createIncoming('GET /', { headers }), {}, {});

test('prefers the cookie to Accept-Language, and lists both in Vary', () => {
  const languages = create({ cookie: 'lang' });
  const of = (cookie: string) => languages.ofHeaders(context({ cookie, 'accept-language': 'de' }));
  assert.deepEqual([of('lang=fr').tag, of('lang=fr').source, of('lang=fr').vary], ['fr', 'cookie', 'Cookie']);
  assert.equal(of('a=b; lang="fr-CH"; c=d').tag, 'fr');
  assert.equal(of('xlang=fr; lang2=fr').tag, 'de');
  assert.equal(of('lang=it').tag, 'de');
  assert.equal(of(`lang=${'fr-'.repeat(2_000)}`).tag, 'de');
  assert.equal(of('lang=it').vary, 'Cookie, Accept-Language');
  assert.equal(create().ofHeaders(context({ cookie: 'lang=fr' })).source, 'fallback');
});

test('ignores a session value that is not a supported language', () => {
  const languages = create({ sessionKey: 'locale' });
  for (const nothing of [undefined, null, 7, {}, 'it', '', '__proto__'])
    assert.equal(languages.ofSession(nothing), undefined);
  assert.equal(languages.ofSession('de-AT')?.tag, 'de');
});

test('limits the cache of headers', () => {
  const languages = create();
  const first = languages.accepted('fr');
  assert.equal(languages.accepted('fr'), first);
  for (let i = 0; i < 300; i++) languages.accepted(`fr;q=0.${i}`);
  assert.notEqual(languages.accepted('fr'), first);
});
