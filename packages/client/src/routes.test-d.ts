/** Type tests for routes and further operations of the client. Each `@ts-expect-error` must be followed by a type error. */
import { defineHost, group, memoryStore, mount, reply, resource, route } from 'oriel-host';
import { client } from 'oriel-client';
import { sessionLogin } from 'oriel-host/security';
import { z } from 'zod';

const Boat = z.object({ id: z.number(), name: z.string(), crew: z.number().nullable() });
const boats = resource('boats', Boat, {
  id: 'id',
  links: { crew: 'boats' },
  store: memoryStore(),
  bulk: { max: 10 },
  custom: {
    rename: {
      line: 'POST /{id}/rename',
      input: z.object({ name: z.string() }),
      query: z.object({ loud: z.boolean().optional() }),
      handle: ({ item }) => item,
    },
    count: { line: 'GET /count', output: z.object({ boats: z.number() }), handle: () => ({ boats: 1 }) },
    chart: { line: 'GET /{id}/charts/{chart}', output: z.file(), handle: () => new Response() },
    import: { line: 'POST /import', uploads: true, output: false, handle: () => {} },
    find: {
      line: 'GET /find',
      query: z.object({ near: z.string() }),
      output: z.array(Boat),
      handle: ({ query }) => [{ id: 1, name: query.near, crew: null }],
    },
  },
});
const single = resource('single', Boat, { id: 'id', store: memoryStore(), bulk: { max: 5, atomic: false } });
const plain = resource('plain', Boat, { id: 'id', store: memoryStore() });

const host = defineHost({
  resources: [boats, single, plain],
  sessions: {},
  security: { users: [], firewalls: [{ name: 'all', authenticators: [sessionLogin({ login: 'POST /session' })] }] },
  routes: [
    route('moor', 'PUT /berths/{berth<\\d{1,3}>}/{side}', {
      params: z.object({ berth: z.coerce.number(), side: z.enum(['port', 'starboard']) }),
      query: z.object({ nights: z.coerce.number().default(1), tags: z.array(z.string()).optional() }),
      body: z.object({ crew: z.array(z.string()) }),
      replies: {
        201: z.object({ place: z.string() }),
        202: z.object({ queue: z.number() }),
        409: z.object({ taken: z.string() }),
      },
      handle: () => reply(201, { place: '7' }),
    }),
    route('tides', 'GET /tides/{page<\\d+>?1}', { handle: () => [] }),
    route('raw', 'POST /raw', { handle: () => 'text' }),
  ],
});
const api = client<typeof host>('http://localhost/api');

// A route has the parameters of its path, with the types of its schema.
void api.routes
  .moor({ params: { berth: 7, side: 'port' }, query: { nights: 2 }, body: { crew: [] } })
  .then((moored) => {
    if (moored.ok && moored.status === 201) moored.data.place satisfies string;
    if (moored.ok && moored.status === 202) moored.data.queue satisfies number;
    // @ts-expect-error the data depends on the status
    if (moored.ok) void moored.data.place;
    if (moored.status === 409) moored.data.taken satisfies string;
    if (moored.status === 422) moored.problem.title satisfies string;
    // @ts-expect-error a 422 is not declared, so it has no data
    if (moored.status === 422) void moored.data;
  });
// @ts-expect-error the path needs a side
void api.routes.moor({ params: { berth: 7 }, body: { crew: [] } });
// @ts-expect-error the schema has no such side
void api.routes.moor({ params: { berth: 7, side: 'left' }, body: { crew: [] } });
// @ts-expect-error the path has no such parameter
void api.routes.moor({ params: { berth: 7, side: 'port', pier: 1 }, body: { crew: [] } });
// @ts-expect-error the body is required
void api.routes.moor({ params: { berth: 7, side: 'port' } });
// @ts-expect-error a crew is a list of texts
void api.routes.moor({ params: { berth: 7, side: 'port' }, body: { crew: [7] } });
// @ts-expect-error the schema has no such query parameter
void api.routes.moor({ params: { berth: 7, side: 'port' }, query: { nigts: 2 }, body: { crew: [] } });
// @ts-expect-error the route does not exist
void api.routes.more();

// An optional parameter may be omitted, and a route without replies has unknown data.
void api.routes.tides().then((found) => found.ok && (found.data satisfies unknown));
void api.routes.tides({ params: { page: 2 } });
void api.routes.raw({ body: new Blob(['x']) });
// @ts-expect-error a body without a schema is sent as it is
void api.routes.raw({ body: { a: 1 } });

