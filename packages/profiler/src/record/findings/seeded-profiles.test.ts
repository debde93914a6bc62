import type { Span, SpanKind } from '../../../../core/src/trace/trace.ts';
import type {
  HeaderLine,
  Profile,
  ProfileData,
  ProfileSummary,
  RecordedBody,
  RecordedLog,
} from '../../profile/profile.ts';
import type { RecordedClient, RecordedLimit } from '../../profile/recorded-features.ts';
import type { RecordedRun, RecordedOperation } from '../../profile/recorded-operation.ts';

/** Profiles with one issue each, and profiles without any, for the tests of findings. */

type Parts = {
  summary?: Partial<ProfileSummary>;
  data?: Partial<ProfileData>;
  request?: readonly HeaderLine[];
  response?: readonly HeaderLine[];
  body?: string;
  spans?: readonly Span[];
  logs?: readonly RecordedLog[];
};

export function profile({
  summary = {},
  data = {},
  request = [],
  response = [],
  body,
  spans = [],
  logs = [],
}: Parts = {}): Profile {
  const all: ProfileSummary = {
    token: 'a1b2c3',
    time: 1_760_000_000_000,
    duration: 12,
    ip: '127.0.0.1',
    method: 'GET',
    url: 'http://localhost:8000/api/cities',
    path: '/api/cities',
    host: 'localhost',
    status: 200,
    route: 'cities_list',
    bytes: 900,
    requestBytes: 0,
    contentType: 'application/json',
    dbCount: 0,
    dbTime: 0,
    httpCount: 0,
    httpTime: 0,
    warnings: 0,
    errors: 0,
    exception: undefined,
    findings: [],
    aborted: false,
    cost: 9,
    app: 'shop',
    boot: 'b1',
    pid: 1,
    weight: 1,
    requestId: 'r1',
    traceId: undefined,
    visitor: undefined,
    pinned: false,
    note: undefined,
    ...summary,
  };
  const recorded = body === undefined ? undefined : getBody(body, all.contentType ?? '');
  return {
    summary: all,
    data: {
      request: {
        method: all.method,
        url: all.url,
        version: '1.1',
        headers: request,
        query: [],
        cookies: [],
        params: {},
        attributes: {},
        body: undefined,
        handler: undefined,
      },
      response: {
        status: all.status,
        reason: '',
        headers: response,
        body: recorded,
        lastByte: all.duration,
        aborted: all.aborted,
      },
      exception: undefined,
      logs,
      pipeline: [],
      routing: undefined,
      decisions: [],
      spans,
      findings: [],
      config: {},
      panels: {},
      dropped: {},
      ...data,
    },
  };
}

function getBody(content: string, type: string): RecordedBody {
  return {
    type,
    encoding: 'text',
    content,
    size: content.length,
    kept: content.length,
    digest: undefined,
    redacted: false,
  };
}

let ids = 1;
export function span(kind: SpanKind, name: string, start: number, duration: number, more: Partial<Span> = {}): Span {
  return { id: ids++, parent: 0, kind, name, start, duration, ...more };
}

export function query(
  sql: string,
  parameters: readonly unknown[],
  start: number,
  duration = 1,
  rows = 1,
  caller = 'src/routes.ts:41',
): Span {
  return span('db', sql, start, duration, { details: { sql, parameters, rows, caller } });
}

export function log(level: RecordedLog['level'], message: string, time = 1): RecordedLog {
  return { at: time, level, channel: 'app', message, context: '', route: undefined };
}

const COUNTRY = 'select "id", "name" from "country" where "code" = ?';
const CITIES = 'select * from "city" order by "name" limit 50';
const range = (count: number): number[] => Array.from({ length: count }, (_, i) => i);
const nPlusOne = (count: number, sql = COUNTRY): Profile =>
  profile({
    spans: [query(CITIES, [], 1, 3, count), ...range(count).map((i) => query(sql, [`c${i}`], 5 + i))],
    summary: { duration: 9 + count },
  });
const repeated = (count: number): Profile =>
  profile({ spans: range(count).map((i) => query('select * from "setting" where "name" = ?', ['theme'], 1 + i)) });
