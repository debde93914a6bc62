import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { test } from 'node:test';
import { tmpdir } from 'node:os';
import { defineHost, diskStorage, file, memoryStore, receiveUploads, reply, resource, route } from 'oriel-host';
import { client } from 'oriel-client';
import { hashPassword, sessionLogin } from 'oriel-host/security';
import { z } from 'zod';

const Boat = z.object({ id: z.number().int(), name: z.string().min(1), crew: z.number().int().nullable() });
const Photo = z.object({ id: z.number().int(), title: z.string(), bytes: z.number(), tags: z.array(z.string()) });

const boats = resource('boats', Boat, {
  id: 'id',
  store: memoryStore([{ id: 1, name: 'Nereid', crew: null }]),
  bulk: { max: 10, atomic: false },
  custom: {
    rename: {
      line: 'POST /{id}/rename',
      input: z.object({ name: z.string() }),
      query: z.object({ loud: z.boolean().default(false) }),
      handle: ({ item, body: { name }, query }) => ({ ...item, name: query.loud ? name.toUpperCase() : name }),
    },
    count: { line: 'GET /count', output: z.object({ boats: z.number() }), handle: () => ({ boats: 1 }) },
    paint: {
      line: 'PATCH /{id}/parts/{part}/picture',
      input: z.object({ picture: z.file(), caption: z.string() }),
      uploads: true,
      output: z.object({ caption: z.string(), bytes: z.number() }),
      handle: ({ item, uri, body }) => ({
        ...{ caption: `${item.id} ${uri.part} ${body.caption}`, bytes: body.picture.size },
      }),
    },
    log: {
      line: 'GET /{id}/log',
      output: z.file().mime('text/plain'),
      handle: ({ id }) => file(new File([`Log of ${id}`], 'log.txt', { type: 'text/plain' })),
    },
    import: {
      line: 'POST /import',
      uploads: true,
      output: z.object({ names: z.array(z.string()) }),
      async handle(input) {
        const { fields } = await receiveUploads(input, { storage: diskStorage(tmpdir()) });
        return { names: Object.keys(fields) };
      },
    },
  },
});
const photos = resource('photos', Photo, {
  id: 'id',
  path: '/albums/{album}/photos',
  input: { create: z.object({ title: z.string(), image: z.file(), tags: z.array(z.string()) }) },
  operations: { create: { uploads: true } },
  process: {
    create: ({ body: { title, image, tags }, uri }) => ({
      id: 1,
      title: `${uri.album} ${title}`,
      bytes: image.size,
      tags,
    }),
  },
});

const host = defineHost({
  log: false,
  access: 'public',
  resources: [boats, photos],
  sessions: {},
  security: {
    users: [{ id: 'ada', password: await hashPassword('a long password'), roles: ['captain'] }],
    firewalls: [{ name: 'all', authenticators: [sessionLogin({ login: 'POST /session' })], anonymous: true }],
    default: 'public',
  },
  routes: [
    route('moor', 'PUT /berths/{berth<\\d{1,3}>}/{boat}', {
      params: z.object({ berth: z.coerce.number().int(), boat: z.string() }),
      query: z.object({ nights: z.coerce.number().int().default(1), tags: z.array(z.string()).default([]) }),
      body: z.object({ crew: z.array(z.string()) }),
      replies: { 201: z.object({ place: z.string(), nights: z.number() }), 409: z.object({ taken: z.string() }) },
      handle: ({ params, query, body }) =>
        params.berth === 7
          ? reply(409, { taken: body.crew.join() })
          : reply(201, { place: `${params.berth} ${params.boat} ${query.tags.join()}`, nights: query.nights }),
    }),
    route('tides', 'GET /tides/{page<\\d+>?1}', {
      replies: { 200: z.object({ page: z.string() }) },
      handle: ({ params }) => reply(200, { page: params.page }),
    }),
    route('raw', 'POST /raw', { handle: async ({ payload }) => (await payload.text()).toUpperCase() }),
    route('image', 'GET /image', {
      handle: () => new Response(new Uint8Array([0, 255, 1]), { headers: { 'Content-Type': 'image/png' } }),
    }),
    route('internal', 'GET /internal', { docs: false, handle: () => 'hidden' }),
  ],
});

const asked: string[] = [];
const seen = (request: Request) => {
  asked.push(`${request.method} ${new URL(request.url).pathname}`);
  return host.fetch(request);
};
const options = { fetch: seen, paths: { photos: '/albums/{album}/photos' } } as const;
const api = client<typeof host>('http://localhost/api', options);

test('a route is called by name; its method and path are read from the host once', async () => {
  asked.length = 0;
  const moored = await api.routes.moor({
    params: { berth: 3, boat: 'a b' },
    query: { nights: 2, tags: ['x', 'y'] },
    body: { crew: ['Ada'] },
  });
  ok(moored.ok);
  deepEqual([moored.status, moored.data], [201, { place: '3 a b x,y', nights: 2 }]);
  const tides = await api.routes.tides();
  deepEqual(tides.ok && tides.data, { page: '1' });
  const second = await api.routes.tides({ params: { page: 2 } });
  deepEqual(second.ok && second.data, { page: '2' });
  equal(asked.filter((line) => line.endsWith('/lines.json')).length, 1);
});

