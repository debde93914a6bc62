import { raiseListenerLimit, addUncountedListener } from '../uncounted-listeners.ts';
import { setImmediate } from 'oriel-core/builtins';
import { watchConsole } from '../record/watch-console.ts';
import { watchEventLoop } from '../record/watch-event-loop.ts';
import { watchHttpClients } from '../record/watch-http.ts';
import { watchLoading } from '../record/watch-loading.ts';
import { tryRead } from 'oriel-core/errors';
import { getMessage } from 'oriel-core/http';
import { explainUnwatchedExpress, setMatchedRoute, setUnwatchedRoute } from './frameworks/express.ts';
import { watchNodeSqlite } from './drivers/node-sqlite.ts';
import { watchNodeRedis } from './drivers/node-redis.ts';
import { watchWork } from './jobs/recorded-work.ts';
import { announce } from './announce.ts';
import { explainTestRunner } from './loading/explain-test-runner.ts';
import { guarded } from './loading/guarded.ts';
import { print } from './print.ts';
import { installLoadHook } from './loading/load-hook.ts';
import { ProfileUrls } from './pages/profile-urls.ts';
import { Pressure } from './pressure.ts';
import { Recording } from './recording.ts';
import { currentExchange } from './server/current-exchange.ts';
import type { Exchange } from './server/exchange.ts';
import { createTokenLines } from './server/token-lines.ts';
import { watchHttp2Servers } from './server/watch-http2-servers.ts';
import { LISTEN, observeChannel } from './server/exchange-observer.ts';
import type { ExchangeObserver } from './server/exchange-observer.ts';
import { watchHttpServers } from './server/watch-http-server.ts';
import { watchUpgrades } from './server/watch-upgrades.ts';
import type { RecorderSettings } from './settings.ts';
import { watchBuiltins } from './work/watch-builtins.ts';
import { watchConnections } from './work/watch-connections.ts';
import { isRethrown } from 'oriel-core/trace';
import { withoutOwnFrames } from './own-frames.ts';
import { addSourceLine } from './source-line.ts';

/** The recorder of this process. */
export interface ProcessRecorder {
  readonly settings: RecorderSettings;
  /** Opens the store if no request was recorded yet. */
  recording(): Recording;
  /** The application serves the pages at this path. Requests for them are not recorded, and links lead to them. */
  embedPagesAt(path: string): void;
  /** Stops recording. Waiting profiles are written. */
  stop(): void;
}

/**
 * Records every request of the servers in this process. A failure of the recorder stops the recorder, not a request.
 *
 * @param entry the URL of the module that is passed to `--import`
 */
