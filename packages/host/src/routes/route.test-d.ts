/** Type tests for routes. Each `@ts-expect-error` must be followed by a type error. */
import { z } from 'zod';
import { HttpResponse } from '../../../core/src/http/response.ts';
import type { UrlFor } from '../index.ts';
import { reply } from './reply.ts';
import { route } from './route.ts';
import type { PathOf, PathParams } from '../http/route-params.ts';

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
function same<A, B>(_yes: Same<Flat<A>, Flat<B>>): void {}
type Flat<T> = T extends object ? { [Key in keyof T]: T[Key] } : T;

// The types of the parameters are derived from the path.
same<PathParams<'/'>, {}>(true);
same<PathParams<'/cities/{id}'>, { readonly id: string }>(true);
same<PathParams<'/cities/{id<\\d+>?1}'>, { readonly id: string }>(true);
same<PathParams<'/list/{!page}'>, { readonly page: string }>(true);
same<PathParams<'/list/{!page<\\d+>?2}'>, { readonly page: string }>(true);
same<PathParams<'/posts/{slug:post}'>, { readonly slug: string }>(true);
same<PathParams<'/files/{name}.{_format}'>, { readonly name: string; readonly _format: string }>(true);
same<PathParams<'/list/{page?}'>, { readonly page: string | null }>(true);
same<PathParams<'/list/{page<\\d+>?}'>, { readonly page: string | null }>(true);
same<PathParams<'/year/{year<\\d{4}>}/{month<\\d{1,2}>}'>, { readonly year: string; readonly month: string }>(true);
same<PathParams<string>, {}>(true);
same<PathOf<'GET|POST /cities/{id}'>, '/cities/{id}'>(true);
same<PathOf<'/cities/{id}'>, '/cities/{id}'>(true);

// The handler receives the parameters of the path, or those of the schema.
route('city', 'GET /cities/{id}/{page?}', {
  handle: ({ params, query, body }) => {
    same<typeof params, { readonly id: string; readonly page: string | null }>(true);
    same<typeof query, Readonly<Record<string, string | string[]>>>(true);
    same<typeof body, undefined>(true);
    // @ts-expect-error the path has no such parameter
    return params.name;
  },
});

const City = z.object({ name: z.string(), size: z.coerce.number() });

// A function that creates URLs can be passed to other functions.
route('links', 'GET /links', {
  handle: ({ urlFor }) => {
    const link = (make: UrlFor): string => make('city', { id: 7 }, false);
    return link(urlFor);
  },
});

route('checked', 'POST /cities/{id}', {
  params: z.object({ id: z.coerce.number() }),
  query: z.object({ draft: z.stringbool().default(false), tags: z.array(z.string()).optional() }),
  body: City,
  handle: ({ params, query, body }) => {
    same<typeof params, { id: number }>(true);
    same<typeof query, { draft: boolean; tags?: string[] | undefined }>(true);
    same<typeof body, { name: string; size: number }>(true);
    // @ts-expect-error the schema transforms it to a number
    params.id.toUpperCase();
    // @ts-expect-error the schema has no such member
    return body.country;
  },
});

// Only declared replies are accepted.
const replies = { 201: z.object({ id: z.number() }), 409: z.object({ taken: z.string() }) };

route('declared', 'POST /things', { replies, handle: () => reply(201, { id: 7 }, { Location: '/things/7' }) });
route('either', 'POST /things', {
  replies,
  handle: async ({ ip }) => (ip === '' ? reply(201, { id: 7 }) : reply(409, { taken: ip })),
});
route('web', 'POST /things', { replies, handle: () => new Response('as it is') });
route('own', 'POST /things', { replies, handle: async () => new HttpResponse(204) });

// @ts-expect-error 200 is not declared
route('undeclared', 'POST /things', { replies, handle: () => reply(200, { id: 7 }) });
// @ts-expect-error a 201 has a number as its id
route('wrong', 'POST /things', { replies, handle: () => reply(201, { id: '7' }) });
// @ts-expect-error a promise of an undeclared reply is rejected as well
route('later', 'POST /things', { replies, handle: async () => reply(201, { id: '7' }) });
// @ts-expect-error data alone has no status
route('bare', 'POST /things', { replies, handle: () => ({ id: 7 }) });

// @ts-expect-error an object with these members is not a reply
route('data', 'POST /things', { replies, handle: ({ ip }) => ({ status: 409 as const, body: { taken: ip } }) });
// @ts-expect-error a 201 has a body
route('empty', 'POST /things', { replies, handle: ({ ip }) => (ip === '' ? reply(201) : reply(409, { taken: ip })) });
// Replies that the handler does not create itself are checked too.
const taken = () => reply(409, { taken: 'x' });
const broken = () => reply(500, { taken: 'x' });
route('helper', 'POST /things', { replies, handle: ({ ip }) => (ip === '' ? taken() : reply(201, { id: 7 })) });
// @ts-expect-error 500 is not declared
route('helper', 'POST /things', { replies, handle: ({ ip }) => (ip === '' ? broken() : reply(201, { id: 7 })) });
route('nothing', 'DELETE /things', { replies: { 204: undefined }, handle: () => reply(204) });
route('optional', 'GET /thing', {
  replies: { 200: z.string().optional() },
  handle: ({ ip }) => (ip === '' ? reply(200) : reply(200, ip)),
});

