import { HttpResponse, reply, route, span, trace } from '../../../packages/host/src/index.ts';

import type { Client } from './client.ts';
import { INJECTION_STRINGS, HEADER_INJECTION_STRINGS } from './injection-strings.ts';
import { startRecordedHost } from './recorded-host.ts';
import type { RecordedHost } from './recorded-host.ts';

/** Starts a host and sends injection strings in every part of requests. All requests are recorded. */
export async function startAttackedHost(): Promise<RecordedHost> {
  const getInjection = (id: string): string => INJECTION_STRINGS[Number(id)]!;
  const recorded = await startRecordedHost({
    routes: [
      route('echo', 'POST /echo/{id}', {
        handle: async ({ payload, headers }) =>
          new HttpResponse(200, ['Content-Type', headers.get('x-type') ?? 'text/plain'], await payload.bytes()),
      }),
      route('say', 'GET /say/{id}', {
        handle: ({ params, log, context }) => {
          const evil = getInjection(params.id);
          log('error', evil, { [evil]: evil });
          console.info(evil);
          trace.decide(evil, evil, evil);
          span(evil, () => 1, 'user', { [evil]: evil });
          span(evil, () => 1, 'db', {
            sql: `select '${evil}'`,
            parameters: [evil, { [evil]: evil }],
            caller: `${evil}:1`,
          });
          span(evil, () => 1, 'http', { method: evil, url: `javascript:${evil}`, status: 200 });
          context.attributes.set(evil, { [evil]: [evil] });
          return reply(200, { [evil]: evil }, { 'X-Evil': HEADER_INJECTION_STRINGS[Number(params.id)]! });
        },
      }),
      route('throw', 'GET /throw/{id}', {
        handle: ({ params }) => {
          const evil = getInjection(params.id);
          const error = Object.assign(new Error(evil, { cause: new TypeError(evil) }), {
            name: evil,
            code: evil,
            [evil]: evil,
          });
          error.stack = `${evil}\n    at ${evil} (${evil}:1:1)\n    at f (/tmp/${evil}.ts:1:1)\n    at g (file://${evil}:3:4)`;
          throw error;
        },
      }),
    ],
  });
  const { client } = recorded;
  let sent = 0;
  for (const [id, evil] of INJECTION_STRINGS.entries())
    for (const [line, options] of attackRequests(id, evil, HEADER_INJECTION_STRINGS[id]!)) {
      await client.send(line, options);
      sent++;
    }
  await recorded.waitForProfiles(sent);
  return recorded;
}

type Attack = readonly [line: string, options: Parameters<Client['send']>[1]];

function attackRequests(id: number, evil: string, line: string): Attack[] {
  const encoded = encodeURIComponent(evil);
  // The HTTP parser accepts more characters than URLs allow, so the string is sent unencoded.
  const raw = line.replace(/[ \t]/g, '/').replace(/[^\x21-\x7e]/g, '');
  return [
    [
      `GET /${encoded}?${encoded}=${encoded}`,
      {
        headers: {
          Accept: 'text/html',
          Referer: line,
          'User-Agent': line,
          Cookie: `a=${line}; ${line.replace(/[=;,\s]/g, '')}=1`,
          'X-Evil': line,
        },
      },
    ],
    [`GET /${raw.replace(/#/g, '%23')}`, { headers: { Accept: 'text/html' } }],
    [
      `POST /echo/${id}?a=${encoded}`,
      {
        headers: { 'Content-Type': 'application/json', 'X-Type': 'application/json' },
        body: JSON.stringify({ [evil]: evil }),
      },
    ],
    [`POST /echo/${id}`, { headers: { 'Content-Type': 'text/html', 'X-Type': 'text/html' }, body: evil }],
    [
      `POST /echo/${id}`,
      {
        headers: { 'Content-Type': 'image/svg+xml', 'X-Type': 'image/svg+xml' },
        body: `<svg xmlns="http://www.w3.org/2000/svg" onload="window.owned=1">${evil}</svg>`,
      },
    ],
    [`POST /echo/${id}`, { headers: { 'Content-Type': 'image/png', 'X-Type': 'image/png' }, body: evil }],
    [
      `POST /echo/${id}`,
      {
        headers: { 'Content-Type': 'multipart/form-data; boundary=B' },
        body: `--B\r\nContent-Disposition: form-data; name="${line}"; filename="${line}"\r\n\r\n${evil}\r\n--B--`,
      },
    ],
    [`GET /say/${id}`, {}],
    [`GET /throw/${id}`, { headers: { Accept: 'text/html' } }],
  ];
}
