import { getQuery } from './build-step.ts';
import { mutate } from './mutate.ts';
import type { Random } from './random.ts';
import { getBytes, encode } from './steps.ts';
import type { Step } from './steps.ts';
import { unusualNumber, unusualText } from './unusual-values.ts';
import type { Sources } from './values.ts';

type Twist = (step: Step, sources: Sources, random: Random) => Step;

/** Changes one part of a request, so that it may be unusual or invalid. */
export function twist(step: Step, sources: Sources, random: Random): Step {
  const { parameters } = step.operation;
  const twists: Twist[] = [
    ...(parameters.some((parameter) => parameter.in === 'query') ? [...QUERY, ...QUERY] : []),
    ...(Object.keys(step.path).length > 0 ? [changePath] : []),
    ...(step.body ? [...BODY, ...BODY] : []),
    changeHeader,
    ...(random.chance(0.2) ? [changeMethod, changeQueryText] : []),
  ];
  return random.pick(twists)(step, sources, random);
}

const QUERY: readonly Twist[] = [
  // An unusual value of a parameter.
  (step, _, random) => {
    const { name, schema } = random.pick(step.operation.parameters.filter((parameter) => parameter.in === 'query'));
    const isNumber = schema?.['type'] === 'integer' || schema?.['type'] === 'number';
    const text =
      isNumber && random.chance(0.8) ? String(unusualNumber(random, schema)) : unusualText(random, MAX_PARAMETER);
    return {
      ...step,
      query: [...step.query.filter(([other]) => other !== encode(name)), [encode(name), encode(text)]],
    };
  },
  // A valid value of a parameter, also of one that is already sent.
  (step, sources, random) => {
    const parameter = random.pick(step.operation.parameters.filter((other) => other.in === 'query'));
    return { ...step, query: [...step.query, ...getQuery(parameter, sources, random)] };
  },
  (step, _, random) => (step.query.length === 0 ? step : { ...step, query: [...step.query, random.pick(step.query)] }),
  (step, _, random) => {
    if (step.query.length === 0) return step;
    const index = random.integer(step.query.length);
    return { ...step, query: step.query.filter((_pair, number) => number !== index) };
  },
];

function changeQueryText(step: Step, _: Sources, random: Random): Step {
  const pair = random.pick([
    ['%', ''],
    ['a', '%zz'],
    ['a', '%c0%af'],
    ['fuzz', '1'],
    ['a[b][c]', '1'],
    ['__proto__[a]', '1'],
    ['', ''],
  ] as const);
  return { ...step, query: [...step.query, pair] };
}

function changePath(step: Step, _: Sources, random: Random): Step {
  const text = random.chance(0.3) ? String(unusualNumber(random)) : unusualText(random, MAX_PARAMETER);
  const name = random.pick(Object.keys(step.path));
  return {
    ...step,
    path: { ...step.path, [name]: random.chance(0.1) ? '%zz' : encode(text).replace(/^\.{0,2}$/, '%20') },
  };
}

const mutateBody: Twist = (step, _, random) => {
  const { body } = step;
  if (!body || !('json' in body)) return step;
  let { json } = body;
  for (let current = random.pick([1, 1, 2, 3]); current > 0; current--) json = mutate(json, random);
  return { ...step, body: { ...body, json } };
};

const BODY: readonly Twist[] = [
  mutateBody,
  mutateBody,
  mutateBody,
  (step, _, random) => {
    if (!step.body) return step;
    const text = getBytes(step.body).toString();
    const bytes = Buffer.from(
      random.pick([
        '',
        text.slice(0, random.integer(text.length + 1)),
        `\ufeff${text}`,
        `${text}${text}`,
        `${text},`,
        text.replaceAll('"', "'"),
        'null',
        '"',
        '[1e400]',
        `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
        `{"__proto__":{"a":1},"constructor":null}`,
        `{"a":${'9'.repeat(400)}}`,
      ]),
    );
    return { ...step, body: { ...step.body, bytes: random.chance(0.1) ? Buffer.from([...bytes, 0xc3, 0x28]) : bytes } };
  },
  (step, _, random) =>
    step.body
      ? {
          ...step,
          body: { bytes: getBytes(step.body), type: random.pick(CONTENT_TYPES)?.replace('*', step.body.type ?? '') },
        }
      : step,
];

const CONTENT_TYPES = [
  undefined,
  '',
  'text/plain',
  'application/xml',
  '*; charset=utf-16',
  '*; charset',
  'a',
  '*, *',
  '*/*',
];

const HEADERS: readonly (readonly [name: string, values: readonly string[]])[] = [
  ['Accept', ['*/*', 'text/html', 'application/json', 'application/xml', 'a', '*', 'application/json;q=0', ';;,', '']],
  ['Accept-Encoding', ['gzip', 'br, *;q=0', 'identity;q=0', '*;q=0', 'a;q=9']],
  ['Accept-Language', ['de', 'en-;q=x', '*', '-']],
  ['Accept-Charset', ['utf-16']],
  ['Content-Encoding', ['gzip', 'br', 'a']],
  [
    'Range',
    ['bytes=0-0', 'bytes=5-1', 'bytes=-1', 'bytes=0-0,2-2', 'bytes=99999999999999999999-', 'items=0-1', 'bytes'],
  ],
  ['If-Range', ['"a"', 'Tue, 15 Nov 1994 12:45:26 GMT']],
  ['If-None-Match', ['*', '"a"', 'W/"a", "b"', 'a', '"']],
  ['If-Match', ['*', '"oriel-fuzz"', 'W/"a"', 'a', '"']],
  ['If-Modified-Since', ['Tue, 15 Nov 1994 12:45:26 GMT', 'never', 'Fri, 31 Dec 9999 23:59:59 GMT']],
  ['If-Unmodified-Since', ['Tue, 15 Nov 1994 12:45:26 GMT', 'never']],
  ['Prefer', ['return=minimal', 'return=representation', 'respond-async, wait=0', ';=']],
  ['Origin', ['null', 'https://evil.example', 'x']],
  ['Cookie', ['a', 'session=; session=%', '=;=', 'a="']],
  ['X-HTTP-Method-Override', ['DELETE', 'x']],
  ['X-Forwarded-For', ['127.0.0.1, a', '"']],
  ['Forwarded', ['for="[::1]:x";host=a', ';']],
  ['Idempotency-Key', ['fuzz', '"fuzz"', '"']],
  ['Traceparent', ['00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', 'x']],
  ['Connection', ['close', 'upgrade, keep-alive']],
  ['Authorization', ['Basic', 'Basic Og==', 'Bearer', 'Bearer a.b.c', 'x']],
  ['Referer', ['x', 'https://evil.example/']],
];

function changeHeader(step: Step, _: Sources, random: Random): Step {
  const [name, values] = random.pick(HEADERS);
  const others = step.headers.filter(([other]) => other.toLowerCase() !== name.toLowerCase());
  return { ...step, headers: [...others, [name, random.pick(values)]] };
}

/** Servers limit the length of URLs, often to 8,000 bytes. */
const MAX_PARAMETER = 500;

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY'];

function changeMethod(step: Step, { api }: Sources, random: Random): Step {
  const { path } = step.operation;
  const documented = api.operations
    .filter((operation) => operation.path === path)
    .flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : method));
  return { ...step, method: random.pick(METHODS.filter((method) => !documented.includes(method))) };
}
