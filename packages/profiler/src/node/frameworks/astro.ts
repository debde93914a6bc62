import type { LibraryWatch } from '../loading/library-watch.ts';
import { convertFileRoute } from '../routes/convert-file-route.ts';
import { currentExchange } from '../server/current-exchange.ts';

const LOG_ERROR = 'logger.error(null, err.stack || err.message || String(err));';

/** Records routes and errors of servers that Astro builds with its adapter for Node.js. */
export const astroLibrary: LibraryWatch<object> = {
  name: 'Astro',
  majors: [],
  tested: '7.3',
  files: {},
  bundled: [
    {
      marker: /\bswitch \((?:state|this)\.routeData\.type\)|\blogger\.error\(null, err\.stack \|\| err\.message/,
      isBundle: true,
      calls: [
        {
          line: 'const componentInstance = await state.loadComponentInstance();',
          optional: true,
          call: 'match(state)',
        },
        { line: 'async render(componentInstance, slots = {}) {', optional: true, call: 'match(this)' },
        {
          line: [`state.${LOG_ERROR}`, `this.${LOG_ERROR}`, `this.#${LOG_ERROR}`],
          optional: true,
          call: 'fail(err)',
        },
      ],
    },
  ],
  watch: () => ({ match, fail }),
};

interface RenderState {
  readonly routeData?: { readonly route: string; readonly component: string };
  readonly params?: Readonly<Record<string, unknown>>;
  readonly pathname?: string;
}

function match(state: RenderState): void {
  const exchange = currentExchange()?.setFramework('Astro', state);
  const { routeData, params, pathname } = state;
  // The pages of errors are rendered like others.
  if (exchange === undefined || routeData === undefined || /^\/(?:404|500)$/.test(routeData.route)) return;
  exchange.setRoute(convertFileRoute(routeData.route), undefined, pathname);
  exchange.params = { ...params };
  exchange.enterCall('handler', routeData.component);
}

function fail(error: unknown): void {
  currentExchange()?.fail(error);
}
