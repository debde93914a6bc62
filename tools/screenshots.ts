/**
 * Takes the pictures of `docs/images`: serves the Atlas example with a few demanding routes beside its own, asks it as
 * people would, and looks at what the profiler says. `--all` also draws every panel, light, dark and 360 px wide, into
 * `var/screenshots`, for whoever changes how pages look.
 */
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { defineHost, route, span, trace } from 'oriel';
import type { HostConfig } from 'oriel';
import { MemoryProfileStorage } from 'oriel/profiler';
import { PANELS } from '../src/profiler/panels/panels.ts';
import { chromium } from 'playwright-core';
import type { Browser } from 'playwright-core';
import type { AtlasDatabase } from '../examples/atlas/database.ts';
import { DEMO_ACCOUNTS } from '../examples/atlas/demo-accounts.ts';
import { ROOT } from './lib/source-files.ts';

const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const ARGUMENTS =
  '--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync';
const LARGEST = 150 * 1024;

/** What the Atlas does not do: ask once per row, wait for somebody else, and fail. */
function demandingRoutes(database: AtlasDatabase, weather: string) {
  const capitalOf = (country: string) =>
    database
      .selectFrom('cities')
      .select(['name', 'population'])
      .where('country', '=', country)
      .where('feature', '=', 'PPLC')
      .executeTakeFirst();

  return [
    route('capitals', 'GET /capitals/{continent}', {
      handle: async ({ params, log }) => {
        const countries = await database
          .selectFrom('countries')
          .select(['code', 'name'])
          .where('continent', '=', params.continent)
          .orderBy('name')
          .limit(24)
          .execute();
        const capitals: { country: string; capital: Awaited<ReturnType<typeof capitalOf>> }[] = [];
        for (const { code, name } of countries) capitals.push({ country: name, capital: await capitalOf(code) });
        if (capitals.some(({ capital }) => !capital))
          log('warning', 'A country has no capital', { continent: params.continent });
        return span('sort by population', () =>
          capitals.toSorted((one, other) => (other.capital?.population ?? 0) - (one.capital?.population ?? 0)),
        );
      },
    }),

    route('weather', 'GET /weather/{id<\\d+>}', {
      handle: async ({ params }) => {
        const city = await database
          .selectFrom('cities')
          .select(['name', 'latitude', 'longitude'])
          .where('id', '=', Number(params.id))
          .executeTakeFirstOrThrow();
        const [now, soon] = await span('ask the weather', () =>
          Promise.all(
            ['now', 'tomorrow'].map(async (when) =>
              (await fetch(`${weather}/${when}?at=${city.latitude},${city.longitude}`)).json(),
            ),
          ),
        );
        trace.decide('weather', 'metric', 'the country of the city uses degrees Celsius');
        return span('put together', () => ({ city: city.name, now, soon }));
      },
    }),

    route('distance', 'GET /distance/{from}/{to}', {
      handle: async ({ params }) => {
        const [from, to] = await Promise.all([capitalOf(params.from), capitalOf(params.to)]);
        return { between: [from!.name, to!.name], kilometres: 0 };
      },
    }),
  ];
}

