import type { ProfileStorage } from '../../../packages/profiler/src/store/profile-storage.ts';
import { createProfile } from '../../../packages/host/src/testing/index.ts';
import type { ProfileFacts } from '../../../packages/profiler/src/testing/create-profile.ts';
import { createErrorView } from '../../../packages/core/src/errors/error-view.ts';

/** Fills a storage with profiles as an API in development causes them. */
export function writeSampleProfiles(storage: ProfileStorage): void {
  const now = Date.now();
  const profiles: [ago: number, line: string, facts: ProfileFacts['summary'], data?: ProfileFacts['data']][] = [
    [
      8,
      'POST /books',
      {
        status: 500,
        duration: 1240,
        dbCount: 12,
        dbTime: 41,
        httpCount: 1,
        httpTime: 820,
        errors: 1,
        warnings: 2,
        exception: 'TypeError',
        findings: ['exception', 'n1'],
        bytes: 512,
        requestBytes: 231,
        route: 'books_create',
        visitor: '3f9a1c2244556677',
      },
      failure(),
    ],
    [9, 'GET /robots.txt', { status: 404, duration: 3.1, exception: 'NotFoundError', bytes: 214 }],
    [
      11,
      'GET /books?page=2&order[title]=asc',
      {
        duration: 48,
        dbCount: 3,
        dbTime: 9.2,
        bytes: 12_288,
        route: 'books_list',
        findings: ['slow-query'],
        visitor: '3f9a1c2244556677',
      },
    ],
    [12, 'GET /healthz', { duration: 0.4, bytes: 2 }],
    [13, 'GET /favicon.ico', { status: 404, duration: 0.6 }],
    [
      15,
      'DELETE /books/7',
      { status: 405, duration: 1.2, exception: 'MethodNotAllowedError', findings: ['method-not-allowed'] },
    ],
    [21, 'GET /', { status: 404, duration: 2.4, url: 'http://www.localhost:8000/', host: 'www.localhost' }],
    [
      42,
      'GET /reports/yearly?since=2020-01-01&format=pdf&include=charts,tables,appendix',
      {
        duration: 31_400,
        dbCount: 214,
        dbTime: 24_000,
        httpCount: 3,
        httpTime: 2_900,
        aborted: true,
        warnings: 14,
        findings: ['n1', 'slow-query', 'uncompressed'],
        bytes: 3_250_000,
        route: 'reports_yearly',
        visitor: '3f9a1c2244556677',
      },
    ],
    [
      65,
      'PATCH /books/7',
      { status: 422, duration: 6.4, requestBytes: 88, findings: ['validation'], route: 'books_update' },
    ],
    [
      130,
      'GET /books',
      { status: 304, duration: 4.2, dbCount: 1, dbTime: 0.9, bytes: 0, boot: 'boot-0', pid: 4107, route: 'books_list' },
    ],
    [140, 'OPTIONS /books', { status: 204, duration: 0.3, bytes: 0, boot: 'boot-0', pid: 4107 }],
    [
      300,
      'GET /books',
      {
        duration: 38,
        dbCount: 3,
        dbTime: 8,
        bytes: 12_101,
        boot: 'boot-0',
        pid: 4107,
        pinned: true,
        note: 'before the index',
        route: 'books_list',
      },
    ],
    [420, 'GET /', { status: 301, duration: 0.5, ip: '2001:db8:85a3::8a2e:370:7334', boot: 'boot-0', pid: 4107 }],
    ...Array.from({ length: 24 }, (_, index): [number, string, ProfileFacts['summary']] => [
      600 + index * 60,
      `GET /cities/${index + 1}`,
      {
        duration: 4 + ((index * 7) % 19),
        dbCount: 1,
        dbTime: 1.2,
        bytes: 400 + index * 31,
        boot: 'boot-0',
        pid: 4107,
        route: 'cities_show',
      },
    ]),
  ];
  storage.write(
    profiles
      .map(([ago, line, summary, data]) =>
        createProfile(line, { summary: { time: now - ago * 1000, ...summary }, ...(data ? { data } : {}) }),
      )
      .toReversed(),
  );
}

function failure(): ProfileFacts['data'] {
  let error: unknown;
  try {
    (undefined as unknown as { isbn: string }).isbn.toString();
  } catch (caught) {
    error = new Error('The book could not be saved', { cause: caught });
  }
  const request = {
    method: 'POST',
    url: 'http://localhost:8000/books',
    headers: [['Content-Type', 'application/json']] as [string, string][],
  };
  const time = Date.now();
  const log = (level: 'info' | 'warning' | 'error', message: string) => ({
    level,
    channel: 'app',
    message,
    context: {},
    time,
  });
  return {
    exception: createErrorView({
      error,
      status: 500,
      reason: 'Internal Server Error',
      request,
      logs: [log('info', 'Matched route "books_create".'), log('error', 'The book could not be saved')],
      hints: [],
    }),
    findings: [
      {
        code: 'exception',
        severity: 'error',
        text: 'TypeError: the book could not be saved, thrown in test/browser/support/sample-profiles.ts:41',
        panel: 'exception',
      },
      {
        code: 'n1',
        severity: 'warning',
        text: 'N+1: 10 × `author by id` from sample-profiles.ts:41',
        panel: 'database',
      },
    ],
    request: {
      ...{ method: 'POST', url: request.url, version: '1.1', query: [], params: {}, attributes: {} },
      cookies: [['session', '•••']],
      headers: [
        ['Host', 'localhost:8000'],
        ['Content-Type', 'application/json'],
        ['Referer', 'http://localhost:5173/new'],
        ['User-Agent', 'curl/8.9.1'],
      ],
      body: {
        type: 'application/json',
        encoding: 'text',
        content: '{"title":"The Oriel","isbn":null,"authors":[{"name":"Ada"},{"name":"Grace"}]}',
        size: 77,
        kept: 77,
        digest: undefined,
        redacted: false,
      },
      handler: 'examples/atlas/host.ts:12',
    },
    logs: [
      {
        at: 1.2,
        level: 'info',
        channel: 'request',
        message: 'Matched route "books_create".',
        context: '{"route":"books_create"}',
        route: 'books_create',
      },
      {
        at: 1210,
        level: 'error',
        channel: 'app',
        message: 'The book could not be saved',
        context: '',
        route: 'books_create',
      },
    ],
    spans: [
      { id: 1, parent: 0, kind: 'controller', name: 'books_create', start: 2, duration: 1230 },
      {
        id: 2,
        parent: 1,
        kind: 'db',
        name: 'select author',
        start: 4,
        duration: 30,
        details: { sql: 'select * from author where id = ?' },
      },
      { id: 3, parent: 1, kind: 'http', name: 'GET isbn.example', start: 40, duration: 820 },
    ],
  };
}
