/**
 * Takes the screenshots in `docs/images`. Serves the Atlas example with additional routes that cause findings, sends
 * requests to it and to the shop with Express, and opens pages of the profiler. `--all` also captures every panel in
 * light, dark and 360 px wide, into `var/screenshots`.
 */
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { defineHost, route, span, trace } from 'oriel-host';
import type { HostConfig } from 'oriel-host';
import { MemoryProfileStorage } from 'oriel';
import { PANELS } from '../packages/profiler/src/view/panels/panels.ts';
import { chromium } from 'playwright-core';
import type { Browser } from 'playwright-core';
import type { AtlasDatabase } from '../examples/atlas/database.ts';
import { copyShop, fixShop, runShop } from '../examples/express-shop/fix-shop.ts';
import { readProfile, startShop } from '../examples/express-shop/start-shop.ts';
import type { RunningShop, ShopProfile } from '../examples/express-shop/start-shop.ts';
import { DEMO_ACCOUNTS } from '../examples/atlas/demo-accounts.ts';
import { ROOT } from './lib/source-files.ts';

const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const ARGUMENTS =
  '--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync';
const MAX_BYTES = 150 * 1024;

/** Routes that cause findings: one query per row, a slow HTTP call, and an error. */
function routesWithFindings(database: AtlasDatabase, weather: string) {
  const findCapital = (country: string) =>
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
        const capitals: { country: string; capital: Awaited<ReturnType<typeof findCapital>> }[] = [];
        for (const { code, name } of countries) capitals.push({ country: name, capital: await findCapital(code) });
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
        const [now, soon] = await span('fetch the weather', () =>
          Promise.all(
            ['now', 'tomorrow'].map(async (when) =>
              (await fetch(`${weather}/${when}?at=${city.latitude},${city.longitude}`)).json(),
            ),
          ),
        );
        trace.decide('weather', 'metric', 'the country of the city uses degrees Celsius');
        return span('combine', () => ({ city: city.name, now, soon }));
      },
    }),

    route('distance', 'GET /distance/{from}/{to}', {
      handle: async ({ params }) => {
        const [from, to] = await Promise.all([findCapital(params.from), findCapital(params.to)]);
        return { between: [from!.name, to!.name], kilometres: 0 };
      },
    }),
  ];
}

/** Starts a weather service that responds slowly. */
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

// The session is reused, so that there is only one login.
let visitor: string | undefined;

/** Sends typical requests, including invalid ones. Returns the tokens of the profiles to capture by name. */
async function makeTraffic(origin: string): Promise<ReadonlyMap<string, string>> {
  const tokens = new Map<string, string>();
  const send = async (line: string, { name, ...init }: RequestInit & { name?: string } = {}) => {
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
  visitor ??= (await send('POST /login', json({ username: id, password }))).get('set-cookie')!.split(';')[0]!;
  // An authenticated request from a page of another origin.
  await send('GET /session', { name: 'visitor', headers: { Cookie: visitor, Origin: 'https://elsewhere.example' } });
  await send('GET /api/countries?continent=Europe');
  await send('GET /api/countries/FI');
  await send('GET /api/countries/FI/cities?itemsPerPage=100');
  await send('GET /api/cities?name=hel');
  await send('GET /robots.txt');
  await send('GET /api/cities/658225/');
  await send('POST /api/cities', {
    name: 'violations',
    ...json({ name: '', country: 'Finland', latitude: 160, longitude: 24.25, population: 7 }),
  });
  const city = { name: 'Orielby', country: '/api/countries/FI', latitude: 60.5, longitude: 24.25, population: 7 };
  const created = await send('POST /api/cities', { name: 'created', ...json(city) });
  await send('GET /capitals/Europe', { name: 'n1' });
  await send('HEAD /api/countries/SI');
  await send('GET /api/cities?name=par&order[population]=desc');
  await send('GET /api/cities?populaton[gte]=1000000', { name: 'meant' });
  await send('GET /weather/658225', { name: 'weather' });
  await send('PUT /api/countries/FI', { name: 'method', ...json(city) });
  await send('GET /api/countries/XX');
  await send(`DELETE ${created.get('location')!}`, { headers: ada });
  await send('GET /distance/FI/BV', { name: 'exception', headers: { Authorization: 'Bearer not-for-the-picture' } });
  await send('GET /citys/658225', { name: 'miss' });
  return tokens;
}

interface View {
  readonly dark?: boolean;
  readonly width?: number;
  readonly height?: number;
  /** Captures the whole page, not only the viewport. */
  readonly whole?: boolean;
}

/** Opens a page in a browser, and returns a function that captures a URL to a file. */
async function openPage(browser: Browser, { dark = false, width = 1200, height = 720, whole = false }: View) {
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
    const tooLarge = !whole && size > MAX_BYTES;
    console.log(`${relative(ROOT, file)}  ${Math.ceil(size / 1024)} KB${tooLarge ? ', which is too large' : ''}`);
  };
}

