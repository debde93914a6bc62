import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { z } from 'zod';
import { message } from '../../packages/core/src/messages/message.ts';
import { defineHost, HostConfigError, memoryStore, resource, route } from '../../packages/host/src/index.ts';
import type { HostConfig } from '../../packages/host/src/index.ts';
import { refuse } from '../../packages/host/src/features/security/authenticator.ts';
import type { Authenticator } from '../../packages/host/src/features/security/authenticator.ts';
import { createCheckedHost } from '../lib/checked-host.ts';
import { exchange } from '../robustness/raw-socket.ts';
import { ALL_FORMATS } from '../lib/formats.ts';

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
    route('plain', 'GET /plain', { handle: () => 'not translated' }),
    route('outer', 'GET /outer', {
      handle: async ({ forward }) => `<${String((await forward('/greet')).body)}>`,
    }),
    route('both', 'GET /both', {
      handle: async ({ forward, locale }) => `${locale} ${String((await forward('/de/page')).body)} ${locale}`,
    }),
    route('search', 'GET /search', { query: z.object({ limit: z.coerce.number().max(9) }), handle: () => 'found' }),
    route('make', 'POST /make', {
      body: z.object({ name: z.string().min(2), own: z.string({ error: 'text of the application' }).optional() }),
      handle: () => 'made',
    }),
    route('asynchronous', 'POST /asynchronous', {
      body: z.object({
        name: z
          .string()
          .refine(async (name) => name !== 'x', { error: 'taken' })
          .min(2),
      }),
      handle: () => 'made',
    }),
  ],
  api: { formats: ALL_FORMATS },
  resources: [resource('cities', City, { id: 'id', store: memoryStore([{ id: 1, name: 'Bergen' }]) }), translated],
};
const { send } = createCheckedHost(config);
const sendIn = (line: string, language: string, init: RequestInit = {}) =>
  send(line, { ...init, headers: { 'Accept-Language': language, ...(init.headers as Record<string, string>) } });
const json = (body: unknown): RequestInit => ({
  body: JSON.stringify(body),
  headers: { 'Content-Type': 'application/json' },
});
const getProblem = async (response: Response) =>
  (await response.json()) as { title: string; detail: string; errors: { detail: string }[] };

describe('a response of a handler that reads the locale', () => {
  test('is in the language that the client prefers, with Content-Language and Vary', async () => {
    const response = await sendIn('GET /greet', 'it, fr-CH;q=0.8');
    assert.equal(await response.text(), 'Bonjour');
    assert.equal(response.headers.get('content-language'), 'fr');
    assert.match(response.headers.get('vary')!, /^Cookie, Accept-Language/);
  });

  test('uses the locale of the route, without Vary', async () => {
    const response = await sendIn('GET /JA/page', 'fr', { headers: { cookie: 'lang=de' } });
    assert.equal(await response.text(), 'こんにちは');
    assert.equal(response.headers.get('content-language'), 'ja');
    assert.equal(response.headers.get('vary'), null);
    assert.equal((await sendIn('GET /it/page', 'fr')).status, 404);
  });

  test('prefers the cookie to the header', async () => {
    const response = await sendIn('GET /greet', 'fr', { headers: { cookie: 'a=b; lang=de' } });
    assert.equal(await response.text(), 'Guten Tag');
    assert.equal(response.headers.get('vary'), 'Cookie');
  });

  test('adds its Vary and Content-Language to the response of a forwarding route', async () => {
    const response = await sendIn('GET /outer', 'fr');
    assert.equal(await response.text(), '<Bonjour>');
    assert.equal(response.headers.get('content-language'), 'fr');
    assert.match(response.headers.get('vary')!, /Accept-Language/);
  });

  test('has its locale again after it forwarded to a route with another locale', async () =>
    assert.equal(await (await sendIn('GET /both', 'fr')).text(), 'fr Guten Tag fr'));
});

test('a response of a handler that does not read the locale has no Content-Language and no Vary for it', async () => {
  const response = await sendIn('GET /plain', 'fr');
  assert.equal(response.headers.get('content-language'), null);
  assert.doesNotMatch(response.headers.get('vary') ?? '', /Language|Cookie/);
  const item = await sendIn('GET /api/cities/1', 'fr');
  assert.doesNotMatch(item.headers.get('vary') ?? '', /Language/);
  assert.doesNotMatch(item.headers.get('etag')!, /~/);
});

