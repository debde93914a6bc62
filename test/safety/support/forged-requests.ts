import type { Sent } from '../../lib/send-raw.ts';

/** A request that another site can make a browser send, or another forgery, and the reason in the response with 403. */
export type ForgedRequest = readonly [
  title: string,
  line: string,
  sent: (token: string) => Sent,
  reason: 'no-token' | 'wrong-token' | 'foreign-origin',
];

/**
 * Returns requests that the CSRF protection must reject. `POST /pay`, `POST /read`, `POST /login` and `POST /logout` use the session.
 *
 * @param origin the origin of the host
 */
export function forgedRequests(origin: string): readonly ForgedRequest[] {
  const formOfOrigin = (parts: string, boundary?: string) => form(parts, origin, boundary);
  return [
    ['a form with files without a token', 'POST /pay', () => formOfOrigin(part('a', '1')), 'no-token'],
    ['a token after a file', 'POST /pay', (t) => formOfOrigin(file('f', 'x') + part('_csrf', t)), 'no-token'],
    ['a token in a file field', 'POST /pay', (t) => formOfOrigin(file('_csrf', t)), 'no-token'],
    ['a token in another field', 'POST /pay', (t) => formOfOrigin(part('csrf', t)), 'no-token'],
    [
      'a token after an invalid one',
      'POST /pay',
      (t) => formOfOrigin(part('_csrf', 'x') + part('_csrf', t)),
      'wrong-token',
    ],
    [
      'a token in a form with a wrong boundary',
      'POST /pay',
      (t) => formOfOrigin(part('_csrf', t), 'other'),
      'no-token',
    ],
    ['a form of another site', 'POST /pay', (t) => form(part('_csrf', t), 'https://evil.example'), 'foreign-origin'],
    ['neither Origin nor token', 'POST /pay', () => ({}), 'no-token'],
    ['its own Origin without a token', 'POST /pay', () => ({ headers: { Origin: origin } }), 'no-token'],
    [
      'another Origin, with a token',
      'POST /pay',
      (t) => ({ headers: { Origin: 'https://evil.example', 'X-CSRF-Token': t } }),
      'foreign-origin',
    ],
    [
      'the null Origin, with a token',
      'POST /pay',
      (t) => ({ headers: { Origin: 'null', 'X-CSRF-Token': t } }),
      'foreign-origin',
    ],
    [
      'the null Origin with Sec-Fetch-Site: same-origin',
      'POST /pay',
      (t) => ({ headers: { Origin: 'null', 'Sec-Fetch-Site': 'same-origin', 'X-CSRF-Token': t } }),
      'foreign-origin',
    ],
    [
      'another host of the same site',
      'POST /pay',
      (t) => ({ headers: { 'Sec-Fetch-Site': 'same-site', 'X-CSRF-Token': t } }),
      'foreign-origin',
    ],
    [
      'a cross-site request with the Origin of the host',
      'POST /pay',
      (t) => ({ headers: { Origin: origin, 'Sec-Fetch-Site': 'cross-site', 'X-CSRF-Token': t } }),
      'foreign-origin',
    ],
    [
      'Sec-Fetch-Site in upper case',
      'POST /pay',
      (t) => ({ headers: { 'Sec-Fetch-Site': 'SAME-ORIGIN', 'X-CSRF-Token': t } }),
      'foreign-origin',
    ],
    [
      'an Origin in upper case',
      'POST /pay',
      (t) => ({ headers: { Origin: origin.toUpperCase(), 'X-CSRF-Token': t } }),
      'foreign-origin',
    ],
    [
      'two values in Sec-Fetch-Site',
      'POST /pay',
      (t) => ({ headers: { 'Sec-Fetch-Site': 'same-origin, cross-site', 'X-CSRF-Token': t } }),
      'foreign-origin',
    ],
    [
      'an Origin that begins with the Origin of the host',
      'POST /pay',
      (t) => ({ headers: { Origin: `${origin}.evil.example`, 'X-CSRF-Token': t } }),
      'foreign-origin',
    ],
    [
      'the Origin of the host with another scheme',
      'POST /pay',
      (t) => ({ headers: { Origin: origin.replace('http', 'https'), 'X-CSRF-Token': t } }),
      'foreign-origin',
    ],
    [
      'the Origin of the host with another port',
      'POST /pay',
      (t) => ({ headers: { Origin: 'http://127.0.0.1:1', 'X-CSRF-Token': t } }),
      'foreign-origin',
    ],
    [
      'JSON as text/plain, as a form can send it',
      'POST /pay',
      () => ({ headers: { 'Content-Type': 'text/plain' }, body: '{"a":1}' }),
      'no-token',
    ],
    [
      'a form',
      'POST /pay',
      () => ({ headers: { 'Content-Type': 'application/x-www-form-urlencoded' }, body: 'a=1' }),
      'no-token',
    ],
    [
      'a form with a token in another field',
      'POST /pay',
      (t) => ({ headers: { 'Content-Type': 'application/x-www-form-urlencoded' }, body: `csrf=${t}` }),
      'no-token',
    ],
    ['a token in the query', 'POST /pay', () => ({ headers: { Origin: origin, 'X-CSRF': 'x' } }), 'no-token'],
    ['an empty token', 'POST /pay', () => ({ headers: { 'X-CSRF-Token': '' } }), 'wrong-token'],
    ['an invented token', 'POST /pay', () => ({ headers: { 'X-CSRF-Token': 'A'.repeat(86) } }), 'wrong-token'],
    ['a truncated token', 'POST /pay', (t) => ({ headers: { 'X-CSRF-Token': t.slice(0, -1) } }), 'wrong-token'],
    ['a token in upper case', 'POST /pay', (t) => ({ headers: { 'X-CSRF-Token': t.toUpperCase() } }), 'wrong-token'],
    ['two tokens', 'POST /pay', (t) => ({ headers: { 'X-CSRF-Token': `${t}, ${t}` } }), 'wrong-token'],
    [
      'a method override to GET',
      'POST /pay',
      () => ({ headers: { 'X-HTTP-Method-Override': 'GET', 'X-Method-Override': 'GET' } }),
      'no-token',
    ],
    ['PUT', 'PUT /pay', () => ({}), 'no-token'],
    ['PATCH', 'PATCH /pay', () => ({}), 'no-token'],
    ['DELETE', 'DELETE /pay', () => ({}), 'no-token'],
    ['an unknown method', 'PURGE /pay', () => ({}), 'no-token'],
    ['a POST that only reads the session', 'POST /read', () => ({}), 'no-token'],
    ['a logout', 'POST /logout', () => ({}), 'no-token'],
    [
      'a login from another site',
      'POST /login',
      () => ({ headers: { Origin: 'https://evil.example' } }),
      'foreign-origin',
    ],
  ];
}

/** Returns a multipart form of a page of an origin. `boundary` is the one in its Content-Type. */
export function form(parts: string, origin: string, boundary = 'edge'): Sent {
  const headers = { 'Content-Type': `multipart/form-data; boundary=${boundary}`, Origin: origin };
  return { headers, body: `${parts}--edge--\r\n` };
}

/** Returns a field of a form. */
export function part(name: string, value: string, more = ''): string {
  return `--edge\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;
}

/** Returns a file of a form. */
export function file(name: string, value: string): string {
  return part(name, value, '; filename="t.txt"\r\nContent-Type: text/plain');
}