test('the result of a call has the body of its status', async () => {
  const taken = await api.routes.moor({ params: { berth: 7, boat: 'x' }, body: { crew: ['Bob'] } });
  ok(!taken.ok && taken.status === 409);
  equal(taken.data.taken, 'Bob');
  const invalid = await api.routes.moor({ params: { berth: 3, boat: 'x' }, body: { crew: 'Bob' as never } });
  ok(!invalid.ok && invalid.status === 422);
  equal(invalid.problem.errors?.[0]?.pointer, '/crew');
});

test('a body without a schema is sent as it is, and an image is a Blob', async () => {
  const raw = await api.routes.raw({ body: new Blob(['abc']) });
  equal(raw.ok && raw.data, 'ABC');
  const image = await api.routes.image();
  ok(image.ok && image.data instanceof Blob);
  equal(image.data.size, 3);
});

test('a custom operation is a method of its resource', async () => {
  const renamed = await api.boats.rename({ id: 1, body: { name: 'Sirena' }, query: { loud: true } });
  deepEqual(renamed.ok && renamed.data, { id: 1, name: 'SIRENA', crew: null });
  const counted = await api.boats.count();
  deepEqual(counted.ok && counted.data, { boats: 1 });
});

test('a custom operation has the options, the path variables and the files of a built-in one', async () => {
  const found = await api.boats.get(1);
  const etag = found.ok ? found.etag! : '';
  const renamed = await api.boats.rename({ id: 1, body: { name: 'Nixe' }, ifMatch: etag, idempotencyKey: 'nixe' });
  deepEqual([renamed.ok && renamed.data.name, renamed.ok && renamed.etag === undefined], ['Nixe', false]);
  const outdated = await api.boats.rename({ id: 1, body: { name: 'Nixe' }, ifMatch: '"old-json"' });
  equal(outdated.status, 412);
  const picture = new File(['abc'], 'a.png', { type: 'image/png' });
  const painted = await api.boats.paint({ id: 1, params: { part: 'a b' }, body: { picture, caption: 'Bow' } });
  deepEqual(painted.ok && painted.data, { caption: '1 a b Bow', bytes: 3 });
  const log = await api.boats.log({ id: 1 });
  ok(log.ok && log.data instanceof Blob);
  equal(await log.data.text(), 'Log of 1');
  const form = new FormData();
  form.set('name', 'Undine');
  const imported = await api.boats.import({ body: form });
  deepEqual(imported.ok && imported.data, { names: ['name'] });
});

test('createAll and patchAll send lists', async () => {
  const made = await api.boats.createAll([
    { id: 5, name: 'Argo', crew: 50 },
    { id: 6, name: '', crew: null },
  ]);
  ok(made.ok);
  deepEqual(
    made.data.results.map(({ status, item }) => [status, item?.name]),
    [
      [201, 'Argo'],
      [422, undefined],
    ],
  );
  const changed = await api.boats.patchAll([{ id: 5, crew: 51 }]);
  deepEqual(changed.ok && changed.data.results[0]?.item?.crew, 51);
});

test('a body with a file is sent as a form', async () => {
  const made = await api.photos
    .in({ album: 'summer' })
    .create({ title: 'Tide', image: new File(['abc'], 'tide.png'), tags: ['sea', 'moon'] });
  deepEqual(made.ok && made.data, { id: 1, title: 'summer Tide', bytes: 3, tags: ['sea', 'moon'] });
});

test('login and logout are routes', async () => {
  const login = await api.routes['security.session.login']({
    body: { username: 'ada', password: 'a long password' },
  });
  deepEqual(login.ok && login.data, { id: 'ada', roles: ['captain'] });
  const refused = await api.routes['security.session.login']({ body: { username: 'ada', password: 'wrong' } });
  deepEqual([refused.ok, refused.status], [false, 401]);
  equal((await api.routes['security.session.logout']()).status, 204);
});

test('with the option lines, the client does not read the lines from the host', async () => {
  const clientWithLines = client<typeof host>('http://localhost/api', {
    ...options,
    lines: { tides: 'GET /tides/{page<\\d+>?1}', 'boats.count': 'GET /count' },
  });
  asked.length = 0;
  await clientWithLines.routes.tides({ params: { page: 3 } });
  await clientWithLines.boats.count();
  deepEqual(asked, ['GET /tides/3', 'GET /api/boats/count']);
});

test('a name that the host does not list rejects with the fix', async () => {
  await rejects(api.routes.internal(), /does not list "internal" in .*lines\.json; pass lines: \{ 'internal': … \}/);
  const closed = client<typeof host>('http://localhost/api', {
    ...options,
    fetch: () => Promise.resolve(new Response('', { status: 403 })),
  });
  await rejects(closed.routes.tides(), /returned 403 without lines; pass lines: \{ 'tides': … \} to client\(\)/);
});

test('a path parameter without a value, or with a value that a URL would drop, rejects', async () => {
  await rejects(api.routes.moor({ params: { berth: 1 } as never, body: { crew: [] } }), /needs a value for "boat"/);
  await rejects(
    api.routes.moor({ params: { berth: 1, boat: '..' }, body: { crew: [] } }),
    /"\.\." cannot be the value/,
  );
});

test('a host behind a path prefix is called at that prefix', async () => {
  const proxied = client<typeof host>('http://localhost/app/api', {
    ...options,
    fetch: (request) => {
      const url = new URL(request.url);
      asked.push(url.pathname);
      url.pathname = url.pathname.replace('/app', '');
      return host.fetch(new Request(url, request));
    },
  });
  const tides = await proxied.routes.tides();
  deepEqual([tides.ok, asked.at(-1)], [true, '/app/tides']);
});
