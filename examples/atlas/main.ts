import { drainOnSignals } from 'oriel-host/server';
import { inDevelopment } from './accounts.ts';
import { DEMO_ACCOUNTS } from './demo-accounts.ts';

/** `npm start`: builds the atlas if it does not exist, serves it and prints its URL. */
try {
  // In production mode the test accounts are disabled.
  process.env['ORIEL_MODE'] ||= 'development';
  const { default: host, database, ready } = await import('./host.ts');
  const port = portFromEnvironment();
  await ready();
  const listening = await host.listen({ host: process.env['HOST'] || '127.0.0.1', port });
  // The database is closed last, because running requests still use it.
  drainOnSignals(listening, { exit: (code) => void database.destroy().finally(() => process.exit(code)) });
  console.log(welcome(listening.url.replace(/\/$/, '')));
} catch (error) {
  console.error(explain(error));
  process.exit(1);
}

function welcome(origin: string): string {
  return [
    `Atlas listens on ${origin}`,
    '',
    `  ${origin}/api/docs`,
    `  ${origin}/api/countries?continent=Europe&order[area]=desc`,
    `  ${origin}/api/countries/FI`,
    `  ${origin}/api/countries/FI/cities?order[population]=desc`,
    `  ${origin}/api/cities?name=par&population[gte]=1000000`,
    `  ${origin}/api/cities/658225.jsonld`,
    `  ${origin}/live`,
    '',
    ...(inDevelopment() ? developmentHints(origin) : []),
    'Press Ctrl-C to stop; running requests are completed first',
    '',
  ].join('\n');
}

function developmentHints(origin: string): readonly string[] {
  const accounts = process.env['ATLAS_USERS'] ? [] : DEMO_ACCOUNTS;
  return [
    ...accounts.map(({ id, password, roles }) => `  ${id} logs in at POST /login with "${password}" (${roles.join()})`),
    ...(accounts.length > 0 ? [''] : []),
    `The profiler at ${origin}/_profiler/ shows every request`,
  ];
}

function portFromEnvironment(): number {
  const port = Number(process.env['PORT'] || 8000);
  if (Number.isInteger(port) && port >= 0 && port <= 65535) return port;
  throw new Error(`PORT is ${JSON.stringify(process.env['PORT'])}; it must be a number from 0 to 65535`);
}

function explain(error: unknown): string {
  const lines: string[] = [];
  for (let current = error; current instanceof Error; current = current.cause) lines.push(current.message);
  return `The atlas cannot start: ${lines.join('\n  because ') || String(error)}`;
}
