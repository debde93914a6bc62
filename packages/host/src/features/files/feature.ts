import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { route } from '../../routes/route.ts';
import type { RouteDeclaration } from '../../routes/route.ts';
import type { Feature } from '../feature.ts';
import { FILES_SETTINGS } from './files-config.ts';
import type { FilesConfig, ResolvedFiles } from './files-config.ts';
import { withDefaults } from 'oriel-core/configuration';
import { StaticFiles } from './static-files.ts';
import { validateFiles, validateFolders } from './validate-files.ts';

/** The part of the host's configuration that static files depend on. */
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
    return { routes: files.map((each) => createRoute(withDefaults(FILES_SETTINGS, each), withoutFallback)) };
  },
};

function createRoute(config: ResolvedFiles, withoutFallback: readonly string[]): RouteDeclaration {
  const { path, folder, access } = config;
  const root = typeof folder === 'string' ? resolve(folder) : fileURLToPath(folder);
  const served = new StaticFiles(config, root, withoutFallback);
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
    handle: ({ context }) => served.respond(context),
  });
}

// The whole host has no path that does not exist, so other methods would get 405 for every path in place of 404.
function readsFiles({ method }: { readonly method: string }): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
}

function createRouteName({ path }: { readonly path: string }): string {
  return `files ${path}`;
}
