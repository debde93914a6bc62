/** The rules for imports, which `npm run imports:check` checks with dependency-cruiser. Imports of types count as well. */
import { readFileSync } from 'node:fs';

/**
 * The folders of a package from the lowest to the highest. Each imports only itself and lower ones, so there are no circles.
 * Only `index.ts` and other entry points are outside of a folder.
 */
const FOLDERS = {
  core: 'builtins messages http trace redaction node configuration errors cli error-pages',
  profiler: 'profile store record otlp view node cli testing',
  host: 'events http matching trace configuration kernel routing server uploads listeners routes features integrations host cli testing',
};

/** The folders of a resource from the lowest to the highest. Types may be imported from any of them. */
const RESOURCE_FOLDERS =
  'definition filters model paging stores access querying responses bodies running live writing formats openapi building profiler listeners';

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

const WITHOUT_NODE = ['core/src/(messages|http)/', 'host/src/(events|matching|routing)/', 'client/'];
const TEST = '[.](test|test-d|contract)[.]ts$';
const FEATURE_FOLDER = '^packages/host/src/features';

export default {
  forbidden: [
    ...['core', 'profiler', 'host', 'client', 'fuzz'].map(dependencyRule),
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
    forbid(
      'without Node.js',
      'These folders run in browsers and workers, too',
      `^packages/(${WITHOUT_NODE.join('|')})`,
      {
        dependencyTypes: ['core'],
      },
    ),
    ...Object.entries(FOLDERS).flatMap(([name, folders]) => layerRules(`^packages/${name}/src`, folders)),
    ...layerRules(`${FEATURE_FOLDER}/resources`, RESOURCE_FOLDERS, { dependencyTypesNot: ['type-only'] }),
    ...Object.entries(FEATURES).flatMap(([names, others]) =>
      names.split(' ').map((name) => folderRule(FEATURE_FOLDER, name, others.split(' '))),
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
  const folder = Object.keys({ ...FOLDERS, client: '', fuzz: '' }).find((each) => readPackage(each).name === name);
  return folder === undefined ? `node_modules/${name}` : `packages/${folder}`;
}

function readPackage(folder) {
  return JSON.parse(readFileSync(new URL(`packages/${folder}/package.json`, import.meta.url), 'utf8'));
}

function layerRules(parent, folders, restriction) {
  return folders.split(' ').map((name, index, all) => folderRule(parent, name, all.slice(0, index), restriction));
}

/** A folder imports itself and the others of the same parent. */
function folderRule(parent, name, others, restriction = {}) {
  const allowed = [name, ...others].filter((each) => each !== '');
  const comment =
    allowed.length === 1 ? 'It imports no other folder' : `It imports only ${allowed.slice(1).join(', ')}`;
  return forbid(`folders of ${name}`, comment, `${parent}/${name}/`, {
    path: `${parent}/[^/]+/`,
    pathNot: `${parent}/(${allowed.join('|')})/`,
    ...restriction,
  });
}