// Without declared replies, a handler may return any value that can be sent.
route('any', 'GET /', { handle: () => 'text' });
route('none', 'GET /', { handle: () => {} });
declare const unknown: unknown;
declare const anything: ReturnType<typeof JSON.parse>;
declare const data: { readonly name: string; readonly message: string };
declare const rows: readonly { readonly id: number }[];
declare const entity: { readonly id: number; toJSON(): object } & ReadonlySet<number>;
function* texts() {
  yield 'a';
}
async function* bytes() {
  yield new Uint8Array();
}
function* numbers() {
  yield 1;
}
async function* objects() {
  yield { id: 1 };
}
route('unknown', 'GET /', { handle: () => unknown });
route('unknown', 'GET /', { handle: async ({ ip }) => (ip === '' ? undefined : unknown) });
route('anything', 'GET /', { handle: ({ ip }) => (ip === '' ? 1 : anything) });
route('data', 'GET /', { handle: ({ ip }) => (ip === '' ? null : data) });
route('rows', 'GET /', { handle: async ({ ip }) => (ip === '' ? [] : rows) });
route('entity', 'GET /', { handle: ({ ip }) => (ip === '' ? new Date() : entity) });
route('texts', 'GET /', { handle: ({ ip }) => (ip === '' ? texts() : bytes()) });
route('stream', 'GET /', { handle: ({ ip }) => (ip === '' ? new Response() : new Blob([]).stream()) });
route('bytes', 'GET /', { handle: ({ ip }) => (ip === '' ? new Uint8Array() : new ArrayBuffer(1)) });

// @ts-expect-error a Map has no members in JSON
route('map', 'GET /', { handle: () => new Map([['a', 1]]) });
// @ts-expect-error also if the handler has parameters
route('map', 'GET /', { handle: ({ ip }) => new Map([[ip, 1]]) });
// @ts-expect-error also a promise of it
route('map', 'GET /', { handle: async ({ ip }) => new Map([[ip, 1]]) });
// @ts-expect-error also one of several results
route('set', 'GET /', { handle: ({ ip }) => (ip === '' ? { id: 1 } : new Set([ip])) });
// @ts-expect-error a form
route('form', 'GET /', { handle: ({ ip }) => (ip === '' ? undefined : new FormData()) });
// @ts-expect-error headers
route('headers', 'GET /', { handle: () => new Headers() });
// @ts-expect-error an error is thrown and not returned
route('error', 'GET /', { handle: ({ ip }) => new Error(ip) });
// @ts-expect-error a subclass, too
route('error', 'GET /', { handle: async () => new TypeError() });
// @ts-expect-error a regular expression
route('regexp', 'GET /', { handle: ({ ip }) => (ip === '' ? /a/ : 1) });
// @ts-expect-error a symbol
route('symbol', 'GET /', { handle: ({ ip }) => Symbol(ip) });
// @ts-expect-error a bigint
route('bigint', 'GET /', { handle: ({ ip }) => BigInt(ip) });
const getIp = () => 'ip';
// @ts-expect-error a function
route('function', 'GET /', { handle: ({ ip }) => (ip === '' ? getIp : 1) });
// @ts-expect-error a generator of numbers
route('numbers', 'GET /', { handle: ({ ip }) => (ip === '' ? numbers() : 'x') });
// @ts-expect-error an asynchronous generator of objects
route('objects', 'GET /', { handle: () => objects() });
// @ts-expect-error an iterator of a Map
route('keys', 'GET /', { handle: ({ ip }) => new Map([[ip, 1]]).entries() });

// @ts-expect-error an optional parameter receives the input, too
route('optional', 'GET /', { handle: (count?: number) => count });
// @ts-expect-error a route without a handler
route('idle', 'GET /', {});
// @ts-expect-error a schema is a Standard Schema
route('unschooled', 'GET /', { query: { page: 'number' }, handle: () => 1 });
// @ts-expect-error forward requires a string
route('forward', 'GET /', { handle: ({ forward }) => forward(7) });
// @ts-expect-error an unknown log level
route('log', 'GET /', { handle: ({ log }) => log('loud', 'x') });
// @ts-expect-error the input of a handler is read-only
route('change', 'GET /{id}', { handle: ({ params }) => void (params.id = '8') });
