import type { LibraryWatch } from '../loading/library-watch.ts';
import { adonisLibrary } from './adonis.ts';
import { astroLibrary } from './astro.ts';
import { connectLibrary } from './connect.ts';
import { expressLibrary, finalHandlerLibrary, routerLibrary } from './express.ts';
import { fastifyLibrary } from './fastify.ts';
import { hapiLibrary } from './hapi.ts';
import { h3Version1Library } from './h3-1.ts';
import { h3Library } from './h3.ts';
import { honoLibrary } from './hono.ts';
import { formerKoaRouterLibrary, koaComposeLibrary, koaLibrary, koaRouterLibrary } from './koa.ts';
import { lightMyRequestLibrary } from './light-my-request.ts';
import { nestLibrary } from './nest.ts';
import { nextLibrary } from './next.ts';
import { nitroLibrary, nitroVersion2Library } from './nitro.ts';
import { reactRouterLibrary } from './react-router.ts';
import { svelteKitLibrary } from './sveltekit.ts';

/** The frameworks that are watched. */
export const FRAMEWORK_LIBRARIES: readonly LibraryWatch[] = [
  adonisLibrary,
  astroLibrary,
  connectLibrary,
  expressLibrary,
  routerLibrary,
  finalHandlerLibrary,
  fastifyLibrary,
  hapiLibrary,
  h3Version1Library,
  h3Library,
  honoLibrary,
  koaLibrary,
  koaComposeLibrary,
  koaRouterLibrary,
  formerKoaRouterLibrary,
  lightMyRequestLibrary,
  nestLibrary,
  nextLibrary,
  nitroVersion2Library,
  nitroLibrary,
  reactRouterLibrary,
  svelteKitLibrary,
];
