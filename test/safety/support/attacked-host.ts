import { HttpResponse, reply, route, span, trace } from '../../../src/index.ts';

import type { Client } from './client.ts';
import { CORPUS, HEADER_CORPUS } from './corpus.ts';
import { startRecorded } from './recorded-host.ts';
import type { RecordedHost } from './recorded-host.ts';

/** A host that was attacked through everything that takes something from outside, and recorded it all. */
export async function startAttacked(): Promise<RecordedHost> {
  const at = (id: string): string => CORPUS[Number(id)]!;
  const recorded = await startRecorded({
    routes: [
      route('echo', 'POST /echo/{id}', {
        handle: async ({ payload, headers }) =>
          new HttpResponse(200, ['Content-Type', headers.get('x-type') ?? 'text/plain'], await payload.bytes()),
      }),
      route('say', 'GET /say/{id}', {
        handle: ({ params, log, context }) => {
          const evil = at(params.id);
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
          return reply(200, { [evil]: evil }, { 'X-Evil': HEADER_CORPUS[Number(params.id)]! });
        },
      }),
      route('throw', 'GET /throw/{id}', {
        handle: ({ params }) => {
          const evil = at(params.id);
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
  for (const [id, evil] of CORPUS.entries())
    for (const [line, ask] of attacks(id, evil, HEADER_CORPUS[id]!)) {
      await client.ask(line, ask);
      sent++;
    }
  await recorded.settled(sent);
  return recorded;
}

type Attack = readonly [line: string, ask: Parameters<Client['ask']>[1]];

function attacks(id: number, evil: string, line: string): Attack[] {
  const encoded = encodeURIComponent(evil);
  // As raw as a client can send it: the parser of the other side takes more than URLs allow.
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
