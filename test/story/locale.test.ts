import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { z } from 'zod';
import { defineHost, HostConfigError, memoryStore, resource, route } from '../../src/index.ts';
import type { HostConfig } from '../../src/index.ts';
import { refuse } from '../../src/features/security/authenticator.ts';
import type { Authenticator } from '../../src/features/security/authenticator.ts';
import { createHeldHost } from '../lib/held.ts';
import { exchange } from '../robustness/raw-socket.ts';

const GREETINGS: Readonly<Record<string, string>> = { en: 'Hello', fr: 'Bonjour', de: 'Guten Tag', ja: 'こんにちは' };
const City = z.object({ id: z.int(), name: z.string().min(2) });
const translated = resource('signs', z.object({ id: z.int(), text: z.string() }), {
  id: 'id',
  provide: { get: ({ id, locale }) => ({ id, text: GREETINGS[locale]! }) },
});
const config: HostConfig = {
  locales: { supported: ['en', 'fr', 'de', 'ja', 'es'], cookie: 'lang' },
  routes: [
    route('greet', 'GET /greet', { handle: ({ locale }) => GREETINGS[locale] }),
    route('page', 'GET /{_locale}/page', { handle: ({ locale }) => GREETINGS[locale] }),
    route('plain', 'GET /plain', { handle: () => 'the same for all' }),
    route('outer', 'GET /outer', {
      handle: async ({ forward }) => `<${String((await forward('/greet')).body)}>`,
    }),
    route('both', 'GET /both', {
      handle: async ({ forward, locale }) => `${locale} ${String((await forward('/de/page')).body)} ${locale}`,
    }),
    route('search', 'GET /search', { query: z.object({ limit: z.coerce.number().max(9) }), handle: () => 'found' }),
    route('make', 'POST /make', {
      body: z.object({ name: z.string().min(2), own: z.string({ error: 'our own words' }).optional() }),
      handle: () => 'made',
    }),
    route('later', 'POST /later', {
      body: z.object({
        name: z
          .string()
          .refine(async (name) => name !== 'x', { error: 'taken' })
          .min(2),
      }),
      handle: () => 'made',
    }),
  ],
  resources: [resource('cities', City, { id: 'id', store: memoryStore([{ id: 1, name: 'Bergen' }]) }), translated],
};
const { send } = createHeldHost(config);
const ask = (line: string, language: string, init: RequestInit = {}) =>
  send(line, { ...init, headers: { 'Accept-Language': language, ...(init.headers as Record<string, string>) } });
const json = (body: unknown): RequestInit => ({
  body: JSON.stringify(body),
  headers: { 'Content-Type': 'application/json' },
});
const told = async (response: Response) =>
  (await response.json()) as { title: string; detail: string; errors: { detail: string }[] };

describe('an answer that asked for the language', () => {
  test('is in it, names it, and says that it depends on it', async () => {
    const response = await ask('GET /greet', 'it, fr-CH;q=0.8');
    assert.equal(await response.text(), 'Bonjour');
    assert.equal(response.headers.get('content-language'), 'fr');
    assert.match(response.headers.get('vary')!, /^Cookie, Accept-Language/);
  });

  test('is by the route where that says so, and then depends on nothing else', async () => {
    const response = await ask('GET /JA/page', 'fr', { headers: { cookie: 'lang=de' } });
    assert.equal(await response.text(), 'こんにちは');
    assert.equal(response.headers.get('content-language'), 'ja');
    assert.equal(response.headers.get('vary'), null);
    assert.equal((await ask('GET /it/page', 'fr')).status, 404);
  });

  test('is by the cookie before the header', async () => {
    const response = await ask('GET /greet', 'fr', { headers: { cookie: 'a=b; lang=de' } });
    assert.equal(await response.text(), 'Guten Tag');
    assert.equal(response.headers.get('vary'), 'Cookie');
  });

  test('passes that on to the one around it', async () => {
    const response = await ask('GET /outer', 'fr');
    assert.equal(await response.text(), '<Bonjour>');
    assert.equal(response.headers.get('content-language'), 'fr');
    assert.match(response.headers.get('vary')!, /Accept-Language/);
  });

  test('has its language back after a forward to another', async () =>
    assert.equal(await (await ask('GET /both', 'fr')).text(), 'fr Guten Tag fr'));
});

