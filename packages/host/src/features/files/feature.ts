import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { route } from '../../routes/route.ts';
import type { RouteDeclaration } from '../../routes/route.ts';
import type { Feature } from '../feature.ts';
import { FILES_SETTINGS } from './files-config.ts';
import type { FilesConfig, ResolvedFiles } from './files-config.ts';
import { withDefaults, formatValue, group, issue, list } from 'oriel-core/configuration';
import { serveFiles } from './static-files.ts';
import { statSync } from 'node:fs';
import type { ConfigIssue } from 'oriel-core/configuration';

export interface FilesSettings {
  readonly files?: readonly FilesConfig[];
  readonly api?: { readonly prefix?: string };
}

export const feature: Feature<FilesSettings> = {
  name: 'files',
  validate: ({ files }) => (files === undefined ? [] : validateFiles(files)),
  validateProduction: ({ files = [] }) => validateFolders(files),
  routeNames: ({ files = [] }) => files.map(createRouteName),
  create({ files = [], api }, { mode, logger }) {
    if (mode === 'development')
      for (const { place, reason } of validateFolders(files)) logger.log('warning', 'files', `${place}: ${reason}`, {});
    const prefix = api?.prefix ?? '/api';
    const withoutFallback = [...(prefix === '' || prefix === '/' ? [] : [prefix]), '/_profiler'];
    return { routes: files.map((file) => createRoute(withDefaults(FILES_SETTINGS, file), withoutFallback)) };
  },
};

function createRoute(config: ResolvedFiles, withoutFallback: readonly string[]): RouteDeclaration {
  const { path, folder, access } = config;
  const root = typeof folder === 'string' ? resolve(folder) : fileURLToPath(folder);
  const serve = serveFiles(config, root, withoutFallback);
  // Below all routes of the application; of two folders, the longer path comes first.
  const priority = path === '/' ? -1_001 : -1_000 + path.split('/').length;
  // The folder itself matches without a slash, too.
  const line = path === '/' ? 'GET /{file}' : `GET ${path}{file}`;
  return route(createRouteName(config), line, {
    priority,
    requirements: { file: path === '/' ? '.*' : '(?:/.*)?' },
    defaults: { file: '' },
    ...(path === '/' ? { condition: readsFiles } : {}),
    ...(access === undefined ? {} : { access }),
    handle: ({ context }) => serve(context),
  });
}

// The whole host has no path that does not exist, so other methods would get 405 for every path in place of 404.
function readsFiles({ method }: { readonly method: string }): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
}

function createRouteName({ path }: { readonly path: string }): string {
  return `files ${path}`;
}

function* validateFiles(files: unknown): Generator<ConfigIssue> {
  yield* FILES.validate('files', files);
  const paths = (Array.isArray(files) ? files : []).map((file: Partial<FilesConfig> | null) => file?.path);
  for (const [index, path] of paths.entries()) {
    const same = paths.indexOf(path);
    if (path === undefined || same === index) continue;
    const reason = `${formatValue(path)} is also the path of files[${same}]`;
    yield issue('ORIEL_CONFIG_FILES_PATH', `files[${index}].path`, reason, 'Use different paths');
  }
}

const EXAMPLE = "files: [{ path: '/assets', folder: './dist/assets' }]";
const FILES = list(group(FILES_SETTINGS, { fix: EXAMPLE }), {
  code: 'ORIEL_CONFIG_FILES',
  fix: `Use a list: ${EXAMPLE}`,
});

function* validateFolders(files: readonly FilesConfig[]): Generator<ConfigIssue> {
  for (const [index, { folder }] of files.entries()) {
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) continue;
    const shown = typeof folder === 'string' ? folder : folder.href;
    yield issue(
      'ORIEL_FILES_FOLDER',
      `files[${index}].folder`,
      `The folder "${shown}" does not exist in ${process.cwd()}`,
      'Build the files first, or use an absolute path: new URL("./public/", import.meta.url)',
    );
  }
}
