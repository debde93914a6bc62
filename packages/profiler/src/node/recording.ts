import type { BodyCapture } from '../record/body-capture.ts';
import type { CapturedBodies } from '../record/captured-bodies.ts';
import type { Collector, CollectorSubject } from '../record/collector.ts';
import type { RecordedResponseHead } from '../record/recorded-exchange.ts';
import type { EventLoopWatch } from '../record/watch-event-loop.ts';
import type { RecordedFramework } from '../profile/recorded-features.ts';
import { isGuessedRoute } from '../profile/guessed-route.ts';
import { openProfileStorage } from '../store/open-profile-storage.ts';
import type { ProfileStorage } from '../store/profile-storage.ts';
import type { PageResponse } from '../view/toolbar/page-response.ts';
import { planToolbar } from '../view/toolbar/plan-toolbar.ts';
import type { ToolbarPlan } from '../view/toolbar/plan-toolbar.ts';
import { createToolbarData } from '../view/toolbar/toolbar-data.ts';
import { createRecorder } from './create-recorder.ts';
import type { Recorder } from './create-recorder.ts';
import { findUser } from './frameworks/find-user.ts';
import { forwardedClientCollector } from './frameworks/forwarded-client.ts';
import type { ProfileUrls } from './pages/profile-urls.ts';
import { RouteGuesser } from './routes/guess-route.ts';
import type { Exchange } from './server/exchange.ts';
import { setLoggedFailure } from './server/logged-failure.ts';
import { setOperationRoute } from './server/operation-route.ts';
import type { RecorderSettings } from './settings.ts';

/** What records the requests of this process: the store, the queue and the recorder. Opens the store when it is created. */
export class Recording {
  readonly storage: ProfileStorage;
  readonly recorder: Recorder<Exchange>;
  readonly settings: RecorderSettings;
  readonly #urls: ProfileUrls;
  readonly #routes = new RouteGuesser();

  /** @param unwatched libraries that cannot be watched, with the reason; grows while the application loads libraries */
  constructor(
    settings: RecorderSettings,
    urls: ProfileUrls,
    loop: EventLoopWatch,
    unwatched: readonly string[],
    report: (message: string) => void,
  ) {
    this.settings = settings;
    this.#urls = urls;
    this.storage = openProfileStorage(settings.file, report);
    this.recorder = createRecorder<Exchange>({
      storage: this.storage,
      loop,
      report,
      settings: { ...settings, mode: process.env['NODE_ENV'] ?? 'development' },
      collectors: [
        forwardedClientCollector,
        createFrameworkCollector(settings.userPaths),
        { name: 'pause', collect: ({ context }) => context.pause },
      ],
      facts(facts) {
        let [count, config] = [0, facts];
        return () => {
          // Libraries may be loaded at any time.
          if (count !== unwatched.length) config = { ...facts, unwatched: unwatched.join('\n') };
          count = unwatched.length;
          return config;
        };
      },
      release: ({ trace }) => trace.release(),
    });
  }

  /** Returns how a response changes to contain the toolbar. */
  toolbar(exchange: Exchange, page: PageResponse, start: string | Uint8Array): ToolbarPlan | undefined {
    const token = this.recorder.profiler.tokenFor(exchange);
    if (token === undefined) return undefined;
    return planToolbar(page, start, () => {
      const type = page.lines('content-type')[0] ?? '';
      const head = { status: page.status, headers: new Map([['content-type', type]]), body: null };
      const preview = this.recorder.profiler.preview(exchange, head);
      return preview && createToolbarData(preview, this.#urls.of(exchange, token));
    });
  }

  /** Saves the profile of a completed request. A second call for the same request does nothing. */
  end(exchange: Exchange, response: RecordedResponseHead, aborted: boolean): void {
    if (exchange.profileBodies !== undefined) return;
    exchange.leaveCall();
    const bodies: CapturedBodies = {
      request: exchange.requestBody.decoded(exchange.headers.get('content-encoding')),
      response: exchange.responseBody.decoded(response.headers.get('content-encoding')),
    };
    exchange.profileBodies = bodies;
    setOperationRoute(exchange, () => readText(bodies.request));
    if (exchange.route === undefined) this.#guessRoute(exchange, response.status);
    setLoggedFailure(exchange, response, () => readText(bodies.response));
    const delivery: CollectorSubject['delivery'] = {
      bytes: exchange.responseBody.size,
      milliseconds: exchange.elapsed,
      firstByte: exchange.firstByte,
      aborted,
    };
    this.recorder.profiler.save(exchange, response, delivery);
  }

  // No framework has reported a route, so that requests could not be grouped.
  #guessRoute(exchange: Exchange, status: number): void {
    const route = this.#routes.guess(this.recorder.redactor.text(exchange.path), status);
    if (route !== undefined) exchange.setName(route);
  }
}

function readText(body: BodyCapture | undefined): string {
  return Buffer.from(body?.content() ?? '').toString();
}

/**
 * Collects the framework that handled the request, the route that it matched and the user.
 *
 * @param userPaths where the application keeps its user
 */
function createFrameworkCollector(userPaths: readonly string[]): Collector<Exchange> {
  return {
    name: 'framework',
    collect({ context, redactor }): RecordedFramework {
      const {
        framework = context.incoming.version === '2.0' ? 'node:http2' : 'node:http',
        route,
        operations,
      } = context;
      const user = findUser(context.userSources, userPaths);
      return {
        name: framework,
        route: route === undefined ? undefined : redactor.text(route.name),
        ...(operations && { operations: operations.map((operation) => redactor.text(operation)) }),
        isGuessedRoute: isGuessedRoute(route?.name) || undefined,
        user: user === undefined ? undefined : redactor.value(user),
      };
    },
  };
}