test('a translated item has an ETag for each language', async () => {
  const french = await sendIn('GET /api/signs/1', 'fr');
  const german = await sendIn('GET /api/signs/1', 'de');
  const tag = french.headers.get('etag')!;
  assert.match(tag, /-json~fr"$/);
  assert.notEqual(german.headers.get('etag'), tag);
  assert.match(french.headers.get('vary')!, /Accept-Language/);
  const again = (language: string) => sendIn('GET /api/signs/1', language, { headers: { 'If-None-Match': tag } });
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
    test(`has a title in ${language} before routing, and the specified detail`, async () => {
      const response = await sendIn('GET /nowhere', language);
      const problem = await getProblem(response);
      assert.equal(problem.title, title);
      assert.equal(problem.detail, 'No route found for "GET http://localhost/nowhere"');
      assert.equal(response.headers.get('content-language'), language);
      assert.match(response.headers.get('vary')!, /Accept-Language/);
    });

  test('of a resource is translated in every format', async () => {
    const plain = await getProblem(await sendIn('GET /api/cities/99', 'de'));
    assert.deepEqual([plain.title, plain.detail], ['Nicht gefunden', 'Es gibt kein Objekt „99“ vom Typ City']);
    const response = await sendIn('GET /api/cities/99', 'de', { headers: { Accept: 'application/vnd.api+json' } });
    const { errors } = (await response.json()) as { errors: { title: string; detail: string }[] };
    assert.equal(errors[0]!.title, 'Nicht gefunden');
    assert.equal(errors[0]!.detail, 'Es gibt kein Objekt „99“ vom Typ City');
  });

  test('is translated on HTML and text pages', async () => {
    const page = await (await sendIn('GET /nowhere', 'ja', { headers: { Accept: 'text/html' } })).text();
    assert.match(page, /<html lang="ja">/);
    assert.match(page, /<h1>エラー 404 見つかりません<\/h1>/);
    assert.match(
      await (await sendIn('GET /nowhere', 'es', { headers: { Accept: 'text/plain' } })).text(),
      /^Error 404 No encontrado/,
    );
  });

  test('of a query translates all violations, in the list and in the detail', async () => {
    const problem = await getProblem(await sendIn('GET /search?limit=12&limt=3', 'de'));
    assert.deepEqual(
      problem.errors.map(({ detail }) => detail),
      ['unbekannter Parameter; meinten Sie „limit“?', 'Zu groß: erwartet, dass number ≤9 ist'.replace('≤', '<=')],
    );
    assert.ok(
      problem.detail.startsWith('Ungültige Abfrage: limt: unbekannter Parameter; meinten Sie „limit“?; limit: '),
    );
    const listed = await getProblem(await sendIn('GET /api/cities?page=0', 'fr'));
    assert.equal(listed.detail, 'Requête non valide : page: doit être un nombre entier d’au moins 1');
  });

  test('of a body translates the messages of the schema, but not those of the application', async () => {
    const problem = await getProblem(await sendIn('POST /make', 'fr', json({ name: '', own: 7 })));
    assert.equal(problem.title, 'Validation échouée');
    assert.match(problem.errors[0]!.detail, /^Trop petit : /);
    assert.equal(problem.errors[1]!.detail, 'text of the application');
    assert.ok(problem.detail.includes(problem.errors[0]!.detail));
    assert.match(
      (await getProblem(await sendIn('POST /make', 'en', json({ name: '' })))).errors[0]!.detail,
      /^Too small: /,
    );
    assert.match(
      (await getProblem(await sendIn('POST /api/cities', 'es', json({ id: 2, name: '' })))).errors[0]!.detail,
      /^Demasiado pequeño: /,
    );
    assert.match(
      (await getProblem(await sendIn('POST /asynchronous', 'fr', json({ name: '' })))).errors[0]!.detail,
      /^Trop petit : /,
    );
  });

  test('of malformed JSON is translated', async () => {
    const broken: RequestInit = { body: '{"name":', headers: { 'Content-Type': 'application/json' } };
    assert.match(
      (await getProblem(await sendIn('POST /make', 'fr', broken))).detail,
      /^JSON mal formé à la ligne 1, colonne 9 : /,
    );
  });
});

test('10,000 concurrent requests each have their own locale and host', async () => {
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
    const index = (n * 7919) % 4;
    const tag = tags[index]!;
    const name = `h${n}.example`;
    const by =
      n % 3 === 0 ? { cookie: `lang=${tag}`, 'Accept-Language': 'fr' } : { 'Accept-Language': `xx, ${tag};q=0.5` };
    const response = await host.fetch(
      new Request(`http://${name}/echo/${n}`, { headers: by as Record<string, string> }),
    );
    assert.equal(response.headers.get('content-language'), tag);
    const body = await response.json();
    if (n % 5 === 0) assert.equal((body as { title: string }).title, titles[index]);
    else assert.deepEqual(body, [`${tag} ${name}`, `${tag} ${name}`, String(n)]);
  };
  await Promise.all(Array.from({ length: 10_000 }, (_, n) => one(n)));
});