const slow = (duration: number, sql = CITIES): Profile =>
  profile({ spans: [query(sql, [], 1, duration, 9)], summary: { duration: duration + 4 } });
const call = (duration: number, more: Partial<Span> = {}): Profile =>
  profile({
    spans: [span('http', 'GET http://weather.test/v1', 1, duration, more)],
    summary: { duration: duration + 6 },
  });
const route = (path: string, level: 'no' | 'almost' | 'yes' = 'no', reason = 'Path does not match') => ({
  route: path.slice(1) || 'home',
  path,
  level,
  reason,
});
const ROUTES = ['/', '/api/cities', '/api/cities/{id}', '/api/countries', '/reports', '/about'];
const routing = (path: string, ...more: ReturnType<typeof route>[]) => ({
  path,
  method: 'GET',
  outcome: 'none',
  candidates: [...ROUTES.map((other) => route(other)), ...more],
});
const missing = (path: string, ...more: ReturnType<typeof route>[]): Profile =>
  profile({
    summary: { status: 404, path, url: `http://localhost:8000${path}`, route: undefined },
    data: { routing: routing(path, ...more) },
  });
const notAllowed = (method: string, allow?: string): Profile =>
  profile({
    summary: { status: 405, method, route: undefined },
    response: allow === undefined ? [] : [['Allow', allow]],
    data: {
      routing: routing(
        '/api/cities',
        route(
          '/api/cities',
          'almost',
          `Path almost matches, but Method "${method}" does not match any of the required methods (GET, HEAD)`,
        ),
      ),
    },
  });
const thrown = (className: string, file?: string, status = 500): Profile =>
  profile({
    summary: { status, exception: className },
    logs: [status >= 500 ? log('critical', `Uncaught ${className}`) : log('notice', `${className} was answered`)],
    data: {
      exception: {
        exceptions: [
          {
            className,
            message: 'cannot read "name"',
            frames: [
              { file: 'node:internal/x', line: 1, kind: 'node' },
              ...(file ? [{ file: `/app/${file}`, shortFile: file, line: 12, kind: 'yours' }] : []),
            ],
          },
        ],
      },
    },
  });
const invalid = (status: number, body: object): Profile =>
  profile({ summary: { status, method: 'POST', contentType: 'application/problem+json' }, body: JSON.stringify(body) });
const ACCEPTS: readonly HeaderLine[] = [['accept-encoding', 'gzip, deflate, br']];
const large = (bytes: number, type: string, request = ACCEPTS, response: readonly HeaderLine[] = []): Profile =>
  profile({ summary: { bytes, contentType: type }, request, response });
const redirect = (from: string, to: string, status = 301): Profile =>
  profile({ summary: { status, path: from, url: `http://localhost:8000${from}` }, response: [['Location', to]] });
const busy = (
  total: number,
  parts: readonly (readonly [number, number])[],
  summary: Partial<ProfileSummary> = {},
): Profile =>
  profile({
    summary: { duration: total, ...summary },
    spans: [
      span('controller', 'listCities', 1, total - 2),
      ...parts.map(([from, length]) =>
        query('select * from city where page = ?', [from], from, length, 1, `src/page.ts:${from}`),
      ),
    ],
  });
const warned = (count: number): Profile =>
  profile({ logs: range(count).map((i) => log('warning', `cache key ${i} expired`)), summary: { warnings: count } });

export interface Seeded {
  readonly what: string;
  readonly code: string;
  /** A pattern that the finding must match. */
  readonly names: RegExp;
  readonly profile: Profile;
}

const BOOKS: RecordedOperation = {
  ...{ name: 'books.list', kind: 'list', resource: 'books', type: 'Book', method: 'GET', path: '/api/books' },
  ...{ bodies: [], formats: [], dialect: 'plain', parameters: ['title', 'page'], order: ['id asc'] },
  ...{ page: { by: 'none', size: 30, max: 100 }, cache: { control: 'no-cache' } },
};
const listed = (run: RecordedRun): Profile => profile({ data: { operation: BOOKS, run } });

