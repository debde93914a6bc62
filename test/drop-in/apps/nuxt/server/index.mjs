import { createServer } from 'node:http';
import { serve } from '../../lib/answers.mjs';

/** The part of a build of Nuxt 4.5 that chooses the page, with its text, and a router that knows the pages of this test. */
const PAGES = {
  '/boats/7': { matched: [{ path: '/boats' }, { path: '/boats/:id()' }], params: { id: '7' } },
  '/missing': { matched: [], params: {} },
};

function setup(nuxtApp, router) {
  const resolvedInitialRoute = router.currentRoute.value;
  return resolvedInitialRoute.matched.length;
}

const server = createServer((request, response) => {
  const event = { node: { req: request, res: response }, context: {} };
  const pages = setup({ ssrContext: { event } }, { currentRoute: { value: PAGES[request.url] } });
  // The error page is rendered without a request of Node.js.
  setup({ ssrContext: { event: { node: { req: {} } } } }, { currentRoute: { value: PAGES['/boats/7'] } });
  setup({}, { currentRoute: { value: PAGES['/boats/7'] } });
  response.end(String(pages));
});
serve(server);