/** Captures the list, a profile and its comparison with the profile after the fix of the shop. */
async function takeShop(take: (name: string, address: string) => Promise<void>): Promise<void> {
  const running = await startShop();
  try {
    const get = async (path: string) => readProfile(running, await fetch(running.shop + path));
    const token = await requestOrders(() => get('/api/orders'));
    for (const path of ['/', '/shop.js', '/api/products', '/api/sales', '/api/orders/order-6/label']) await get(path);
    // The responses after it are not those of the fixed shop, which has a database of its own.
    const order = { customerId: 1, productId: 2, quantity: 3 };
    const headers = { 'Content-Type': 'application/json' };
    const body = JSON.stringify(order);
    await readProfile(running, await fetch(`${running.shop}/api/orders`, { method: 'POST', headers, body }));
    const pages = `${running.pages}/_profiler`;
    await take('shop-list', `${pages}/empty/search/results?q=path:/api`);
    await take('shop-database', `${pages}/${token}?panel=database`);
    await take('shop-comparison', `${pages}/${token}..${await requestFixedShop(running)}`);
  } finally {
    await running.stop();
  }
}

/** Sends requests to the shop with the fix of its README, which records into the same store. Returns the token of one. */
async function requestFixedShop(running: RunningShop): Promise<string> {
  const folder = copyShop();
  try {
    fixShop(folder);
    return await runShop(folder, { ORIEL_PROFILER_FILE: running.file }, (url) =>
      requestOrders(async () => readProfile(running, await fetch(`${url}/api/orders`))),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Sends a request six times. Returns the token of the one with the median duration, because other processes slow some down. */
async function requestOrders(send: () => Promise<ShopProfile>): Promise<string> {
  const profiles: ShopProfile[] = [];
  for (let round = 0; round < 6; round++) profiles.push(await send());
  const [, , median] = profiles.toSorted((one, other) => one.summary.duration - other.summary.duration);
  return median!.summary.token;
}

/** Captures every panel of some requests in every color scheme and width. */
async function takeAll(browser: Browser, origin: string, tokens: ReadonlyMap<string, string>): Promise<void> {
  const folder = join(ROOT, 'var/screenshots');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const variants = { light: {}, dark: { dark: true }, narrow: { width: 360, height: 740 } };
  for (const [variant, view] of Object.entries(variants)) {
    const capture = await openPage(browser, { ...view, whole: true });
    const take = (name: string, path: string) => capture(origin + path, join(folder, `${variant}-${name}.png`));
    await take('list', '/_profiler/empty/search/results?limit=18');
    await take('missing', '/_profiler/abcdef');
    await take('error-page', '/nowhere');
    for (const [name, token] of tokens)
      for (const panel of PANELS) await take(`${name}-${panel.name}`, `/_profiler/${token}?panel=${panel.name}`);
  }
}

/** Sends the same requests to another host with this configuration, so that code is optimized before the screenshots. */
async function warmUp(config: HostConfig): Promise<void> {
  // The sessions of the atlas must stay open.
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
  const routes = [...(atlas.config.routes ?? []), ...routesWithFindings(database, weather.url)];
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
      (await openPage(browser, view))(address, join(images, `${name}.png`));

    await take('profile-list', `${list}?limit=14`, { height: 560 });
    await take('profile-list-dark', `${list}?limit=14`, { height: 560, dark: true });
    await take('profile-exception', panel('exception', 'exception'));
    await take('profile-timeline', panel('weather', 'timeline'));
    await take('profile-database', panel('n1', 'database'));
    await take('error-page', `${origin}/citys/658225`);
    await takeShop((name, address) => take(name, address, { height: 640 }));
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
