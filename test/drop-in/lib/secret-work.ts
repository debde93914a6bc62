import { deepSecret } from '../../safety/support/secret-requests.ts';
import type { Planter } from '../../safety/support/secret-requests.ts';

/** What an application does with secrets that its clients did not send. Add a kind here and in `apps/secrets/respond.mjs`, or
 * `drivers.mjs` if it is a driver. */
export const SECRET_WORK: Readonly<Record<string, (planter: Planter) => unknown>> = {
  console: (planter) => ({ object: object(planter), text: text(planter), word: planter.secret() }),
  loggers: (planter) => ({ object: object(planter), text: text(planter) }),
  throw: (planter) => ({ message: `Refused for ${text(planter)}`, properties: object(planter) }),
  calls: (planter) => {
    const { name, secret } = planter;
    const query = `${encodeURIComponent(name())}=${secret()}`;
    return { query, bearer: secret(), login: secret(), cookie: secret(), body: object(planter) };
  },
  sqlite: values,
  'better-sqlite3': values,
  pg: values,
  postgres: values,
  mysql2: values,
  prisma: values,
  mongodb: values,
  redis: values,
  headers: ({ name, secret }) => ({
    headers: {
      'Set-Cookie': `sid=${secret()}; HttpOnly`,
      'X-Auth-Token': secret(),
      Location: `/next?${encodeURIComponent(name())}=${secret()}#access_token=${secret()}`,
      'X-Note': `${name()}=${secret()}`,
    },
  }),
  json: (planter) => ({ body: deepSecret(planter) }),
  gzip: (planter) => ({ body: deepSecret(planter) }),
  html: (planter) => ({ body: `<!doctype html><p data-x='${JSON.stringify(object(planter))}'>${text(planter)}</p>` }),
  user: (planter) => ({ user: { name: 'ada', ...(object(planter) as object) } }),
};

function object(planter: Planter): unknown {
  return {
    user: 'ada',
    [planter.name()]: planter.secret(),
    nested: { list: [{ [planter.name()]: planter.secret() }] },
  };
}

function text({ random, name, secret }: Planter): string {
  return random.pick([
    () => `${name()}=${secret()}`,
    () => `${name()}: "${secret()}"`,
    () => `Authorization: Bearer ${secret()}`,
    () => `{"a":1,"${name()}":"${secret()}"}`,
  ])();
}

function values({ secret }: Planter): unknown {
  return { one: secret(), two: secret(), three: secret() };
}
