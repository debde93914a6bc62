import { request } from 'node:http';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { HttpResponse, reply, span, trace } from '../../../packages/host/src/index.ts';
import type { RouteInput } from '../../../packages/host/src/index.ts';
import type { Planter } from './secret-requests.ts';

/** What a handler can use. */
export interface HandlerTools {
  readonly database: Kysely<{ users: { id: number; login: string; password: string; api_key: string } }>;
  /** The URL of a server that accepts every request. */
  readonly serverUrl: string;
  /** Runs a module of the application with this source. */
  readonly run: (source: string) => unknown;
}

/** The input of a handler. */
export type Input = RouteInput<unknown, unknown, unknown>;
/** A handler that uses secrets which the client did not send. */
export type SecretHandler = (tools: HandlerTools, input: Input) => unknown;

const failing = (error: unknown): never => {
  throw error;
};

/** Functions that create a handler for each way in which an application can leak secrets. */
export const SECRET_HANDLERS: Readonly<Record<string, (planter: Planter) => SecretHandler>> = {
  'a log context': ({ name, secret }) => {
    const details = { user: 'ada', [name()]: secret(), nested: { list: [{ [name()]: { inner: secret() } }] } };
    return (_tools, { log }) => log('info', 'signed in', details);
  },
  'a log message': ({ name, secret, random }) => {
    const text = random.pick([
      `${name()}=${secret()}`,
      `${name()}: "${secret()}"`,
      `sent Authorization: Bearer ${secret()}`,
      `body {"a":1,"${name()}":"${secret()}"}`,
    ]);
    return (_tools, { log }) => log('warning', `About to use ${text} now`);
  },
  console: ({ name, secret }) => {
    const [object, text, word] = [{ deep: { [name()]: secret() } }, `using ${name()}=${secret()}`, secret()];
    return () => (console.log('got', object), console.error(text), console.warn('password:', word), 'ok');
  },
  'pairs on the console': ({ name, secret }) => {
    const pairs = [[name(), secret()]];
    const statement = `insert into users (login, password) values ('ada', '${secret()}')`;
    return () => (console.log(pairs), console.log('running', statement), 'ok');
  },
  'SQL parameters': ({ secret }) => {
    const [one, two, three, four] = [secret(), secret(), secret(), secret()];
    return async ({ database }) => {
      await database
        .insertInto('users')
        .values({ id: Math.trunc(Math.random() * 1e9), login: 'ada', password: one, api_key: two })
        .execute();
      await database.updateTable('users').set({ password: three }).where('login', '=', 'ada').execute();
      return database.selectFrom('users').select('id').where('api_key', '=', four).execute();
    };
  },
  'SQL text': ({ secret }) => {
    const [one, two, three] = [secret(), secret(), secret()];
    return async ({ database }) => {
      await sql
        .raw(
          `insert into users (id, login, password, api_key) values (${Math.trunc(Math.random() * 1e9)}, 'bo', '${one}', '${two}')`,
        )
        .execute(database);
      return (await sql.raw(`select id from users where password = '${three}'`).execute(database)).rows;
    };
  },
  'SQL that fails': ({ secret }) => {
    const text = `insert into nowhere (password) values ('${secret()}')`;
    return ({ database }) => sql.raw(text).execute(database);
  },
  'span details, names and errors': ({ name, secret }) => {
    const [details, title, message, bare] = [
      { [name()]: secret(), in: [{ [name()]: secret() }] },
      `load ${name()}=${secret()}`,
      `refused ${name()}=${secret()}`,
      `bare ${name()}=${secret()}`,
    ];
    return () => {
      span(title, () => 1, 'user', details);
      span(bare, () => 1);
      try {
        span('fails', () => failing(new Error(message)));
      } catch {}
      return 'ok';
    };
  },
  'outgoing calls': ({ name, secret }) => {
    const [query, bearer, login, cookie] = [`${name()}=${secret()}`, secret(), secret(), secret()];
    return async ({ serverUrl: elsewhere }) => {
      await (
        await fetch(`${elsewhere}/rates?page=1&${query}`, {
          headers: { Authorization: `Bearer ${bearer}`, Cookie: `sid=${cookie}` },
        })
      ).text();
      await new Promise((resolve) =>
        request(`${elsewhere}/x?${query}`, { auth: `ada:${login}` }, (response) =>
          response.resume().on('end', resolve),
        ).end(),
      );
      return fetch(`http://ada:${login}@127.0.0.1:1/?${query}`).catch(() => 'failed');
    };
  },
  'an outgoing call that fails': ({ name, secret }) => {
    const query = `${name()}=${secret()}`;
    return () =>
      fetch(`http://127.0.0.1:1/?${query}`).catch((cause: unknown) =>
        failing(new Error(`Calling with ${query} failed`, { cause })),
      );
  },
  'a thrown message': ({ name, secret }) => {
    const error = new Error(`Login refused for ${name()}=${secret()}`, {
      cause: new TypeError(`{"${name()}":"${secret()}"}`),
    });
    return () => failing(error);
  },
  'the properties of an error': ({ name, secret }) => {
    const error = Object.assign(
      new AggregateError([Object.assign(new Error('inner'), { [name()]: secret() })], 'several'),
      { [name()]: secret(), config: { headers: { Authorization: secret() } } },
    );
    return () => failing(error);
  },
  'a thrown value that is not an error': ({ name, secret }) => {
    const thrown = { message: `bad ${name()}=${secret()}`, [name()]: secret() };
    return () => failing(thrown);
  },
  'a name that only this application redacts': ({ secret }) => {
    const error = Object.assign(new Error(`no seat for boardingCode=${secret()}`), { boardingCode: secret() });
    return (_tools, { log }) => (log('error', 'seat', { boarding_code: error.boardingCode }), failing(error));
  },
  attributes: ({ name, secret }) => {
    const value = { [name()]: secret(), user: new Map([[name(), secret()]]) };
    const single = secret();
    return (_tools, { context }) => (
      context.attributes.set('user', value),
      context.attributes.set('accessToken', single),
      'ok'
    );
  },
  'decisions and panels': ({ name, secret }) => {
    const because = `${name()}=${secret()}`;
    const panel = { [name()]: secret() };
    return (_tools, { context }) => (
      trace.decide('access', 'granted', because),
      context.attributes.set('for the panel', panel),
      'ok'
    );
  },
  'response headers': ({ name, secret }) => {
    const headers = {
      'Set-Cookie': `sid=${secret()}; HttpOnly`,
      'X-Auth-Token': secret(),
      Location: `/next?${name()}=${secret()}#access_token=${secret()}`,
      'X-Note': `${name()}=${secret()}`,
    };
    return () => reply(201, { ok: true }, headers);
  },
  'response bodies': (planter) => {
    const { name, secret } = planter;
    const body = { user: 'ada', [name()]: secret(), pages: [{ [name()]: { deep: [secret()] } }] };
    return () => body;
  },
  'a streamed response': ({ name, secret }) => {
    const text = JSON.stringify({ a: 1, [name()]: secret() });
    return () => new HttpResponse(200, ['Content-Type', 'application/json'], new Blob([text]).stream());
  },
  'an HTML response': ({ name, secret }) => {
    const text = `<!doctype html><p data-x='{"${name()}":"${secret()}"}'>${name()}=${secret()}</p>`;
    return () => new HttpResponse(200, ['Content-Type', 'text/html; charset=utf-8'], text);
  },
  'source excerpts': ({ name, secret }) => {
    const source = [
      `const settings = { '${name()}': '${secret()}' };`,
      `const address = 'https://ada:${secret()}@example.com/';`,
      `throw new Error('It failed next to its secrets'); // password = "${secret()}"`,
    ];
    return ({ run }) => run(source.join('\n'));
  },
};
