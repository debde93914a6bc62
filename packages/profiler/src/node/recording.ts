import type { ErrorView } from 'oriel-core/errors';
import { reasonPhrase } from 'oriel-core/http';
import {
  decisionsCollector,
  logsCollector,
  pipelineCollector,
  spansCollector,
} from '../record/collectors/trace-collectors.ts';
import { exceptionCollector } from '../record/collectors/exception-collector.ts';
import { requestCollector } from '../record/collectors/request-collector.ts';
import { responseCollector } from '../record/collectors/response-collector.ts';
import type { CollectorSubject, Collector } from '../record/collector.ts';
import { ErrorViews } from '../record/error-views.ts';
import { Profiler } from '../record/profiler.ts';
import type { RecordedResponseHead } from '../record/recorded-exchange.ts';
import type { EventLoopWatch } from '../record/watch-event-loop.ts';
import { OtlpExporter } from '../otlp/export/otlp-exporter.ts';
import { Redactor } from '../record/redaction/redactor.ts';
import type { ProfileStorage } from '../store/profile-storage.ts';
import { ProfileTokenAllocator } from '../store/profile-token.ts';
import { openProfileStorage } from '../store/open-profile-storage.ts';
import { WriteBehind } from '../store/write-behind.ts';
import type { PageResponse } from '../view/toolbar/page-response.ts';
import { planToolbar } from '../view/toolbar/plan-toolbar.ts';
import type { ToolbarPlan } from '../view/toolbar/plan-toolbar.ts';
import { createToolbarData } from '../view/toolbar/toolbar-data.ts';
import { forwardedClientCollector } from './frameworks/forwarded-client.ts';
import { RouteGuesser } from './routes/guess-route.ts';
import { isGuessedRoute } from '../profile/guessed-route.ts';
import { findUser } from './frameworks/find-user.ts';
import type { Capture, CapturedBodies } from '../record/captured-bodies.ts';
import type { Exchange } from './server/exchange.ts';
import { setLoggedFailure } from './server/logged-failure.ts';
import { setOperationRoute } from './server/operation-route.ts';
import type { ProfileUrls } from './pages/profile-urls.ts';
import type { RecorderSettings } from './settings.ts';
import type { RecordedFramework } from '../profile/recorded-features.ts';
import { performance } from 'oriel-core/builtins';

/** What records the requests of this process: the store, the queue and the recorder. Opens the store when it is created. */
export class Recording {
  readonly storage: ProfileStorage;
  readonly queue: WriteBehind;
  readonly redactor = new Redactor();
  readonly profiler: Profiler<Exchange>;
  readonly settings: RecorderSettings;
  readonly exporter: OtlpExporter | undefined;
  readonly #urls: ProfileUrls;
  readonly #routes = new RouteGuesser();

  /** @param unwatched libraries that cannot be watched, with the reason; grows while the application loads libraries */
  constructor(
    settings: RecorderSettings,
    urls: ProfileUrls,
    loop: EventLoopWatch,
    unwatched: readonly string[],
    onTrouble: (message: string) => void,
  ) {
    this.settings = settings;
    this.#urls = urls;
    const storage = openProfileStorage(settings.file, onTrouble);
    const errors = new ErrorViews<Exchange>(this.redactor, () => []);
    const app = settings.application;
    const boot = `${process.pid.toString(36)}-${Math.round(performance.timeOrigin).toString(36)}`;
    this.exporter = settings.otlp && new OtlpExporter(settings.otlp, { app, boot, report: onTrouble });
    this.storage = storage;
    // Test runners and developers end a process at any moment. In production, fewer and larger writes take less time.
    this.queue = new WriteBehind({ storage, delay: settings.keyOnly ? undefined : 0 });
    this.profiler = new Profiler<Exchange>({
      tokens: new ProfileTokenAllocator({ lease: (count) => storage.lease(count) }),
      queue: this.queue,
      redactor: this.redactor,
      collectors: [
        requestCollector,
        forwardedClientCollector,
        responseCollector<Exchange>(({ context }) => errors.hadSecrets(context)),
        exceptionCollector<Exchange>(({ context, response }) => withStatus(errors.of(context), response.status)),
        logsCollector,
        pipelineCollector,
        createFrameworkCollector(settings.userPaths),
        { name: 'pause', collect: ({ context }) => context.pause },
        decisionsCollector,
        spansCollector(loop),
      ],
      panels: [],
      config: createConfig(settings, unwatched),
      app,
      boot,
      exporter: this.exporter,
      report: onTrouble,
      bodyCap: settings.bodyCap,
      keepRule: settings.keepRule,
      release: ({ trace }) => trace.release(),
    });
  }

  /** Notes that a request started. */
  begin(exchange: Exchange): void {
    this.profiler.tokenFor(exchange);
  }

  /** Requests that have not completed. */
  get running(): readonly Exchange[] {
    return this.profiler.running;
  }

  /** Returns how a response changes to contain the toolbar. */
  toolbar(exchange: Exchange, page: PageResponse, start: string | Uint8Array): ToolbarPlan | undefined {
    const token = this.profiler.tokenFor(exchange);
    if (token === undefined) return undefined;
    return planToolbar(page, start, () => {
      const type = page.lines('content-type')[0] ?? '';
      const head = { status: page.status, headers: new Map([['content-type', type]]), body: null };
      const preview = this.profiler.preview(exchange, head);
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
    this.profiler.save(exchange, response, delivery);
  }

  // No framework has reported a route, so that requests could not be grouped.
  #guessRoute(exchange: Exchange, status: number): void {
    const route = this.#routes.guess(this.redactor.text(exchange.path), status);
    if (route !== undefined) exchange.setName(route);
  }
}

function readText(body: Capture | undefined): string {
  return Buffer.from(body?.content() ?? '').toString();
}

// Frameworks choose the status of an error. Its title is that of the response.
function withStatus(view: ErrorView, sent: number): ErrorView {
  const status = sent >= 400 ? sent : view.status;
  const reason = reasonPhrase(status);
  return { ...view, title: `Error ${status} ${reason}`, status, reason };
}

// Libraries may be loaded at any time. Profiles share an object as long as nothing changes.
function createConfig(settings: RecorderSettings, unwatched: readonly string[]): () => Record<string, string> {
  const facts = describe(settings);
  let [count, config] = [0, facts];
  return () => {
    if (count !== unwatched.length) config = { ...facts, unwatched: unwatched.join('\n') };
    count = unwatched.length;
    return config;
  };
}

function describe({ application, keepRule: { description } }: RecorderSettings): Record<string, string> {
  return {
    mode: process.env['NODE_ENV'] ?? 'development',
    title: application,
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    pid: String(process.pid),
    root: process.cwd(),
    ...(description === undefined ? {} : { keep: description }),
  };
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