// Login and logout.
void api.routes['security.session.login']({ body: { username: 'ada', password: 'x' } }).then((login) => {
  if (login.ok) login.data.roles satisfies readonly string[];
});
void api.routes['security.session.logout']();
// @ts-expect-error the member is username
void api.routes['security.session.login']({ body: { name: 'ada', password: 'x' } });

// Custom operations.
void api.boats.rename({ id: 1, body: { name: 'x' }, query: { loud: true } }).then((done) => {
  if (done.ok) done.data.crew satisfies string | null;
});
void api.boats.count().then((done) => done.ok && (done.data.boats satisfies number));
// @ts-expect-error the operation needs the identifier of an item
void api.boats.rename({ body: { name: 'x' } });
// @ts-expect-error a name is a text
void api.boats.rename({ id: 1, body: { name: 1 } });
// @ts-expect-error the operation has no such parameter
void api.boats.rename({ id: 1, body: { name: 'x' }, query: { lowd: true } });
// @ts-expect-error the resource has no such operation
void api.plain.count();
void api.boats.rename({ id: 1, body: { name: 'x' }, ifMatch: '"a"', idempotencyKey: 'b' });
void api.boats.chart({ id: 1, params: { chart: 'north' } }).then((chart) => chart.ok && (chart.data satisfies Blob));
void api.boats.import({ body: new FormData() }).then((done) => done.ok && (done.data satisfies undefined));
void api.boats
  .find({ query: { near: 'Brest' } })
  .then((found) => found.ok && (found.data[0]?.name satisfies string | undefined));
// @ts-expect-error the path has a variable
void api.boats.chart({ id: 1 });
// @ts-expect-error the operation has no item
void api.boats.import({ body: new FormData(), ifMatch: '"a"' });
// @ts-expect-error the form is required
void api.boats.import();
// @ts-expect-error the query is required
void api.boats.find();

// Bulk requests.
void api.boats
  .createAll([{ id: 1, name: 'x', crew: null }])
  .then((made) => made.ok && (made.data[0]?.name satisfies string | undefined));
void api.single.createAll([]).then((made) => made.ok && (made.data.results[0]?.status satisfies number | undefined));
void api.boats.patchAll([{ id: 1, name: 'y' }]);
// @ts-expect-error a patch in a list has the identifier of its item
void api.boats.patchAll([{ name: 'y' }]);
// @ts-expect-error the resource has no bulk requests
void api.plain.createAll([]);

// `fields` narrows the type of items.
void api.boats.get(1, { fields: ['name'] }).then((found) => {
  if (!found.ok) return;
  found.data.name satisfies string;
  // @ts-expect-error the response has only the name
  void found.data.crew;
});
void api.boats.list({ fields: ['name', 'crew'] }).then((found) => {
  if (!found.ok) return;
  found.data.items[0]?.crew satisfies string | null | undefined;
  // @ts-expect-error the items have only the name and the crew
  void found.data.items[0]?.id;
});
void api.boats.get(1).then((found) => found.ok && (found.data.id satisfies number));

// The option `lines` has the lines of the routes.
client<typeof host>('http://localhost/api', { lines: { raw: 'POST /raw', 'boats.count': 'GET /count' } });
// @ts-expect-error the route has another line
client<typeof host>('http://localhost/api', { lines: { raw: 'GET /raw' } });
// @ts-expect-error the route does not exist
client<typeof host>('http://localhost/api', { lines: { rough: 'GET /raw' } });

// Routes of groups have the names and the parameters of their groups. Mounted handlers have no types.
const grouped = defineHost({
  routes: [
    ...group({ prefix: '/{tenant}', name: 'office.' }, [
      route('home', 'GET /', { handle: () => 'home' }),
      group({ name: 'reports.', prefix: '/reports', tags: ['reports'] }, [
        route('daily', 'GET /{day}', {
          params: z.object({ day: z.coerce.number() }),
          replies: { 200: z.object({ calm: z.boolean() }) },
          handle: () => reply(200, { calm: true }),
        }),
      ]),
      mount('/graphql', () => new Response()),
    ]),
    mount('/auth', () => new Response()),
    route('single', 'GET /single', { handle: () => 'single' }),
  ],
});
const office = client<typeof grouped>('http://localhost');
void office.routes['office.home']({ params: { tenant: 'harbour' } });
void office.routes['office.reports.daily']({ params: { tenant: 'harbour', day: 7 } }).then((day) => {
  if (day.ok) day.data.calm satisfies boolean;
});
void office.routes.single();
// @ts-expect-error the path of the group needs a tenant
void office.routes['office.reports.daily']({ params: { day: 7 } });
// @ts-expect-error a day is a number
void office.routes['office.reports.daily']({ params: { tenant: 'harbour', day: [7] } });
// @ts-expect-error the name has the prefix of the group
void office.routes.home;
