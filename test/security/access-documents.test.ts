import { deepEqual, equal, match, throws } from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { defineHost, memoryStore, resource } from 'oriel-host';
import { apiKey, bearer, refuse, sessionLogin } from 'oriel-host/security';
import type { Authenticator } from 'oriel-host/security';
import { z } from 'zod';
import { createCheckedHost } from '../lib/checked-host.ts';
import type { DocsSettings } from '../../packages/host/src/features/resources/model/api-config.ts';
import { headerSecurity } from '../story/header-security.ts';
import { testTransports } from '../story/test-transports.ts';
import { ALL_FORMATS } from '../lib/formats.ts';

interface Operation {
  readonly security?: object[];
  readonly responses: Readonly<Record<string, unknown>>;
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly securitySchemes?: object };
}

const Note = z.object({ id: z.int(), text: z.string() });
const notes = resource('notes', Note, {
  id: 'id',
  access: {
    list: 'public',
    get: ({ user }) => user !== null,
    create: ['user', ({ body }) => body.text !== ''],
    write: 'role:x',
  },
  store: memoryStore(),
});
const open = resource('open', Note, { id: 'id', provide: { list: () => [] } });
const closed = resource('closed', Note, { id: 'id', provide: { list: () => [] } });

const getDocument = async (security: object | undefined): Promise<Document> => {
  const { send } = createCheckedHost({
    resources: security ? [notes, open, closed] : [open],
    log: { level: 'none' },
    ...(security ? { security: { ...headerSecurity, ...security } } : {}),
  });
  return (await (await send('GET /api/docs.json')).json()) as Document;
};

test('the OpenAPI document lists the credentials and the 401 and 403 responses of each operation', async () => {
  const { paths, components } = await getDocument({ access: [{ path: '/api/closed', allow: 'user' }] });
  deepEqual(components.securitySchemes, { header: { type: 'http', scheme: 'header' } });
  const requirements = (path: string, method: string) => {
    const { security, responses } = paths[path]![method]!;
    return [security, '401' in responses, '403' in responses];
  };
  const needed = [{ header: [] }];
  // Invalid credentials get 401 even where none are required.
  deepEqual(requirements('/api/notes', 'get'), [[], true, false]);
  deepEqual(requirements('/api/notes/{id}', 'get'), [[{}, ...needed], true, true]);
  deepEqual(requirements('/api/notes', 'post'), [needed, true, true]);
  deepEqual(requirements('/api/notes/{id}', 'delete'), [needed, true, true]);
  deepEqual(requirements('/api/open', 'get'), [[], true, false]);
  deepEqual(requirements('/api/closed', 'get'), [needed, true, true]);
});