const NO_RULES = { configured: false, rule: undefined };
const fromPage = (
  cors: ProfileData['cors'],
  response: readonly HeaderLine[] = [],
  request: readonly HeaderLine[] = [],
): Profile => profile({ data: { cors }, request: [['Origin', 'https://app.test'], ...request], response });
const seeded = (what: string, code: string, names: RegExp, made: Profile): Seeded => ({
  what,
  code,
  names,
  profile: made,
});

const operation = (operations: readonly string[], body: string): Profile =>
  profile({ data: { framework: { name: 'Express 5.1.0', operations } }, body });

const under = (outcome: string, because: string): RecordedLimit => ({
  ...{ name: 'login', limit: 5, per: 60, by: 'address', key: 'address 192.0.2.1' },
  ...{ outcome, because: `${because} for address 192.0.2.1`, remaining: 0, reset: 12 },
});
const from = (peer: string, ignored: readonly string[], trusted = false): RecordedClient => ({
  ...{ ip: peer, peer, because: 'the connection', configured: trusted, trusted, ignored },
});

/** Requests with one issue each. */
export const WITH_ISSUES: readonly Seeded[] = [
  seeded('50 queries for 50 rows', 'n1', /50 × `country by code` from src\/routes\.ts:41.*`city`/, nPlusOne(50)),
  seeded('5 queries for 5 rows', 'n1', /5 × `country by code`/, nPlusOne(5)),
  seeded(
    'literals instead of parameters',
    'n1',
    /6 × /,
    profile({ spans: range(6).map((i) => query(`select * from city where id = ${i}`, [], i)) }),
  ),
  seeded(
    'differently laid out',
    'n1',
    /8 × /,
    profile({
      spans: range(8).map((i) =>
        query(i % 2 ? 'select * from a where b = $1' : 'SELECT *\n FROM a WHERE b = $1', [i], i),
      ),
    }),
  ),
  seeded(
    'lists of different lengths',
    'n1',
    /7 × `city by id`/,
    profile({
      spans: range(7).map((i) =>
        query(
          `select * from city where id in (${range(i + 1)
            .fill(0)
            .map(() => '?')
            .join(', ')})`,
          [i],
          i,
        ),
      ),
    }),
  ),
  seeded(
    'parameters that are not recorded',
    'n1',
    /9 × /,
    profile({ spans: range(9).map((i) => query(COUNTRY, [], i)) }),
  ),
  seeded(
    'an insert for each of 10 rows',
    'write-loop',
    /Loop of writes: 10 × `insert city` from src\/routes\.ts:41/,
    profile({ spans: range(10).map((i) => query('insert into "city" ("name") values (?)', [`n${i}`], i)) }),
  ),
  seeded(
    'an insert that failed',
    'failed-query',
    /`insert city` from src\/routes\.ts:41: no such column: nam, and 1 more/,
    profile({
      summary: { status: 400 },
      spans: [0, 1].map((i) => ({
        ...query('insert into city (nam) values (?)', [i], i),
        error: 'no such column: nam',
      })),
    }),
  ),
  seeded(
    'an error of a resolver',
    'graphql-errors',
    /`query GetUser`: Unexpected error\. at `user\.0\.name`, and 1 more/,
    operation(
      ['query GetUser'],
      '{"errors":[{"message":"no","extensions":{"code":"FORBIDDEN"}},{"message":"Unexpected error.","path":["user",0,"name"]}]}',
    ),
  ),
  seeded(
    'an error of JSON-RPC',
    'rpc-error',
    /JSON-RPC error -32601: Method not found/,
    operation(['JSON-RPC add'], '{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Method not found"}}'),
  ),
  seeded(
    'an error in a batch of tRPC',
    'rpc-error',
    /tRPC error -32603: no row/,
    profile({
      summary: { status: 207, url: 'http://localhost/trpc/a,b?batch=1' },
      body: '[{"result":{"data":1}},{"error":{"json":{"message":"no row","code":-32603}}}]',
    }),
  ),
  seeded(
    'a gRPC call that failed',
    'rpc-error',
    /^gRPC status 13 INTERNAL: no row$/,
    profile({
      summary: { contentType: 'application/grpc+proto' },
      response: [
        ['grpc-status', '13'],
        ['grpc-message', 'no%20row'],
      ],
    }),
  ),
  seeded(
    'a pool that is too small',
    'pool-wait',
    /^Waited 80 ms for a connection, because all connections of the pool were in use, the longest of 2 waits$/,
    profile({
      summary: { duration: 90 },
      spans: [20, 80].map((waited) => span('user', 'Wait for a connection of the pool', 1, waited)),
    }),
  ),
  seeded('the same query 3 times', 'duplicate-queries', /3 times.*`setting by name`/, repeated(3)),
  seeded('the same query 12 times', 'duplicate-queries', /12 times/, repeated(12)),
  seeded('a query of 51 ms', 'slow-query', /`city` took 51 ms from src\/routes/, slow(51)),
  seeded('a query of 2.4 s', 'slow-query', /2\.4 s/, slow(2400)),
  seeded('a slow update', 'slow-query', /`update city by id`/, slow(80, 'update "city" set "name" = ? where "id" = ?')),
  seeded(
    'two slow queries',
    'slow-query',
    /and 1 more/,
    profile({ spans: [query(CITIES, [], 1, 60), query(COUNTRY, ['x'], 70, 90)], summary: { duration: 170 } }),
  ),
  seeded('a call of 301 ms', 'slow-call', /weather\.test/, call(301)),
  seeded('a call of 5 s', 'slow-call', /5\.0 s/, call(5000)),
  seeded('a failed call', 'failed-call', /ECONNREFUSED/, call(3, { error: 'ECONNREFUSED' })),
  seeded('a call answered with 503', 'failed-call', /503/, call(20, { details: { status: 503 } })),
  seeded(
    'a role that is missing',
    'refused',
    /403: notes\.delete: role:admin denies access/,
    profile({
      summary: { status: 403 },
      data: {
        decisions: [{ subject: 'access', outcome: 'refused', because: 'notes.delete: role:admin denies access' }],
      },
    }),
  ),
  seeded(
    'a hidden route',
    'refused',
    /404, because the route is hidden/,
    profile({
      summary: { status: 404 },
      data: { decisions: [{ subject: 'access', outcome: 'hidden', because: 'notes.get: role:spy denies access' }] },
    }),
  ),
  seeded(
    'an exceeded rate limit',
    'limited',
    /429 by the rate limit login: none of 5 is left for 12 s for address 192\.0\.2\.1/,
    profile({ summary: { status: 429 }, data: { limits: [under('exceeded', 'none of 5 is left for 12 s')] } }),
  ),
  seeded(
    'a change based on another state',
    'precondition-failed',
    /^412: If-Match was `"old-json"`; the current ETag is `"new-json"`$/,
    profile({
      summary: { status: 412, method: 'PATCH' },
      request: [['If-Match', '"old-json"']],
      data: {
        decisions: [
          { subject: 'precondition', outcome: 'failed', because: 'If-Match does not match the current state' },
          { subject: 'current tag', outcome: '"new-json"', because: 'what a precondition has to name now' },
        ],
      },
    }),
  ),
  seeded(
    'a form of another site',
    'refused',
    /403 by the CSRF check: The request comes from another site/,
    profile({
      summary: { status: 403, method: 'POST' },
      data: {
        decisions: [
          { subject: 'access', outcome: 'granted', because: 'notes.create: signed-in says yes' },
          { subject: 'csrf', outcome: 'refused', because: 'The request comes from another site: Origin' },
        ],
      },
    }),
  ),
  seeded(
    'an unavailable store of rate limits',
    'limited',
    /login did not count the request: the store did not answer/,
    profile({ data: { limits: [under('not counted', 'the store did not answer')] } }),
  ),
  seeded(
    'a proxy that is not configured',
    'ignored-proxy',
    /`x-forwarded-for` from `10\.0\.0\.9` is ignored.*`proxies: \['10\.0\.0\.9'\]`/,
    profile({ data: { client: from('10.0.0.9', ['x-forwarded-for', 'x-forwarded-proto']) } }),
  ),
  seeded(
    'an update that no client may receive',
    'unreadable-update',
    /`\/api\/notes\/7` was published, but no client may receive it: no rule names a reader/,
    profile({
      data: {
        decisions: [{ subject: 'hub unreachable', outcome: '/api/notes/7', because: 'no rule names a reader' }],
      },
      spans: [{ id: 1, parent: 0, kind: 'hub', name: 'publish /api/notes/7', start: 2, duration: 1 }],
    }),
  ),
  seeded('swapped letters in the path', 'near-miss', /`\/api\/cities`/, missing('/api/citeis')),
  seeded('a missing letter in the path', 'near-miss', /`\/api\/countries`/, missing('/api/contries')),
  seeded(
    'a misspelled path before an optional format',
    'near-miss',
    /`\/shops\/harbours\.\{_format\}`/,
    missing('/shops/harbors', route('/shops/harbours.{_format}'), route('/shops/index.{_format}')),
  ),
  seeded('a misspelled path before a parameter', 'near-miss', /`\/api\/cities\/\{id\}`/, missing('/api/citys/7')),
  seeded(
    'another host',
    'near-miss',
    /api\.example/,
    missing(
      '/admin',
      route(
        '/admin',
        'almost',
        'Path almost matches, but Host "localhost" does not match the requirement ("api.example")',
      ),
    ),
  ),
  seeded(
    'PUT to a path with GET and POST',
    'method-not-allowed',
    /`\/api\/cities` exists for GET, POST/,
    notAllowed('PUT', 'GET, POST'),
  ),
  seeded('DELETE without an Allow header', 'method-not-allowed', /GET, HEAD/, notAllowed('DELETE')),
  seeded(
    'a TypeError',
    'exception',
    /TypeError: cannot read "name" at src\/routes\.ts:12/,
    thrown('TypeError', 'src/routes.ts'),
  ),
  seeded('an exception in a dependency', 'exception', /DatabaseError/, thrown('DatabaseError')),
  seeded(
    'an exception known by its class only',
    'exception',
    /RangeError/,
    profile({ summary: { status: 500, exception: 'RangeError' } }),
  ),
  seeded('a thrown 503', 'exception', /ServiceUnavailableError/, thrown('ServiceUnavailableError', 'src/a.ts', 503)),
  seeded(
    'two invalid members',
    'validation',
    /`\/title` required; `\/author\/name` too short/,
    invalid(422, {
      errors: [
        { pointer: '/title', detail: 'required' },
        { pointer: '/author/name', detail: 'too short' },
      ],
    }),
  ),
  seeded(
    'an invalid parameter',
    'validation',
    /`page` must be/,
    invalid(400, { errors: [{ parameter: 'page', detail: 'must be a number' }] }),
  ),
  seeded(
    'violations by property path',
    'validation',
    /`isbn`/,
    invalid(422, { violations: [{ propertyPath: 'isbn', message: 'not an ISBN' }] }),
  ),
  seeded('malformed JSON', 'validation', /byte 17/, invalid(400, { detail: 'Unexpected token at byte 17' })),
  seeded('210 KB of JSON', 'uncompressed', /205 KB of application\/json.*gzip, br/, large(210_000, 'application/json')),
  seeded('2 MB of HTML', 'uncompressed', /text\/html/, large(2e6, 'text/html; charset=utf-8')),
  seeded('400 ms of computation', 'gap', /listCities/, busy(420, [[2, 5]])),
  seeded(
    'waiting between two queries',
    'gap',
    /300 ms/,
    busy(330, [
      [2, 10],
      [312, 10],
    ]),
  ),
  seeded(
    'a blocked event loop',
    'blocked',
    /180 ms/,
    profile({ summary: { duration: 220 }, spans: [span('kernel', 'Event loop blocked', 20, 180)] }),
  ),
  seeded(
    'a client that disconnected',
    'aborted',
    /64 of 5000 bytes were sent/,
    profile({ summary: { aborted: true, bytes: 64 }, response: [['Content-Length', '5000']] }),
  ),
  seeded('5 warnings', 'logged-warnings', /5 warnings logged, the first: cache key 0/, warned(5)),
  seeded(
    'a logged error with a 200 response',
    'logged-errors',
    /mail was not sent/,
    profile({ logs: [log('error', 'mail was not sent')], summary: { errors: 1 } }),
  ),
  seeded(
    'a redundant trailing slash',
    'trailing-slash',
    /`\/api\/cities\/` redirects to `\/api\/cities`/,
    redirect('/api/cities/', '/api/cities'),
  ),
  seeded(
    'a host name that is not served',
    'unknown-host',
    /`evil\.test`/,
    profile({ summary: { status: 421, host: 'evil.test' }, body: '{"type":"/problems/unknown-host"}' }),
  ),
  seeded('an unknown filter', 'ignored-parameter', /`titel` was ignored.*`title`/, listed({ ignored: ['titel'] })),
  seeded(
    'a function that ignored a filter',
    'ignored-filter',
    /ignored request\.where: 2 of 5 items do not match the filters of the query/,
    listed({ ignoredFilter: { items: 2, of: 5, by: ['filter'] } }),
  ),
  seeded(
    'a function that ignored the tenant',
    'ignored-filter',
    /1 of 1 item does not match the tenant and the path/,
    listed({ ignoredFilter: { items: 1, of: 1, by: ['tenant', 'path'] } }),
  ),
  seeded(
    'an expired session',
    'session-cookie',
    /The session has expired: it was not used for 1800 s/,
    profile({
      data: {
        session: { hasCookie: true, reads: ['cart'], writes: [], outcomes: ['expired'], stored: undefined },
        decisions: [{ subject: 'session', outcome: 'expired', because: 'it was not used for 1800 s' }],
      },
    }),
  ),
  seeded(
    'a query that has not ended',
    'unfinished',
    /1 had not ended when the profile was created/,
    profile({ spans: [{ ...query('select 1', [], 1), duration: -1 }] }),
  ),
  seeded(
    'more queries than a profile has',
    'not-kept',
    /2200 more were counted, but not kept/,
    profile({ data: { dropped: { db: 2200 } } }),
  ),
  seeded(
    'a pause of the recorder',
    'recording-paused',
    /Recording paused for 2\.5 s before this request.*: 41 requests were not recorded/,
    profile({ data: { pause: { requests: 41, milliseconds: 2500 } } }),
  ),
  seeded(
    'a list of 2,000 items in one response',
    'unlimited-list',
    /2000 items in one response/,
    listed({ window: { by: 'all' }, given: { items: 2000 } }),
  ),
  seeded(
    'a page of an origin that is not listed',
    'origin-not-listed',
    /`https:\/\/app\.test`.*not listed in cors/,
    fromPage({ configured: true, rule: { rule: 'cors' } }),
  ),
  seeded(
    'a page of another origin without CORS rules',
    'origin-not-listed',
    /CORS is not configured/,
    fromPage(NO_RULES),
  ),
  seeded('a header that the CORS rule does not allow', 'preflight-refused', /header "x-a"/, {
    ...fromPage({ configured: true, rule: {} }, [['Access-Control-Allow-Origin', 'https://app.test']]),
    data: {
      ...fromPage({ configured: true, rule: {} }, [['Access-Control-Allow-Origin', 'https://app.test']]).data,
      decisions: [
        { subject: 'cors preflight', outcome: 'refused', because: 'Pages may not send the header "x-a" here' },
      ],
    },
  }),
  seeded(
    'cookies to a CORS rule without credentials',
    'credentials-not-allowed',
    /credentials: true/,
    fromPage({ configured: true, rule: {} }, [['Access-Control-Allow-Origin', '*']], [['Cookie', 'a=1']]),
  ),
];