/** Somebody else's server: its answers take their time. */
async function startWeather() {
  const server = createServer((request, response) => {
    setTimeout(
      () => response.setHeader('Content-Type', 'application/json').end('{"degrees":4,"wind":7}'),
      request.url!.startsWith('/now') ? 34 : 61,
    );
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

// Logging in once will do.
let visitor: string | undefined;

/** What people ask of an atlas, mistakes included. Gives the tokens of the requests worth a picture, by name. */
async function makeTraffic(origin: string): Promise<ReadonlyMap<string, string>> {
  const tokens = new Map<string, string>();
  const ask = async (line: string, { name, ...init }: RequestInit & { name?: string } = {}) => {
    const [method = 'GET', path = '/'] = line.split(' ');
    const response = await fetch(origin + path, { redirect: 'manual', method, ...init });
    await response.arrayBuffer();
    const token = response.headers.get('x-debug-token');
    if (name !== undefined && token !== null) tokens.set(name, token);
    return response.headers;
  };
  const ada = { 'X-Api-Key': DEMO_ACCOUNTS[0]!.key };
  const json = (body: unknown) => ({
    headers: { 'Content-Type': 'application/json', ...ada },
    body: JSON.stringify(body),
  });

  const { id, password } = DEMO_ACCOUNTS[0]!;
  visitor ??= (await ask('POST /login', json({ username: id, password }))).get('set-cookie')!.split(';')[0]!;
  // Somebody who has logged in, on a page of another site.
  await ask('GET /session', { name: 'visitor', headers: { Cookie: visitor, Origin: 'https://elsewhere.example' } });
  await ask('GET /api/countries?continent=Europe');
  await ask('GET /api/countries/FI');
  await ask('GET /api/countries/FI/cities?itemsPerPage=100');
  await ask('GET /api/cities?name=hel');
  await ask('GET /robots.txt');
  await ask('GET /api/cities/658225/');
  await ask('POST /api/cities', {
    name: 'violations',
    ...json({ name: '', country: 'Finland', latitude: 160, longitude: 24.25, population: 7 }),
  });
  const city = { name: 'Orielby', country: '/api/countries/FI', latitude: 60.5, longitude: 24.25, population: 7 };
  const created = await ask('POST /api/cities', { name: 'created', ...json(city) });
  await ask('GET /capitals/Europe', { name: 'n1' });
  await ask('HEAD /api/countries/SI');
  await ask('GET /api/cities?name=par&order[population]=desc');
  await ask('GET /api/cities?populaton[gte]=1000000', { name: 'meant' });
  await ask('GET /weather/658225', { name: 'weather' });
  await ask('PUT /api/countries/FI', { name: 'method', ...json(city) });
  await ask('GET /api/countries/XX');
  await ask(`DELETE ${created.get('location')!}`, { headers: ada });
  await ask('GET /distance/FI/BV', { name: 'exception', headers: { Authorization: 'Bearer not-for-the-picture' } });
  await ask('GET /citys/658225', { name: 'miss' });
  return tokens;
}

interface View {
  readonly dark?: boolean;
  readonly width?: number;
  readonly height?: number;
  /** The whole page, however long. */
  readonly whole?: boolean;
}

/** Draws pages one after another, all in the same way. */
async function openEye(browser: Browser, { dark = false, width = 1200, height = 720, whole = false }: View) {
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: dark ? 'dark' : 'light',
    locale: 'en-GB',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  return async (address: string, file: string): Promise<void> => {
    await page.goto(address, { waitUntil: 'load' });
    await page.evaluate('document.fonts.ready');
    await page.screenshot({ path: file, fullPage: whole });
    const size = statSync(file).size;
    const tooLarge = !whole && size > LARGEST;
    console.log(`${relative(ROOT, file)}  ${Math.ceil(size / 1024)} KB${tooLarge ? ', which is too large' : ''}`);
  };
}

/** Every panel of some requests, in every look. */
async function takeAll(browser: Browser, origin: string, tokens: ReadonlyMap<string, string>): Promise<void> {
  const folder = join(ROOT, 'var/screenshots');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const looks = { light: {}, dark: { dark: true }, narrow: { width: 360, height: 740 } };
  for (const [look, view] of Object.entries(looks)) {
    const draw = await openEye(browser, { ...view, whole: true });
    const take = (name: string, path: string) => draw(origin + path, join(folder, `${look}-${name}.png`));
    await take('list', '/_profiler/empty/search/results?limit=18');
    await take('missing', '/_profiler/abcdef');
    await take('error-page', '/nowhere');
    for (const [name, token] of tokens)
      for (const panel of PANELS) await take(`${name}-${panel.name}`, `/_profiler/${token}?panel=${panel.name}`);
  }
}

/** The same host, asked the same until the program is warm: what a cold one costs is no use to anybody. */
async function warmUp(config: HostConfig): Promise<void> {
  // What the atlas closes when it ends is needed again.
  const { onClose: _, ...rest } = config;
  await using host = defineHost({ ...rest, profiler: { storage: new MemoryProfileStorage() } });
  const { port } = await host.listen({ port: 0, mode: 'development' });
  for (let round = 0; round < 20; round++) await makeTraffic(`http://localhost:${port}`);
}

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'oriel-screenshots-'));
  const atlasFile = join(folder, 'atlas.sqlite');
  const built = join(ROOT, 'var/atlas.sqlite');
  if (existsSync(built)) cpSync(built, atlasFile);
  process.env['ATLAS_DB'] = atlasFile;
  process.env['ORIEL_MODE'] = 'development';
  const { default: atlas, database, ready } = await import('../examples/atlas/host.ts');
  await ready();

  const weather = await startWeather();
  const routes = [...(atlas.config.routes ?? []), ...demandingRoutes(database, weather.url)];
  const config: HostConfig = { ...atlas.config, routes, log: { sink: { write: () => undefined } } };
  await warmUp(config);
  const host = defineHost({ ...config, profiler: { file: join(folder, 'profiler.sqlite') } });
  const { port } = await host.listen({ port: 0, mode: 'development' });
  const origin = `http://localhost:${port}`;
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ARGUMENTS.split(' ') });
  try {
    const tokens = await makeTraffic(origin);
    await new Promise((resolve) => setTimeout(resolve, 300));
    const list = `${origin}/_profiler/empty/search/results`;
    const panel = (name: string, of: string) => `${origin}/_profiler/${tokens.get(name)}?panel=${of}`;
    const images = join(ROOT, 'docs/images');
    mkdirSync(images, { recursive: true });
    const take = async (name: string, address: string, view: View = {}) =>
      (await openEye(browser, view))(address, join(images, `${name}.png`));

    await take('profile-list', `${list}?limit=14`, { height: 560 });
    await take('profile-list-dark', `${list}?limit=14`, { height: 560, dark: true });
    await take('profile-exception', panel('exception', 'exception'));
    await take('profile-timeline', panel('weather', 'timeline'));
    await take('profile-database', panel('n1', 'database'));
    await take('error-page', `${origin}/citys/658225`);
    if (process.argv.includes('--all')) await takeAll(browser, origin, tokens);
  } finally {
    await browser.close();
    await host.close();
    await database.destroy();
    weather.server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

await main();