test('the document declares API keys, bearer tokens, the session cookie and its CSRF token', async () => {
  const document = async (sessions: object) => {
    const { send } = createCheckedHost({
      resources: [notes],
      sessions,
      log: { level: 'none' },
      security: {
        users: [],
        roles: { x: [] },
        firewalls: [
          {
            name: 'all',
            anonymous: true,
            authenticators: [
              apiKey({ header: 'X-Key', keys: [] }),
              bearer({ algorithms: ['HS256'], secret: randomBytes(32) }),
              sessionLogin(),
            ],
          },
        ],
      },
    });
    const { paths, components } = (await (await send('GET /api/docs.json')).json()) as Document;
    const schemes = components.securitySchemes as Readonly<Record<string, Readonly<Record<string, unknown>>>>;
    return {
      schemes: Object.entries(schemes).map(([name, { description: _, ...scheme }]) => [name, scheme]),
      get: paths['/api/notes/{id}']!['get']!.security,
      post: paths['/api/notes']!['post']!.security,
    };
  };
  const token = { type: 'apiKey', in: 'header', name: 'X-CSRF-Token' };
  const { schemes, get, post } = await document({ cookie: { name: 'visit' } });
  deepEqual(schemes, [
    ['api-key', { type: 'apiKey', in: 'header', name: 'X-Key' }],
    ['bearer', { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' }],
    ['session', { type: 'apiKey', in: 'cookie', name: 'visit' }],
    ['csrf-token', token],
  ]);
  deepEqual(get, [{}, { 'api-key': [] }, { bearer: [] }, { session: [] }]);
  deepEqual(post, [{ 'api-key': [] }, { bearer: [] }, { session: [], 'csrf-token': [] }]);
  deepEqual((await document({ csrf: false })).post, [{ 'api-key': [] }, { bearer: [] }, { session: [] }]);
});

test('documents a 401 for optional credentials, but not if all authenticators use sessions', async () => {
  const security = { firewalls: [{ name: 'all', anonymous: true, authenticators: [strict] }] };
  const { send } = createCheckedHost({ resources: [open], security, log: { level: 'none' } });
  equal((await send('GET /api/open', { headers: { 'X-Strict': 'no' } })).status, 401);
  const { paths } = await getDocument(security);
  equal('401' in paths['/api/open']!['get']!.responses, true);
  const sessions = await getDocument({
    users: [],
    firewalls: [{ name: 'all', anonymous: true, authenticators: [{ ...strict, ambient: true }] }],
  });
  equal('401' in sessions.paths['/api/open']!['get']!.responses, false);
});

const strict: Authenticator = {
  name: 'strict',
  authenticate: ({ headers }) => (headers.has('x-strict') ? refuse('No') : undefined),
};

test("documents credentials for operations that default: 'deny' covers, and none without a security configuration", async () => {
  const { paths } = await getDocument({ default: 'deny', access: [{ path: '/api/docs', allow: 'public' }] });
  deepEqual(paths['/api/open']!['get']!.security, [{ header: [] }]);
  const plain = await getDocument(undefined);
  equal(plain.components.securitySchemes, undefined);
  equal(plain.paths['/api/open']!['get']!.security, undefined);
});

const DOCUMENTS = [
  'GET /api',
  'GET /api/docs',
  'GET /api/docs.json',
  'GET /api/docs.jsonld',
  'GET /api/contexts/Open',
  'GET /api/index.jsonld',
];
const documented = (docs: true | DocsSettings, security: object) => ({
  resources: [open],
  api: { formats: ALL_FORMATS, docs },
  log: { level: 'none' as const },
  security: { ...headerSecurity, ...security },
});

for (const [name, docs, security, statuses] of [
  ['are denied if security.default is deny', true, { default: 'deny' }, [401, 403, 403]],
  ['are open if docs.access is public', { access: 'public' }, { default: 'deny' }, [200, 200, 200]],
  ['can require a role', { access: 'role:partner' }, { default: 'deny' }, [401, 403, 200]],
  ['can require a role while everything else is open', { access: 'role:partner' }, {}, [401, 403, 200]],
  ['are open without any rule', true, {}, [200, 200, 200]],
] as const)
  testTransports(`the API documents ${name}`, documented(docs, security), async (send) => {
    for (const line of DOCUMENTS) {
      const all = [];
      for (const user of [undefined, 'ada', 'eve:partner'])
        all.push((await send(line, user ? { headers: { 'X-User': user } } : {})).status);
      deepEqual(all, statuses, line);
    }
    if (typeof docs === 'object' && docs.access !== 'public') {
      const { headers } = await send('GET /api/docs.json', { headers: { 'X-User': 'eve:partner' } });
      match(headers.get('Cache-Control')!, /private/);
    }
    // Access to the documents grants access to nothing else.
    if ('default' in security) equal((await send('GET /api/open')).status, 401);
  });

test('rejects an access rule of the API documents that no user can satisfy', () => {
  const start = (access: unknown) => () => defineHost(documented({ access: access as never }, { roles: ['partner'] }));
  throws(start('role:partnr'), /Did you mean 'role:partner'/);
  throws(start('anybody'), /api\.docs\.access/);
});
