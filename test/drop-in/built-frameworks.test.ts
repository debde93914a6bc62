import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { APPS, startApplication } from './lib/application.ts';
import { comparable, requestText, sendRaw, getTokens } from './lib/raw-http.ts';

const MODULES = join(APPS, '../node_modules');

interface Framework {
  readonly name: RegExp;
  /** The package that must be installed. */
  readonly library: string;
  /** The program that builds the application, and its arguments. */
  readonly build?: readonly string[];
  readonly knowsUser: boolean;
  readonly handler: RegExp;
}

const FRAMEWORKS: Readonly<Record<string, Framework>> = {
  adonis: {
    name: /^AdonisJS \d/,
    library: '@adonisjs/http-server',
    knowsUser: true,
    handler: /^ItemsController\.show$/,
  },
  astro: {
    ...{ name: /^Astro$/, library: 'astro', build: ['astro/bin/astro.mjs', 'build'], knowsUser: true },
    handler: /^src\/pages\/api\/items\/\[item\]\.js$/,
  },
  'react-router': {
    ...{ name: /^React Router \d/, library: '@react-router/dev', knowsUser: false },
    ...{ build: ['@react-router/dev/bin.js', 'build'], handler: /^routes\/item$/ },
  },
  sveltekit: {
    ...{ name: /^SvelteKit$/, library: '@sveltejs/kit', build: ['vite/bin/vite.js', 'build'], knowsUser: true },
    handler: /^src\/routes\/api\/items\/\[item\]$/,
  },
};

for (const [folder, { name, library, build, knowsUser, handler }] of Object.entries(FRAMEWORKS)) {
  const isInstalled = existsSync(join(MODULES, library, 'package.json'));
  const skip = !isInstalled && `"npm run compatibility -- ${folder}" installs it`;
  test(
    `${folder}: a built application answers the same bytes, and its routes, errors and users are recorded`,
    { skip },
    async (t) => {
      const file = `built/${folder}.mjs`;
      if (build) {
        const [program = '', ...args] = build;
        const env = { ...process.env, NODE_OPTIONS: '', ASTRO_TELEMETRY_DISABLED: '1' };
        const cwd = join(APPS, 'built', folder);
        execFileSync(process.execPath, [join(MODULES, program), ...args], { cwd, env, stdio: 'pipe' });
      }
      const [plain, recorded] = await Promise.all([
        startApplication(t, file, { withoutRecorder: true }),
        startApplication(t, file),
      ]);
      const cases = [
        { path: '/users/7', route: '/users/:id', params: { id: '7' } },
        { path: '/api/items/tea', route: '/api/items/:item', params: { item: 'tea' } },
        { path: '/api/items/broken', route: '/api/items/:item', params: { item: 'broken' }, exception: 'RangeError' },
        { path: '/missing', route: undefined, params: {} },
      ];
      for (const { path, route, params, exception } of cases) {
        const bytes = requestText({ method: 'GET', path, headers: { Authorization: 'Bearer ada' } });
        const [expected, actual] = [await sendRaw(plain.url, bytes), await sendRaw(recorded.url, bytes)];
        assert.equal(comparable(actual), comparable(expected), path);
        const { summary, data } = await recorded.profile(getTokens(actual)[0]!);
        assert.deepEqual([summary.route, summary.exception], [route, exception], path);
        assert.deepEqual(data.request.params, params);
        if (route === undefined) continue;
        assert.match(data.framework!.name, name);
        assert.deepEqual(data.framework!.user, knowsUser ? { id: 1, name: 'ada' } : undefined);
        if (route.includes('item')) assert.match(data.pipeline.at(-1)!.listener, handler);
      }
      assert.doesNotMatch(recorded.errors(), /not watched/);
    },
  );
}
