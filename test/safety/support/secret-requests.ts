import { SECRET_BODIES } from './secret-bodies.ts';
import type { SeededRandom } from '../../lib/seeded-random.ts';

/** A string that every planted secret contains. */
export const MARK = 'Zq7Xw9';

/** Creates and records secrets. */
export interface Planter {
  readonly random: SeededRandom;
  /** Returns a new secret. */
  readonly secret: () => string;
  /** Returns a name of a secret, in any style. */
  readonly name: () => string;
}

/** A request with secrets. */
export interface SecretRequest {
  readonly line: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/** Creates a request with secrets. */
export type SecretRequestFactory = (planter: Planter) => SecretRequest;

const JSON_TYPE = { 'Content-Type': 'application/json' };
const json = (value: unknown): SecretRequest => ({
  line: 'POST /echo',
  headers: JSON_TYPE,
  body: JSON.stringify(value),
});

/** Returns a nested value with secrets under the name of a secret. */
export function deepSecret({ random, secret, name }: Planter): unknown {
  const create = random.pick([
    (): unknown => secret(),
    () => ({ inner: secret(), list: [1, secret()] }),
    () => [[secret()]],
  ]);
  let value: unknown = { ok: true, [name()]: create() };
  for (let depth = random.below(9); depth > 0; depth--)
    value = random.next() < 0.5 ? { before: 'x', nested: value } : ['x', value];
  return value;
}

function jwt({ random, secret }: Planter): string {
  const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ sub: random.letters(8), note: secret() })}.${secret()}`;
}

function multipart(planter: Planter): SecretRequest {
  const file = Buffer.from([0, 255, 254, 1, 2, 3]);
  const body = Buffer.concat([
    Buffer.from(`--B\r\nContent-Disposition: form-data; name="${planter.name()}"\r\n\r\n${planter.secret()}\r\n`),
    Buffer.from(`--B\r\nContent-Disposition: form-data; name="title"\r\n\r\nSummer\r\n`),
    Buffer.from(`--B\r\nContent-Type: application/json\r\n\r\n${JSON.stringify(deepSecret(planter))}\r\n`),
    Buffer.from('--B\r\nContent-Disposition: form-data; name="f"; filename="x.bin"\r\n\r\n'),
    ...[file, Buffer.from('\r\n--B--\r\n')],
  ]);
  return { line: 'POST /echo', headers: { 'Content-Type': 'multipart/form-data; boundary=B' }, body };
}

const FORMATS =
  'application/json application/ld+json application/hal+json application/vnd.api+json text/html,*/*;q=0.1'.split(' ');

/** Functions that create a request for each part that can contain a secret. */
export const SECRET_REQUESTS: Readonly<Record<string, SecretRequestFactory>> = {
  ...SECRET_BODIES,
  'a header': ({ name, secret }) => ({ line: 'GET /echo', headers: { [headerName(name())]: secret() } }),
  authorization: ({ random, secret }) => ({
    line: 'GET /echo',
    headers: {
      Authorization: random.pick([
        () => `Bearer ${secret()}`,
        () => `Basic ${Buffer.from(`ada:${secret()}`).toString('base64')}`,
        () => `Digest username="ada", response="${secret()}"`,
        () => secret(),
      ])(),
    },
  }),
  cookies: ({ secret, random }) => ({
    line: 'GET /echo',
    headers: { Cookie: `theme=${secret()}; sid=${secret()}; ${random.letters(6)}=${secret()}` },
  }),
  'the query': ({ name, secret }) => ({
    line: `GET /echo?page=2&${encodeURIComponent(name())}=${secret()}&user[${name()}]=${secret()}`,
  }),
  'the query of a path that does not exist': ({ name, secret }) => ({
    line: `GET /nowhere?${name()}=${secret()}`,
    headers: { Accept: 'text/html', Referer: `http://localhost/from?${name()}=${secret()}` },
  }),
  'the referrer': ({ name, secret }) => ({
    line: 'GET /echo',
    headers: { Referer: `https://ada:${secret()}@example.com/?${name()}=${secret()}#access_token=${secret()}` },
  }),
  'a token in the path': (planter) => ({ line: `GET /confirm/${jwt(planter)}` }),
  'a token in a path that does not exist': (planter) => ({
    line: `GET /gone/${jwt(planter)}`,
    headers: { Accept: 'text/html' },
  }),
  'a JSON body': (planter) => json(deepSecret(planter)),
  'JSON inside JSON': (planter) => json({ payload: JSON.stringify(deepSecret(planter)) }),
  'malformed JSON': ({ name, secret }) => ({
    line: 'POST /cities',
    headers: { ...JSON_TYPE, Accept: 'text/html' },
    body: `{"name":"x","${name()}":"${secret()}"`,
  }),
  'JSON that is not valid for its route': ({ name, secret }) => ({
    line: 'POST /cities',
    headers: JSON_TYPE,
    body: JSON.stringify({ name: 7, [name()]: secret() }),
  }),
  'a form': ({ name, secret }) => ({
    line: 'POST /echo',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: `title=a+b&${encodeURIComponent(name())}=${secret()}&user%5B${name()}%5D=${secret()}`,
  }),
  'a multipart body': multipart,
  text: ({ name, secret }) => ({
    line: 'POST /echo',
    headers: { 'Content-Type': 'text/plain' },
    body: `signed in with ${name()}: ${secret()}\n${name()}=${secret()}\n`,
  }),
  'a JWT': (planter) => ({
    line: 'POST /echo',
    headers: { ...JSON_TYPE, 'X-Note': jwt(planter) },
    body: JSON.stringify({ note: `see ${jwt(planter)}` }),
  }),
  'the filters of a resource': ({ name, secret, random }) => ({
    line: `GET /api/accounts?password=${secret()}&apiKey[]=${secret()}&or[0][password]=${secret()}&${encodeURIComponent(name())}=${secret()}`,
    headers: { Accept: random.pick(FORMATS) },
  }),
  'the filters of a resource in JSON:API': ({ name, secret }) => ({
    line: `GET /api/accounts?filter[password]=${secret()}&filter[apiKey][]=${secret()}&filter[or][0][password]=${secret()}&filter[${name()}]=${secret()}`,
    headers: { Accept: 'application/vnd.api+json' },
  }),
  'the body of a resource': ({ secret, random }) => ({
    line: 'POST /api/accounts',
    headers: { ...JSON_TYPE, Accept: random.pick(FORMATS) },
    body: JSON.stringify({ login: random.letters(8), password: secret(), apiKey: secret() }),
  }),
  'an invalid body of a resource': ({ name, secret, random }) => ({
    line: 'POST /api/accounts',
    headers: { ...JSON_TYPE, Accept: random.pick(FORMATS) },
    body: JSON.stringify({ login: 7, password: secret(), apiKey: [secret()], [name()]: secret() }),
  }),
  'a patch of a resource': ({ secret, random }) => ({
    line: 'PATCH /api/accounts/1',
    headers: { 'Content-Type': 'application/merge-patch+json', Accept: random.pick(FORMATS) },
    body: JSON.stringify({ password: secret(), apiKey: random.pick([secret(), null]) }),
  }),
  'a JSON Patch': ({ name, secret, random }) => ({
    line: 'POST /echo',
    headers: { 'Content-Type': 'application/json-patch+json' },
    body: JSON.stringify([
      { op: 'replace', path: `/user/${name()}`, value: random.pick<unknown>([secret(), { inner: [secret()] }]) },
      { value: secret(), path: `/${name()}/0`, op: 'add' },
    ]),
  }),
  'names and values in JSON': ({ name, secret }) =>
    json([
      { name: name(), value: secret() },
      { Value: secret(), Key: name() },
      { field: `user.${name()}`, newValue: { inner: secret() }, oldValue: [secret()] },
    ]),
  'the code of a login': ({ secret, random }) => ({
    line: `GET /echo?state=${random.letters(4)}&code=${secret()}`,
    headers: { Referer: `http://localhost/callback?code=${secret()}&state=x` },
  }),
  'a form that exchanges the code of a login': ({ secret }) => ({
    line: 'POST /echo',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: `grant_type=authorization_code&code=${secret()}&code_verifier=${secret()}`,
  }),
  'a code of a second factor and a header for authentication': ({ secret, random }) => ({
    line: `POST /echo?mfaCode=${secret()}`,
    headers: { ...JSON_TYPE, 'X-Auth': secret(), 'X-Vendor-Auth': secret() },
    body: JSON.stringify({ [random.pick(['mfaCode', 'otp_code', 'recoveryCode'])]: secret() }),
  }),
  'a name that only this application redacts': ({ secret }) => ({
    line: `POST /echo?boardingCode=${secret()}`,
    headers: { ...JSON_TYPE, 'Boarding-Code': secret() },
    body: JSON.stringify({ boarding_code: secret() }),
  }),
};

// A JSON name may have characters that a header name cannot have.
function headerName(name: string): string {
  return `X-${name.replace(/[^\w-]/g, '-')}`;
}
