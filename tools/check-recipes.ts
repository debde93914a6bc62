/**
 * Runs the recipes of `docs/profiler/har.md` as they are written: `npm run recipes:check`. Records the Express shop in a temporary folder, exports
 * it, validates the archive against the schema of HAR 1.2, and runs Redocly, Playwright and har-to-k6 on it. The script for k6 is only parsed.
 * Needs the npm registry, and Chromium at `CHROMIUM`.
 */
import './pack.ts';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UserShell } from './lib/user-shell.ts';
import { ROOT, read } from './lib/source-files.ts';

const PAGE = 'docs/profiler/har.md';
const SHOP_URL = 'http://127.0.0.1:3000';
const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const FOLDER = mkdtempSync(join(tmpdir(), 'oriel-recipes-'));
const SHOP = join(FOLDER, 'express-shop');
const shell = new UserShell(join(FOLDER, 'home'));

try {
  await installShop();
  const url = await recordShop();
  await validate(url);
  await compareContract(url);
  await playBack(url);
  await convertToK6(url);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await shell.stopAll();
  rmSync(FOLDER, { recursive: true, force: true });
}

async function installShop(): Promise<void> {
  mkdirSync(join(FOLDER, 'home'));
  symlinkSync(ROOT, join(FOLDER, 'oriel'), 'dir');
  cpSync(join(ROOT, 'examples/style'), join(FOLDER, 'style'), { recursive: true });
  cpSync(join(ROOT, 'examples/express-shop'), SHOP, {
    recursive: true,
    filter: (path) => !path.includes('node_modules') && !path.endsWith('package-lock.json'),
  });
  const [install] = /^npm install -D .*oriel\.tgz$/m.exec(read('README.md')) ?? [];
  if (install === undefined) throw new Error('README.md does not install oriel; correct this program');
  await shell.run(SHOP, install);
  // The browser of Playwright is not needed, because Chromium is installed.
  await shell.run(SHOP, 'npm install --save-dev playwright@npm:playwright-core har-validator');
}

/** Opens the shop in Chromium and presses its buttons, so that a browser has sent the requests. Returns its address. */
async function recordShop(): Promise<string> {
  const command = 'node --import oriel/register app.js';
  const url = await shell.start(SHOP, command, /The shop listens on (http:\S+)/);
  writeFileSync(
    join(SHOP, 'visit.mjs'),
    `import { chromium } from 'playwright';
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM });
const page = await browser.newPage();
await page.goto('${url}/', { waitUntil: 'networkidle' });
const statuses = await page.evaluate(async () => {
  const headers = { 'Content-Type': 'application/json' };
  const order = (quantity) => ({ method: 'POST', headers, body: JSON.stringify({ customerId: 1, productId: 2, quantity }) });
  const responses = [fetch('/api/products'), fetch('/api/orders'), fetch('/api/orders', order(3)), fetch('/api/orders', order('x')), fetch('/api/orders/order-1/label')];
  return (await Promise.all(responses)).map(({ status }) => status);
});
console.log(statuses.join(' '));
await browser.close();
`,
  );
  expectText(await shell.run(SHOP, `CHROMIUM=${CHROMIUM} node visit.mjs`), '200 200 201 422 200');
  return url;
}

async function validate(url: string): Promise<void> {
  await shell.run(SHOP, findCommand(url, /^npx oriel export 'since:1h app:express-shop' .*$/m));
  const program = `const { log } = JSON.parse(require('node:fs').readFileSync('requests.har', 'utf8'));
    require('har-validator').har({ log }).then(() => console.log(log.entries.length + ' valid entries'), ({ errors }) => { console.error(errors); process.exitCode = 1; });`;
  writeFileSync(join(SHOP, 'validate.cjs'), program);
  console.log(`HAR 1.2   ${(await shell.run(SHOP, 'node validate.cjs')).trim()}`);
}

async function compareContract(url: string): Promise<void> {
  await shell.run(SHOP, findCommand(url, /^npx oriel export .* path:\/api' .*$/m));
  const drift = findCommand(url, /^npx @redocly\/cli drift .*$/m).replace('npx', 'npx --yes');
  const found = await shell.run(SHOP, `${drift} --format json --output drift.json || test $? -eq 1`);
  const { problems } = JSON.parse(readFileSync(join(SHOP, 'drift.json'), 'utf8')) as {
    problems: { message: string }[];
  };
  const messages = problems.map(({ message }) => message);
  const [expected = ''] = /Undocumented endpoint: .*/.exec(read(PAGE)) ?? [];
  if (messages.join('\n') !== expected) throw new Error(`drift found ${JSON.stringify(messages)}:\n${found}`);
  const description = readFileSync(join(SHOP, 'openapi.yaml'), 'utf8');
  const label =
    "  /api/orders/{id}/label:\n    get:\n      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]\n      responses: { '200': { description: The label } }\n";
  writeFileSync(join(SHOP, 'openapi.yaml'), description.replace('components:\n', `${label}components:\n`));
  expectText(await shell.run(SHOP, drift), 'documented=5 undocumented=0', 'total=0');
  console.log(`Redocly   ${expected}; none once it is described`);
}

async function playBack(url: string): Promise<void> {
  await shell.run(SHOP, findCommand(url, /^npx oriel export .* -status:304' .*$/m));
  const [, program = ''] = /^```js\n(.*?)^```$/ms.exec(read(PAGE)) ?? [];
  writeFileSync(join(SHOP, 'offline.mjs'), program.replaceAll(SHOP_URL, url));
  await shell.stopAll();
  const printed = await shell.run(SHOP, `CHROMIUM=${CHROMIUM} node offline.mjs`);
  const expected = Array.from(/It prints `(.*?)` and `(.*?)`/.exec(read(PAGE)) ?? [])
    .slice(1)
    .join('\n');
  if (expected === '' || printed.trim() !== expected)
    throw new Error(`offline.mjs printed ${printed}, expected ${expected}`);
  console.log(`Playwright ${expected.replace('\n', ', ')} without the shop`);
}

async function convertToK6(url: string): Promise<void> {
  await shell.run(SHOP, findCommand(url, /^npx oriel export .* method:get' .*$/m));
  await shell.run(SHOP, findCommand(url, /^npx har-to-k6 .*$/m).replace('npx', 'npx --yes'));
  // k6 reads modules.
  await shell.run(SHOP, 'cp load.js load.mjs && node --check load.mjs');
  const requests = readFileSync(join(SHOP, 'load.js'), 'utf8').match(/http\.get\('[^']*'/g) ?? [];
  expectText(requests.join('\n'), `${url}/api/products`, `${url}/api/orders`);
  console.log(`k6        ${requests.length} requests in a script that parses`);
}

/** Returns a command of the page, with the address of the shop. */
function findCommand(url: string, pattern: RegExp): string {
  const [command] = pattern.exec(read(PAGE)) ?? [];
  if (command === undefined)
    throw new Error(`${PAGE} does not contain ${String(pattern)}; correct the page, or tools/check-recipes.ts`);
  return command.replaceAll(SHOP_URL, url);
}

function expectText(text: string, ...expected: readonly string[]): void {
  for (const element of expected) if (!text.includes(element)) throw new Error(`Expected ${element} in:\n${text}`);
}
