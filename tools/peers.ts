/**
 * Installs the packed packages beside old versions of all optional peers, with npm, pnpm and Yarn: `npm run peers`. Checks
 * that installing succeeds, that requests are recorded, and that each feature that needs a peer names the version that it
 * needs. Needs the npm registry.
 */
import './pack.ts';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PACKAGES, TARBALLS, readManifest } from './lib/packages.ts';
import { UserShell } from './lib/user-shell.ts';

const OLD_PEERS = {
  '@prisma/client': '6',
  ajv: '6',
  'drizzle-orm': '0.44',
  jose: '5',
  kysely: '0.27',
  pg: '8.0',
  redis: '4',
  zod: '3',
};

const MANAGERS = {
  npm: 'npm install --no-audit --no-fund',
  pnpm: 'npx --yes pnpm@10 install --no-frozen-lockfile',
  yarn: 'npx --yes yarn@1 install --no-lockfile',
};

/** What uses a peer, and the error that it must throw. */
const FEATURES = [
  [
    "import { bearer } from 'oriel-host/security'; bearer({ algorithms: ['HS256'], secret: 'a secret of the test that has at least 32 bytes' });",
    /bearer\(\) needs jose 6\.2\.15 or newer; 5\.[\d.]+ is installed; run: npm install jose@6/,
  ],
  ["import 'oriel-host/kysely';", /oriel-host\/kysely needs kysely 0\.29\.0 or newer; 0\.27\.[\d.]+ is installed/],
  [
    "import 'oriel-host/drizzle';",
    /oriel-host\/drizzle needs drizzle-orm 0\.45\.0 or newer; 0\.44\.[\d.]+ is installed/,
  ],
  [
    "import { prismaStore } from 'oriel-host/prisma'; prismaStore({}, 'boat');",
    /prismaStore\(\) needs @prisma\/client 7\.5\.0 or newer; 6\.[\d.]+ is installed/,
  ],
  [
    "import { redisLimitStore } from 'oriel-host/redis'; redisLimitStore({});",
    /redisLimitStore\(\) needs redis 5\.0\.0 or newer; 4\.[\d.]+ is installed/,
  ],
  [
    `import { defineHost } from 'oriel-host';
     defineHost({ sessions: {}, state: { redis: 'redis://127.0.0.1', database: 'postgres://127.0.0.1/x' } });`,
    /needs pg 8\.11\.0 or newer; 8\.0\.\d+ is installed[^]*needs kysely 0\.29\.0[^]*needs redis 5\.0\.0|needs redis 5\.0\.0 or newer[^]*needs pg 8\.11\.0[^]*needs kysely 0\.29\.0/,
  ],
  [
    `import { defineHost, memoryStore, resource } from 'oriel-host';
     import { z } from 'zod';
     defineHost({ access: 'public', resources: [resource('boats', z.object({ id: z.number() }), { id: 'id', store: memoryStore() })] });`,
    /use zod 4\.0\.0 or newer/,
  ],
] as const;

const APPLICATION = `import express from 'express';
const app = express();
app.get('/greetings/:name', (request, response) => response.send('Hello ' + request.params.name));
const server = app.listen(0, '127.0.0.1', () => console.log('Greetings on http://127.0.0.1:' + server.address().port));
`;

const FOLDER = mkdtempSync(join(tmpdir(), 'oriel-peers-'));
mkdirSync(join(FOLDER, 'home'));
const shell = new UserShell(join(FOLDER, 'home'));
try {
  for (const [manager, command] of Object.entries(MANAGERS)) await checkManager(manager, command);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await shell.stopAll();
  rmSync(FOLDER, { recursive: true, force: true });
}

async function checkManager(manager: string, command: string): Promise<void> {
  const folder = join(FOLDER, manager);
  mkdirSync(folder);
  writeManifest(folder);
  await shell.run(folder, command);
  await checkRecording(folder);
  for (const [source, expected] of FEATURES) {
    writeFileSync(join(folder, 'feature.mjs'), source);
    await expectError(folder, 'node feature.mjs', expected);
  }
  writeFileSync(join(folder, 'api.json'), '{ "openapi": "3.1.0", "paths": { "/a": { "get": {} } } }');
  const fuzz = 'node_modules/.bin/oriel-fuzz http://127.0.0.1:9 --document api.json';
  await expectError(folder, fuzz, /oriel-fuzz needs ajv 8\.17\.0 or newer; 6\.[\d.]+ is installed/);
  console.log(
    `✓ ${manager}: installed, recorded, and ${FEATURES.length + 1} features name the versions that they need`,
  );
}

// The packages that others need come from the tarballs, too: they may not be in the registry yet.
function writeManifest(folder: string): void {
  const packages = Object.fromEntries(
    PACKAGES.map((name) => readManifest(name).name).map((name) => [name, `file:${join(TARBALLS, `${name}.tgz`)}`]),
  );
  const dependencies = { ...packages, ...OLD_PEERS, express: '5' };
  const manifest = { name: 'greetings', private: true, type: 'module', dependencies, resolutions: packages };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(folder, 'app.js'), APPLICATION);
}

async function checkRecording(folder: string): Promise<void> {
  const url = await shell.start(folder, 'node --import oriel/register app.js', /Greetings on (http:\S+)/);
  await fetch(`${url}/greetings/Ada`);
  // Profiles are written a moment after the response.
  let list = '';
  for (let attempt = 0; !list.includes('/greetings/Ada'); attempt++) {
    if (attempt === 20) throw new Error(`The request was not recorded:\n${list}`);
    list = await shell.run(folder, 'node_modules/.bin/oriel list');
  }
  await shell.stopAll();
}

async function expectError(folder: string, command: string, expected: RegExp): Promise<void> {
  const output = await shell.run(folder, `${command} 2>&1 || true`);
  if (!expected.test(output)) throw new Error(`${command} printed, instead of ${expected}:\n${output}`);
}
