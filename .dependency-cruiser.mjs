/** The rules for imports, which `npm run imports:check` checks with dependency-cruiser. Imports of types count as well. */
import { readFileSync } from 'node:fs';

/**
 * The folders of each package from the lowest to the highest, with the files beside them that folders import. Each imports
 * only itself and lower ones, so there are no circles. Entry points such as `index.ts` import all of them.
 */
const FOLDERS = {
  core: 'builtins messages http trace redaction node client configuration errors cli error-pages',
  profiler:
    'optional-modules.ts peer-packages.ts uncounted-listeners.ts profile store record otlp view node cli testing',
  host: 'load-by-name.ts peer-packages.ts events http matching trace configuration kernel routing server uploads listeners routes features integrations host cli testing',
};

/** The folders of a resource from the lowest to the highest. */
const RESOURCE_FOLDERS = 'declare model source reach request represent operations build describe pipeline';

/** The features that each feature imports. */
const FEATURES = {
  cors: 'profiler',
  session: 'rate-limit',
  security: 'rate-limit session',
  hub: 'metrics security',
  resources: 'security',
  live: 'hub resources',
  mcp: 'resources security session',
  'locale files health metrics profiler rate-limit security-headers': '',
};

const PACKAGES = ['core', 'profiler', 'host', 'client', 'fuzz'];
const WITHOUT_NODE = ['core/src/(messages|http)/', 'host/src/(events|matching|routing)/', 'client/'];
const TEST = '[.](test|test-d)[.]ts$';
const FEATURE_FOLDER = '^packages/host/src/features';

export default {
  forbidden: [
    ...PACKAGES.map(dependencyRule),
    forbid('between packages', 'A package imports another by its name', '^packages/([^/]+)/', {
      path: '^packages/',
      pathNot: '^packages/$1/',
      dependencyTypes: ['local'],
    }),
    forbid('published files', 'Only sources are published: no tests, examples or tools', '^packages/', {
      path: [TEST, '^(?!packages/|node_modules/).+/'],
      dependencyTypesNot: ['core'],
    }),
    forbid('entry points', 'A file imports the file with the declaration, not an index', '^packages/([^/]+)/', {
      path: '^packages/$1/.*/index[.]ts$',
      dependencyTypes: ['local'],
    }),
    forbid('circles of files', 'Move what both need to a file that imports neither', '^packages/', {
      circular: true,
      viaOnly: { dependencyTypesNot: ['type-only'] },
    }),
    forbid(
      'without Node.js',
      'These folders run in browsers and workers, too',
      `^packages/(${WITHOUT_NODE.join('|')})`,
      {
        dependencyTypes: ['core'],
      },
    ),
    ...Object.entries(FOLDERS).flatMap(([name, folders]) => layerRules(`^packages/${name}/src`, folders)),
    ...layerRules(`${FEATURE_FOLDER}/resources`, RESOURCE_FOLDERS),
    ...Object.entries(FEATURES).flatMap(([names, others]) =>
      names.split(' ').map((name) => folderRule(FEATURE_FOLDER, name, others.split(' ').filter(Boolean))),
    ),
  ],
  options: {
    doNotFollow: { path: ['node_modules', TEST] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['oriel:source', 'import', 'default'] },
  },
};

function forbid(name, comment, from, to) {
  return { name, comment, severity: 'error', from: { path: from }, to };
}

/** A package imports what its package.json lists as a dependency. */
function dependencyRule(folder) {
  const { dependencies = {}, peerDependencies = {} } = readPackage(folder);
  const allowed = Object.keys({ ...dependencies, ...peerDependencies });
  return forbid(`dependencies of ${folder}`, 'Add it to package.json, or do without it', `^packages/${folder}/`, {
    path: '^(packages|node_modules)/',
    pathNot: [`^packages/${folder}/`, ...allowed.map((name) => `^${findFolder(name)}/`)],
  });
}

function findFolder(name) {
  const folder = PACKAGES.find((each) => readPackage(each).name === name);
  return folder === undefined ? `node_modules/${name}` : `packages/${folder}`;
}

function readPackage(folder) {
  return JSON.parse(readFileSync(new URL(`packages/${folder}/package.json`, import.meta.url), 'utf8'));
}

/** Each folder imports itself and those before it. */
function layerRules(parent, folders) {
  const names = folders.split(' ');
  const unknown = forbid('unknown folder', 'Add it to .dependency-cruiser.mjs', `${parent}/[^/]+/`, {});
  unknown.from.pathNot = inside(parent, names);
  const rules = names.map((name, index) => ({
    ...folderRule(parent, name, names.slice(0, index)),
    to: { path: `${parent}/`, pathNot: inside(parent, names.slice(0, index + 1)) },
  }));
  return [unknown, ...rules];
}

/** A folder imports itself and some others of the same parent. */
function folderRule(parent, name, others) {
  const comment = others.length === 0 ? 'It imports no other folder' : `It imports only ${others.join(', ')}`;
  return forbid(`folders of ${name}`, comment, inside(parent, [name]), {
    path: `${parent}/[^/]+/`,
    pathNot: inside(parent, [name, ...others]),
  });
}

function inside(parent, names) {
  return `${parent}/(${names.join('|')})(/|$)`;
}