test('a request with malformed language headers or cookies gets the fallback language', async () => {
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

test('a host without locales ignores Accept-Language', async () => {
  const { send: sendToPlainHost } = createCheckedHost({
    routes: [route('x', 'GET /x', { handle: ({ locale }) => locale })],
  });
  const response = await sendToPlainHost('GET /x', { headers: { 'Accept-Language': 'fr' } });
  assert.equal(await response.text(), 'en');
  assert.equal(response.headers.get('content-language'), null);
  assert.equal(
    ((await (await sendToPlainHost('GET /y', { headers: { 'Accept-Language': 'fr' } })).json()) as { title: string })
      .title,
    'Not Found',
  );
});

describe('rejects a configuration', () => {
  const messages = { it: { error: 'Errore', statuses: {}, texts: {} } };
  for (const [name, locales, path, fix] of [
    ['with an empty list of languages', [], 'locales', /locales: \['en', 'fr'\]/],
    ['with a string instead of a list', 'en', 'locales', /locales: \['en', 'fr'\]/],
    ['with an invalid language tag', ['en', 'en_US'], 'locales.supported[1]', /BCP 47/],
    ['with a tag that is not canonical', ['en-us'], 'locales.supported[0]', /Write 'en-US'/],
    ['with a duplicate tag', ['en', 'en'], 'locales.supported[1]', /Remove one/],
    ['with an invalid cookie name', { supported: ['en'], cookie: 'a b' }, 'locales.cookie', /'lang'/],
    ['with an invalid session key', { supported: ['en'], sessionKey: 7 }, 'locales.sessionKey', /'locale'/],
    ['with an unknown setting', { supported: ['en'], cookies: 'x' }, 'locales.cookies', /Did you mean "cookie"/],
    ['with incomplete messages', { supported: ['it'], messages }, 'locales.messages.it', /Messages/],
    ['with invalid messages', { supported: ['it'], messages: 'no' }, 'locales.messages', /object/],
  ] as const)
    test(name, () => {
      try {
        defineHost({ locales: locales as never });
        assert.fail('expected an error');
      } catch (error) {
        assert.ok(error instanceof HostConfigError, String(error));
        assert.equal(error.issues[0]!.place, path);
        assert.match(error.issues[0]!.fix, fix);
      }
    });

  test('with a route in an unsupported language', () => {
    const italian = route('x', 'GET /x', { defaults: { _locale: 'it' }, handle: () => 'x' });
    assert.throws(
      () => defineHost({ locales: ['en'], routes: [italian] }),
      /"it" is not among the supported languages/,
    );
  });
});

describe('a request that is rejected before routing or by a firewall', () => {
  const secret: Authenticator = {
    name: 'secret',
    scheme: 'Secret',
    authenticate: ({ headers }) =>
      headers.has('x-wrong') ? refuse(message('authentication.malformed-credentials')) : undefined,
  };
  const guardedConfig: HostConfig = {
    locales: { supported: ['en', 'fr', 'de', 'ja', 'es'] },
    log: { level: 'none' },
    routes: [
      route('me', 'GET /me', { handle: () => 'me' }),
      route('staff', 'GET /open/staff', { access: 'never', handle: () => 'staff' }),
    ],
    security: {
      firewalls: [
        { name: 'open', path: '/open', anonymous: true, authenticators: [secret] },
        { name: 'all', authenticators: [secret] },
      ],
    },
  };
  const languages = ['fr', 'de', 'es', 'ja'];

  test('gets a problem in the language of the client', async () => {
    const { send: get } = createCheckedHost(guardedConfig);
    for (const [line, headers] of [
      ['GET /me', {}],
      ['GET /me', { 'X-Wrong': '1' }],
      ['GET /open/staff', {}],
    ] as const) {
      const ofLanguage = async (language: string) =>
        getProblem(await get(line, { headers: { ...headers, 'Accept-Language': language } }));
      const english = await ofLanguage('en');
      for (const language of languages) {
        const { title, detail } = await ofLanguage(language);
        assert.notEqual(title, english.title, `${line} ${language}`);
        assert.notEqual(detail, english.detail, `${line} ${language}`);
      }
    }
  });

  test('a plain string of an authenticator is not translated, even if a message has the same text', async () => {
    const authenticate: Authenticator['authenticate'] = () => refuse('Access is denied');
    const firewalls = [{ name: 'all', authenticators: [{ ...secret, authenticate }] }];
    const { send: get } = createCheckedHost({ ...guardedConfig, security: { firewalls } });
    const { title, detail } = await getProblem(await get('GET /me', { headers: { 'Accept-Language': 'de' } }));
    assert.deepEqual([title, detail], ['Anmeldung erforderlich', 'Access is denied']);
  });

  test('gets a translated problem without a Host header, over a socket', async () => {
    const host = defineHost(guardedConfig);
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