export function startRecording(settings: RecorderSettings, entry: string): ProcessRecorder {
  const loop = watchEventLoop();
  const urls = new ProfileUrls(settings.pagesUrl);
  const unwatched: string[] = [];
  let recording: Recording | undefined;
  let stopped = false;
  const open = (): Recording => {
    if (recording !== undefined) return recording;
    recording = new Recording(settings, urls, loop, unwatched, print);
    // Not earlier: most processes that inherit the options of Node.js serve no requests.
    announce(settings, entry);
    const problem = explainTestRunner();
    if (problem !== undefined) report(problem);
    return recording;
  };
  const fail = (error: unknown): void => {
    if (stopped) return;
    print(`recording stopped, because the recorder failed: ${getMessage(error)}`);
    stop();
  };
  const report = (problem: string): void => {
    if (unwatched.includes(problem)) return;
    unwatched.push(problem);
    print(problem);
  };
  const reportUnwatchedExpress = (): void => {
    const problem = explainUnwatchedExpress(unwatched);
    if (problem !== undefined) report(problem);
  };
  const pressure = new Pressure(settings.pauseDelay, () =>
    print('recording pauses until the event loop is less busy; the next profile counts the requests that are missing'),
  );
  const tokenLines = createTokenLines(settings, urls);
  const hasKey = createKeyCheck(settings.key, urls);
  const observer: ExchangeObserver = {
    bodyCap: settings.bodyCap,
    accepts: (url) => !stopped && !urls.isPage(url) && !hasKey(url) && pressure.accepts(),
    begin(exchange) {
      exchange.pause = pressure.takeEnded();
      open().recorder.profiler.tokenFor(exchange);
    },
    headers(exchange) {
      const token = open().recorder.profiler.tokenFor(exchange);
      return token === undefined ? [] : tokenLines(exchange, token);
    },
    end(exchange, response, aborted) {
      if (exchange.framework !== undefined) guarded('express', () => setMatchedRoute(exchange));
      else if (guarded('express', () => setUnwatchedRoute(exchange)) === true) reportUnwatchedExpress();
      open().end(exchange, response, aborted);
    },
    toolbar: settings.toolbar ? (exchange, page, start) => open().toolbar(exchange, page, start) : undefined,
    fail,
  };
  watchNodeSqlite();
  watchBuiltins();
  watchConnections(report);
  const undo = [
    // The first request should not wait for the store.
    observeChannel<{ readonly server: object }>(
      LISTEN,
      ({ server }) => isHttpServer(server) && void setImmediate(prepare),
      observer,
    ),
    watchConsole(),
    watchHttpClients(settings.propagates, settings.bodyCap),
    watchNodeRedis(),
    watchWork({ accepts: () => !stopped && pressure.accepts(), recording: open, fail }),
    watchLoading(loop),
    installLoadHook(report),
    watchHttpServers(observer),
    watchHttp2Servers(observer),
    watchUpgrades(observer),
    watchProcess({
      running: () => recording?.recorder.profiler.running ?? [],
      current: currentExchange,
      end: endUnfinished,
    }),
  ];
  // A process that ends by itself waits up to two seconds for the collector and for a store on another machine.
  raiseListenerLimit(process);
  process.once('beforeExit', flush);
  function flush(): void {
    void recording?.recorder.exporter?.flush();
    void recording?.recorder.queue.drain();
  }
  function prepare(): void {
    try {
      if (!stopped) open();
    } catch (error) {
      fail(error);
    }
  }
  function endUnfinished(exchange: Exchange): void {
    try {
      const isSent = exchange.firstByte !== undefined;
      recording?.end(exchange, { status: isSent ? 500 : 0, headers: new Map<string, string>(), body: null }, true);
    } catch (error) {
      // An error in a listener of `exit` would change the exit code.
      fail(error);
    }
  }
  function stop(): void {
    if (stopped) return;
    stopped = true;
    loop.stop();
    pressure.stop();
    for (const callback of undo) callback();
    for (const { trace } of recording?.recorder.profiler.running ?? []) trace.release();
    process.off('beforeExit', flush);
    void recording?.recorder.exporter?.close();
    if (recording !== undefined) void closeRecording(recording);
  }
  return { settings, recording: open, embedPagesAt: (path) => urls.embedAt(path), stop };
}

async function closeRecording({ recorder: { queue }, storage }: Recording): Promise<void> {
  const closed = queue.close();
  if (closed !== undefined) await closed;
  await storage.close();
}

// Servers of HTTP/1.1 have the first member, those of HTTP/2 the second.
function isHttpServer(server: object): boolean {
  return 'requestTimeout' in server || 'updateSettings' in server;
}

/**
 * Returns a function that checks whether a URL contains the key of the profiler, or is that of a page with a key or a pass. Requests
 * for such URLs are not recorded: they arrive if a link is opened on an application that does not serve the pages.
 */
export function createKeyCheck(key: string | undefined, pages: Pick<ProfileUrls, 'hasPath'>): (url: string) => boolean {
  const hasKey = (url: string): boolean => key !== undefined && (url.includes(key) || decode(url).includes(key));
  return (url) => (KEY_PARAMETER.test(url) && pages.hasPath(url)) || hasKey(url);
}

function decode(url: string): string {
  return url.includes('%') ? tryRead(() => decodeURIComponent(url), url) : url;
}

const KEY_PARAMETER = /[?&]key=/;

interface ProcessObserver {
  readonly running: () => Iterable<Exchange>;
  readonly current: () => Exchange | undefined;
  /** Saves a request that gets no response, because the process ends. */
  readonly end: (exchange: Exchange) => void;
}

/**
 * Records uncaught errors with the request that threw them, and saves unfinished requests when the process exits. The
 * process ends exactly as it would without it.
 *
 * @returns a function that stops observing
 */
function watchProcess({ running, current, end }: ProcessObserver): () => void {
  // Callbacks of drivers are called by the recorder. Throwing their errors again would change the line that Node.js prints.
  const onError = (error: unknown, origin: string): void => {
    withoutOwnFrames(error);
    current()?.fail(error);
    const isFatal = process.listenerCount('uncaughtException') === 0;
    // Node.js prints the stack after the last listener of `exit`. Until then, profiles and listeners read it.
    if (isFatal && origin === 'uncaughtException' && isRethrown(error))
      process.once('exit', () => addSourceLine(error));
  };
  const onExit = (): void => {
    for (const exchange of [...running()]) end(exchange);
  };
  addUncountedListener(process, 'uncaughtExceptionMonitor', onError);
  // Before the listener of the queue, which writes what is waiting.
  addUncountedListener(process, 'exit', onExit, 'prependListener');
  return () => {
    process.off('uncaughtExceptionMonitor', onError);
    process.off('exit', onExit);
  };
}
