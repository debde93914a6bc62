/**
 * Changes single places of a module with Stryker, and lists the changes that its tests do not detect:
 * `npm run mutation <module> [-- --only packages/host/src/kernel/kernel.ts]`. Fails below 80 % of detected changes. Works on a copy in
 * `var/mutation`, and writes its report there. Needs the npm registry.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { PACKAGES, readManifest } from './lib/packages.ts';
import { ROOT } from './lib/source-files.ts';

interface MutatedModule {
  readonly sources: readonly string[];
  readonly tests: readonly string[];
}

/** The changed files, and the test files that may detect the changes. Tests without a host make a run fast. */
const MODULES: Readonly<Record<string, MutatedModule>> = {
  kernel: {
    sources: ['packages/host/src/{kernel,events}/*.ts'],
    tests: ['packages/host/src/{kernel,events}/*.test.ts', 'packages/host/src/host/on.test.ts'],
  },
  routing: {
    sources: ['packages/host/src/{routing,matching}/*.ts'],
    tests: [
      'packages/host/src/{routing,matching}/*.test.ts',
      'packages/host/src/features/hub/topic-matcher.test.ts',
      'test/conformance/routing.test.ts',
    ],
  },
  access: {
    sources: [
      'packages/host/src/features/resources/reach/*.ts',
      'packages/host/src/features/security/{access-{decision,listener},authorization-feature,check-route-access,path-rules,roles,voter}.ts',
    ],
    tests: [
      'packages/host/src/features/{security,resources/reach}/*.test.ts',
      'test/security/{linked,operation,route}-rules.test.ts',
    ],
  },
  redaction: {
    sources: ['packages/core/src/redaction/*.ts'],
    tests: ['packages/core/src/redaction/*.test.ts', 'packages/profiler/src/record/redaction/redactor.test.ts'],
  },
  'profiler-redaction': {
    sources: ['packages/profiler/src/record/redaction/**/*.ts'],
    tests: ['packages/profiler/src/record/redaction/*.test.ts', 'test/safety/redaction/redaction.test.ts'],
  },
  'hub-matching': {
    sources: ['packages/host/src/features/hub/topic-matcher.ts'],
    tests: [
      'packages/host/src/features/hub/topic-matcher.test.ts',
      'test/hub/{current-matching,hostile-patterns}.test.ts',
    ],
  },
};

const FOLDER = join(ROOT, 'var/mutation');
const STRYKER = ['@stryker-mutator/core@10.0.0', '@stryker-mutator/tap-runner@10.0.0', 'typescript@5.9.3'];

const { positionals, values } = parseArgs({ allowPositionals: true, options: { only: { type: 'string' } } });
const [name = ''] = positionals;
if (!Object.hasOwn(MODULES, name)) throw new Error(`Name a module: ${Object.keys(MODULES).join(', ')}`);
copyProject();
process.exitCode = mutate(name, MODULES[name]!);

/** Copies the files of the repository. The names of the packages lead to the copies, so that the tests import changed modules. */
function copyProject(): void {
  rmSync(FOLDER, { recursive: true, force: true });
  const files = execFileSync(
    'git',
    ['ls-files', '-z', 'package.json', 'tsconfig*.json', 'packages', 'test', 'examples'],
    {
      cwd: ROOT,
      encoding: 'utf8',
    },
  );
  for (const file of files.split('\0').filter((part) => part !== '')) cpSync(join(ROOT, file), join(FOLDER, file));
  const modules = join(FOLDER, 'node_modules');
  mkdirSync(modules);
  const packageFolders = new Map(PACKAGES.map((folder) => [readManifest(folder).name, folder]));
  for (const entry of readdirSync(join(ROOT, 'node_modules'))) {
    const folder = packageFolders.get(entry);
    symlinkSync(
      folder === undefined ? join(ROOT, 'node_modules', entry) : join('../packages', folder),
      join(modules, entry),
    );
  }
}

function mutate(module: string, { sources, tests }: MutatedModule): number {
  const reports = { html: `report/${module}.html`, json: `report/${module}.json` };
  const configuration = {
    mutate: values.only === undefined ? [...sources, '!**/*.test.ts', '!**/*.test-d.ts'] : [values.only],
    testRunner: 'tap',
    coverageAnalysis: 'perTest',
    tap: {
      testFiles: globSync([...tests], { cwd: FOLDER }),
      nodeArgs: ['--conditions=oriel:source', '--test-reporter=tap', '-r', '{{hookFile}}', '{{testFile}}'],
    },
    // In the copy. A second copy would import the packages of the first.
    inPlace: true,
    reporters: ['clear-text', 'progress-append-only', 'html', 'json'],
    htmlReporter: { fileName: reports.html },
    jsonReporter: { fileName: reports.json },
    thresholds: { high: 90, low: 80, break: 80 },
  };
  writeFileSync(join(FOLDER, 'stryker.config.json'), JSON.stringify(configuration, null, 2));
  const packages = STRYKER.map((text) => `--package=${text}`);
  const { status } = spawnSync('npx', ['--yes', ...packages, 'stryker', 'run'], { cwd: FOLDER, stdio: 'inherit' });
  return status ?? 1;
}