// Each is similar to an issue but has none.
const SIMILAR: readonly ((i: number) => Profile)[] = [
  () => fromPage({ configured: true, rule: {} }, [['Access-Control-Allow-Origin', 'https://app.test']]),
  (i) => profile({ summary: { duration: 3 + i, bytes: 100 * i } }),
  () => profile({ summary: { duration: 90 }, spans: [span('user', 'Open a connection', 1, 80)] }),
  () => profile({ summary: { duration: 90 }, spans: [span('user', 'Wait for a connection of the pool', 1, 40)] }),
  () => operation(['query A'], '{"data":{"errors":[{"message":"a field"}]}}'),
  () => operation(['query A'], '{"data":null,"errors":[]}'),
  () => operation(['JSON-RPC add'], '{"jsonrpc":"2.0","id":1,"result":{"error":{"code":1}}}'),
  () => profile({ body: '{"errors":[{"message":"the response of another API"}]}' }),
  () => profile({ summary: { contentType: 'application/grpc' }, response: [['grpc-status', '0']] }),
  () => nPlusOne(4),
  (i) => slow(20 + (i % 30)),
  () => repeated(2),
  (i) => call(120 + (i % 181)),
  () => call(40, { details: { status: 404 } }),
  (i) =>
    missing(
      [
        '/robots.txt',
        '/favicon.ico',
        '/wp-login.php',
        '/.env',
        '/api',
        '/x',
        '/sitemap.xml',
        '/report/2024/q1',
        '/api/v2/things',
      ][i % 9]!,
    ),
  (i) =>
    missing(
      ['/robots.txt', '/nowhere', '/hello/there'][i % 3]!,
      route('/{path}', 'almost', 'Path almost matches, but Requirement for "path" does not match (countries|cities)'),
    ),
  (i) =>
    missing(['/shops/nothing', '/shops/x.json'][i % 2]!, route('/shops/{id}.json'), route('/shops/index.{_format}')),
  // A 404 for a missing record is a valid response.
  () => missing('/api/cities/99', route('/api/cities/{id}', 'yes', 'Route matches!')),
  () => thrown('NotFoundError', 'src/routes.ts', 404),
  (i) => profile({ summary: { status: [201, 204, 304, 302, 401, 403, 409, 410, 429][i % 9]! } }),
  (i) => large(99_000 - i, 'application/json'),
  () => large(900_000, 'application/json', ACCEPTS, [['Content-Encoding', 'br']]),
  () => large(900_000, 'image/png'),
  () => large(900_000, 'text/html', [['accept-encoding', 'identity']]),
  () => large(900_000, 'application/json', [['accept-encoding', 'gzip;q=0, br;q=0']]),
  () => busy(140, [[2, 5]]),
  () =>
    busy(
      600,
      range(12).map((i) => [2 + 49 * i, 45] as const),
    ),
  () => profile({ summary: { duration: 60_000, contentType: 'text/event-stream', aborted: true } }),
  () => profile({ data: { limits: [under('allowed', '2 of 5 are left'), under('not reached', 'no')] } }),
  () => profile({ data: { client: from('10.0.0.9', [], true) } }),
  (i) => warned(i % 5),
  () => redirect('/old', '/new'),
  () => redirect('/a/', 'http://localhost:8000/b'),
  // The query is repeated because of a write in between.
  () =>
    profile({
      spans: range(4).flatMap((i) => [
        query(COUNTRY, ['PT'], 2 * i),
        query('update country set visits = visits + 1 where code = ?', ['PT'], 2 * i + 1),
      ]),
    }),
  () => profile({ spans: range(9).map((i) => query('insert into "city" ("name") values (?)', [`n${i}`], i)) }),
  () => profile({ spans: range(12).map((i) => query(`select * from t${'abcdefghijkl'[i]} where id = ?`, [1], i)) }),
  () => profile({ spans: range(6).flatMap((i) => [span('db', 'begin', i, 0.1), span('db', 'commit', i + 0.5, 0.1)]) }),
  (i) =>
    listed({
      ignored: [['utm_source', 'utm_medium'], ['gclid'], ['_'], ['fbclid', 'mc_eid']][i % 4],
      window: { by: 'offset', page: 1, limit: 30 },
      given: { items: 30, total: 900 },
    }),
  (i) => listed({ window: { by: 'all' }, given: { items: 25 * (i % 10) } }),
];

/** Two hundred requests without issues. */
export const CLEAN: readonly Profile[] = range(200).map((i) =>
  SIMILAR[i % SIMILAR.length]!(Math.floor(i / SIMILAR.length)),
);