test('an answer that did not ask says nothing of languages, so that caches keep one for all', async () => {
  const response = await ask('GET /plain', 'fr');
  assert.equal(response.headers.get('content-language'), null);
  assert.doesNotMatch(response.headers.get('vary') ?? '', /Language|Cookie/);
  const item = await ask('GET /api/cities/1', 'fr');
  assert.doesNotMatch(item.headers.get('vary') ?? '', /Language/);
  assert.doesNotMatch(item.headers.get('etag')!, /~/);
});

test('a translated item has a tag for each language, and 304 only in its own', async () => {
  const french = await ask('GET /api/signs/1', 'fr');
  const german = await ask('GET /api/signs/1', 'de');
  const tag = french.headers.get('etag')!;
  assert.match(tag, /-json~fr"$/);
  assert.notEqual(german.headers.get('etag'), tag);
  assert.match(french.headers.get('vary')!, /Accept-Language/);
  const again = (language: string) => ask('GET /api/signs/1', language, { headers: { 'If-None-Match': tag } });
  const same = await again('fr');
  assert.equal(same.status, 304);
  assert.match(same.headers.get('vary')!, /Accept-Language/);
  assert.equal((await again('de')).status, 200);
});

describe('a problem', () => {
  for (const [language, title] of [
    ['fr', 'Introuvable'],
    ['de', 'Nicht gefunden'],
    ['es', 'No encontrado'],
    ['ja', '見つかりません'],
    ['en', 'Not Found'],
  ] as const)
    test(`is titled in ${language}, before there is a route, and its specified message stays`, async () => {
      const response = await ask('GET /nowhere', language);
      const problem = await told(response);
      assert.equal(problem.title, title);
      assert.equal(problem.detail, 'No route found for "GET http://localhost/nowhere"');
      assert.equal(response.headers.get('content-language'), language);
      assert.match(response.headers.get('vary')!, /Accept-Language/);
    });

  test('of a resource is told in its own words and in those of its format', async () => {
    const plain = await told(await ask('GET /api/cities/99', 'de'));
    assert.deepEqual([plain.title, plain.detail], ['Nicht gefunden', 'Es gibt kein Objekt „99“ vom Typ City']);
    const response = await ask('GET /api/cities/99', 'de', { headers: { Accept: 'application/vnd.api+json' } });
    const { errors } = (await response.json()) as { errors: { title: string; detail: string }[] };
    assert.equal(errors[0]!.title, 'Nicht gefunden');
    assert.equal(errors[0]!.detail, 'Es gibt kein Objekt „99“ vom Typ City');
  });

  test('is a page in the language', async () => {
    const page = await (await ask('GET /nowhere', 'ja', { headers: { Accept: 'text/html' } })).text();
    assert.match(page, /<html lang="ja">/);
    assert.match(page, /<h1>エラー 404 見つかりません<\/h1>/);
    assert.match(
      await (await ask('GET /nowhere', 'es', { headers: { Accept: 'text/plain' } })).text(),
      /^Error 404 No encontrado/,
    );
  });

  test('of a query tells every violation, in the list and in the detail', async () => {
    const problem = await told(await ask('GET /search?limit=12&limt=3', 'de'));
    assert.deepEqual(
      problem.errors.map(({ detail }) => detail),
      ['ist hier nicht bekannt; meinten Sie „limit“?', 'Zu groß: erwartet, dass number ≤9 ist'.replace('≤', '<=')],
    );
    assert.ok(
      problem.detail.startsWith('Falsche Abfrage: limt: ist hier nicht bekannt; meinten Sie „limit“?; limit: '),
    );
    const listed = await told(await ask('GET /api/cities?page=0', 'fr'));
    assert.equal(listed.detail, 'Requête erronée : page: doit être un nombre entier à partir de 1');
  });

  test('of a body is told by the schema in the language, and not where the application wrote it', async () => {
    const problem = await told(await ask('POST /make', 'fr', json({ name: '', own: 7 })));
    assert.equal(problem.title, 'Validation échouée');
    assert.match(problem.errors[0]!.detail, /^Trop petit : /);
    assert.equal(problem.errors[1]!.detail, 'our own words');
    assert.ok(problem.detail.includes(problem.errors[0]!.detail));
    assert.match((await told(await ask('POST /make', 'en', json({ name: '' })))).errors[0]!.detail, /^Too small: /);
    assert.match(
      (await told(await ask('POST /api/cities', 'es', json({ id: 2, name: '' })))).errors[0]!.detail,
      /^Demasiado pequeño: /,
    );
    assert.match((await told(await ask('POST /later', 'fr', json({ name: '' })))).errors[0]!.detail, /^Trop petit : /);
  });

  test('that cannot be read is told, too', async () => {
    const broken: RequestInit = { body: '{"name":', headers: { 'Content-Type': 'application/json' } };
    assert.match(
      (await told(await ask('POST /make', 'fr', broken))).detail,
      /^JSON mal formé à la ligne 1, colonne 9 : /,
    );
  });
});

test('the language of one request never reaches another: 10,000 at once, with their own language and host', async () => {
  const wait = () => new Promise((resolve) => setTimeout(resolve, Math.random() * 20));
  const host = defineHost({
    log: false,
    locales: { supported: ['en', 'fr', 'de', 'ja'], cookie: 'lang' },
    routes: [
      route('echo', 'GET /echo/{n}', {
        handle: async (input) => {
          const before = `${input.locale} ${input.host}`;
          await wait();
          if (Number(input.params.n) % 7 === 0) await input.forward('/de/inner');
          await wait();
          if (Number(input.params.n) % 5 === 0) throw new TypeError('broken');
          return [before, `${input.locale} ${input.host}`, input.params.n];
        },
      }),
      route('inner', 'GET /{_locale}/inner', { handle: ({ locale }) => wait().then(() => locale) }),
    ],
  });
  const tags = ['en', 'fr', 'de', 'ja'];
  const titles = ['Internal Server Error', 'Erreur interne du serveur', 'Interner Serverfehler', 'サーバー内部エラー'];
  const one = async (n: number): Promise<void> => {
    const at = (n * 7919) % 4;
    const tag = tags[at]!;
    const name = `h${n}.example`;
    const by =
      n % 3 === 0 ? { cookie: `lang=${tag}`, 'Accept-Language': 'fr' } : { 'Accept-Language': `xx, ${tag};q=0.5` };
    const response = await host.fetch(
      new Request(`http://${name}/echo/${n}`, { headers: by as Record<string, string> }),
    );
    assert.equal(response.headers.get('content-language'), tag);
    const body = await response.json();
    if (n % 5 === 0) assert.equal((body as { title: string }).title, titles[at]);
    else assert.deepEqual(body, [`${tag} ${name}`, `${tag} ${name}`, String(n)]);
  };
  await Promise.all(Array.from({ length: 10_000 }, (_, n) => one(n)));
});

test('hostile headers over a socket are answered, in the fallback', async () => {
  const host = defineHost({ ...config, access: 'public', log: false });
  await using listening = { ...(await host.listen({ port: 0 })), [Symbol.asyncDispose]: () => host.close() };
  for (const line of [
    `Accept-Language: ${'a-'.repeat(4_000)}`,
    `Accept-Language: ${'*,'.repeat(4_000)}`,
    `Accept-Language: fr\r\nAccept-Language: ;;;=`,
    'Accept-Language: \xff\xfe',
    `Cookie: lang=${'fr-'.repeat(2_000)}`,
    'Cookie: lang=__proto__; lang=fr',
    'Cookie: lang',
    'Accept-Language: __proto__, constructor;q=1',
  ]) {
    const { text } = await exchange(
      listening.port,
      `GET /greet HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${line}\r\n\r\n`,
    );
    assert.match(text, /^HTTP\/1\.1 200 /, line.slice(0, 60));
    assert.match(
      text,
      line.includes('Language: fr\r\n') ? /Content-Language: fr/i : /Content-Language: en/i,
      line.slice(0, 60),
    );
  }
});

test('a host without languages does as before', async () => {
  const { send: quiet } = createHeldHost({ routes: [route('x', 'GET /x', { handle: ({ locale }) => locale })] });
  const response = await quiet('GET /x', { headers: { 'Accept-Language': 'fr' } });
  assert.equal(await response.text(), 'en');
  assert.equal(response.headers.get('content-language'), null);
  assert.equal(
    ((await (await quiet('GET /y', { headers: { 'Accept-Language': 'fr' } })).json()) as { title: string }).title,
    'Not Found',
  );
});

describe('a host does not start', () => {
  const messages = { it: { error: 'Errore', statuses: {}, texts: {} } };
  for (const [name, wrong, place, fix] of [
    ['with no language', [], 'locales', /locales: \['en', 'fr'\]/],
    ['with a text instead of a list', 'en', 'locales', /locales: \['en', 'fr'\]/],
    ['with what is no tag', ['en', 'en_US'], 'locales.supported[1]', /BCP 47/],
    ['with a tag in another spelling', ['en-us'], 'locales.supported[0]', /Write 'en-US'/],
    ['with a tag that is there twice', ['en', 'en'], 'locales.supported[1]', /Remove one/],
    ['with a fallback it does not speak', { supported: ['en'], fallback: 'fr' }, 'locales.fallback', /Choose en/],
    ['with a cookie that cannot be sent', { supported: ['en'], cookie: 'a b' }, 'locales.cookie', /'lang'/],
    ['with a session key that is none', { supported: ['en'], sessionKey: 7 }, 'locales.sessionKey', /'locale'/],
    ['with a setting nobody knows', { supported: ['en'], cookies: 'x' }, 'locales.cookies', /Did you mean "cookie"/],
    ['with half a catalogue', { supported: ['it'], messages }, 'locales.messages.it', /Messages/],
    ['with messages that are none', { supported: ['it'], messages: 'no' }, 'locales.messages', /object/],
  ] as const)
    test(name, () => {
      try {
        defineHost({ locales: wrong as never });
        assert.fail('it started');
      } catch (error) {
        assert.ok(error instanceof HostConfigError, String(error));
        assert.equal(error.issues[0]!.place, place);
        assert.match(error.issues[0]!.fix, fix);
      }
    });

  test('with a route in a language it does not speak', () => {
    const italian = route('x', 'GET /x', { defaults: { _locale: 'it' }, handle: () => 'x' });
    assert.throws(
      () => defineHost({ locales: ['en'], routes: [italian] }),
      /"it" is not among the supported languages/,
    );
  });
});

describe('what is refused before anything was chosen, or because of who is asking', () => {
  const secret: Authenticator = {
    name: 'secret',
    scheme: 'Secret',
    authenticate: ({ headers }) => (headers.has('x-wrong') ? refuse('The credentials are malformed') : undefined),
  };
  const guarded: HostConfig = {
    locales: { supported: ['en', 'fr', 'de', 'ja', 'es'] },
    log: { level: 'none' },
    routes: [
      route('me', 'GET /me', { handle: () => 'me' }),
      route('boss', 'GET /open/boss', { access: 'never', handle: () => 'boss' }),
    ],
    security: {
      firewalls: [
        { name: 'open', path: '/open', anonymous: true, authenticators: [secret] },
        { name: 'all', authenticators: [secret] },
      ],
    },
  };
  const languages = ['fr', 'de', 'es', 'ja'];

  test('is told in the language of the visitor', async () => {
    const { send: get } = createHeldHost(guarded);
    for (const [line, headers] of [
      ['GET /me', {}],
      ['GET /me', { 'X-Wrong': '1' }],
      ['GET /open/boss', {}],
    ] as const) {
      const ofLanguage = async (language: string) =>
        told(await get(line, { headers: { ...headers, 'Accept-Language': language } }));
      const english = await ofLanguage('en');
      for (const language of languages) {
        const { title, detail } = await ofLanguage(language);
        assert.notEqual(title, english.title, `${line} ${language}`);
        assert.notEqual(detail, english.detail, `${line} ${language}`);
      }
    }
  });

  test('a request without a Host as well, over a socket', async () => {
    const host = defineHost(guarded);
    const { port } = await host.listen({ port: 0 });
    try {
      const { text } = await exchange(
        port,
        'GET /me HTTP/1.1\r\nAccept: application/json\r\nAccept-Language: de\r\nConnection: close\r\n\r\n',
      );
      assert.match(text, /Der Header Host fehlt/);
      assert.match(text, /content-language: de/i);
    } finally {
      await host.close();
    }
  });
});
