import { join } from 'node:path';
import {
  SqlProfileStorage,
  MemoryProfileStorage,
  DEFAULT_BODY_CAP,
  KeepRule,
  createRecorder,
  createPropagation,
  createRecordDemand,
  resolveOtlp,
  watchConsole,
  watchEventLoop,
  watchHttpClients,
  ONE_TIME_CODE_MINUTES,
  ProfilerAccess,
  LiveTail,
  createEditorLink,
  PANELS,
  createProfilerRoutes,
  opensPage,
  planToolbar,
  createToolbarData,
} from 'oriel/recorder';
import type { ProfilerStatus } from '../service-keys.ts';
import type { DeriveKeys, Mode } from '../../configuration/host-environment.ts';
import type { IncomingRequest, HttpResponse } from 'oriel-core/http';
import type { ProfileLink } from '../../listeners/profile-link.ts';
import { createProfilerListener, createProfilerKeyListener, isProfilerPath } from './profiler-listener.ts';
import type { Subscriber } from '../../events/subscriber.ts';
import { routingCollector } from './routing-collector.ts';
import type { Collector, HostExchange } from '../collector.ts';
import type { ErrorViews, FindingRule, Panel, ProfileStorage, Profiler } from 'oriel/recorder';
import { addressKey } from 'oriel-core/node';
import { RouteCollection } from '../../routing/route-collection.ts';
import type { Logger } from 'oriel-core/trace';
import type { HintsFor } from '../../listeners/error-listener.ts';
import type { ServerOptions } from '../../server/server-options.ts';
import type { Route } from '../../routing/route-definition.ts';
import type { RequestContext } from '../../kernel/events.ts';
import type { ProfilerConfig } from './profiler-config.ts';
import { clientCollector } from './client-collector.ts';
import { corsCollector } from './cors-collector.ts';
import { route } from '../../routes/route.ts';
import type { RouteDeclaration } from '../../routes/route.ts';
import { Buffer } from 'node:buffer';
import type { ProfilerListenerOptions } from './profiler-listener.ts';

/** The profiler of one host: its store, its pages and its recorder. */
export interface Profiling {
  readonly storage: ProfileStorage;
  /** The routes of its pages, which are not recorded. */
  readonly routes: readonly RouteDeclaration[];
  /** Starts recording. @param routes the complete route table */
  record(routes: RouteCollection, link: ProfileLink): Recorder;
  /** Returns a path that opens the pages once, from any machine, for a number of minutes; undefined in production. */
  invite(): { readonly path: string; readonly minutes: number } | undefined;
  isOwn(route: { readonly data?: unknown }): boolean;
  /** The profiles that are stored, wait or were dropped. */
  status(): ProfilerStatus;
  /** Ends live pages, which would delay the stop of the host. */
  drain(): void;
  /** Writes and exports waiting profiles, and closes the storage. */
  close(): Promise<void>;
}

/** Records the requests of one host. */
export interface Recorder {
  readonly profiler: Profiler<HostExchange>;
  readonly listener: Subscriber;
  /** Hides the pages from requests without the key; undefined in development. */
  readonly keyListener: Subscriber | undefined;
  /** The views of errors for error pages and profiles. */
  readonly errors: ErrorViews<HostExchange>;
  /** Whether a request may be recorded, so that it is traced from its start. */
  traces(incoming: IncomingRequest): boolean;
}

export interface ProfiledHost {
  readonly title?: string;
  readonly proxies?: ServerOptions['proxies'];
}

export interface ProfilingServices {
  readonly mode: Mode;
  readonly listening: boolean;
  readonly logger: Logger;
  readonly deriveKeys: DeriveKeys;
  /** Returns hints for a developer about an error. */
  readonly hints: (
    routes: readonly Route[],
    context: RequestContext,
    error: unknown,
    profiled: boolean,
  ) => ReturnType<HintsFor>;
  readonly collectors: readonly Collector[];
  readonly panels: readonly Panel[];
  readonly findings: readonly FindingRule[];
}

/** Creates the profiler: storage, queue, tokens, redaction and pages. */
export function createProfiling(
  config: ProfilerConfig,
  host: ProfiledHost,
  { mode, logger, listening, deriveKeys, hints, collectors, panels: ofFeatures, findings }: ProfilingServices,
): Profiling {
  const storage = config.storage ?? openStorage(config, logger, listening);
  const tail = new LiveTail(storage);
  const added = [...ofFeatures, ...(config.panels ?? [])];
  const panels = [...PANELS, ...added];
  const access = new ProfilerAccess({
    key: config.key,
    keyOnly: mode === 'production',
    addressKey,
    secret: config.key === undefined ? deriveKeys('passes of the profiler')[0] : undefined,
  });
  const declarations = new Set<unknown>();
  const isOwn = (candidate: { readonly data?: unknown }): boolean =>
    declarations.has((candidate.data as { declaration?: unknown } | undefined)?.declaration);
  const report = (message: string): void => logger.log('warning', 'profiler', message);
  const loop = watchEventLoop();
  const bodyCap = config.bodyCap ?? DEFAULT_BODY_CAP;
  // The application's own routes are known when recording starts.
  let table = new RouteCollection([]);
  let application: readonly Route[] = [];
  const { profiler, queue, errors, exporter } = createRecorder<HostExchange>({
    storage,
    loop,
    findings,
    report,
    settings: {
      application: host.title ?? 'Oriel',
      mode,
      bodyCap,
      keepRule: new KeepRule(config),
      redact: config.redact,
      key: config.key,
      otlp: config.otlp === undefined ? undefined : resolveOtlp(config.otlp),
    },
    collectors: [
      clientCollector(host.proxies),
      routingCollector(() => table, isOwn),
      ...collectors,
      ...(collectors.some(({ name }) => name === 'cors') ? [] : [corsCollector(undefined)]),
    ],
    panels: added.filter(isCollector),
    hints: (context, error) => hints(application, context, error, true),
    facts(facts) {
      let config: typeof facts | undefined;
      return () => (config ??= { ...facts, routes: String(application.length) });
    },
  });
  const pages = createProfilerRoutes({
    storage,
    queue,
    panels,
    title: host.title ?? 'Oriel',
    root: process.cwd(),
    tail,
    explain: config.explain,
    editor: config.editor === undefined ? undefined : createEditorLink(config.editor, config.editorPaths),
    access,
    unrecorded: () => profiler.unrecorded,
    exports: () => exporter?.status,
    locateToken: (token) => profiler.locateToken(token),
  });
  const routes = pages.map(({ name, line, requirements, handle }) =>
    route(name, line, { handle, ...(requirements ? { requirements } : {}) }),
  );
  for (const declaration of routes) declarations.add(declaration);
  const undo = [watchConsole(), watchHttpClients(createPropagation(config.propagate), bodyCap), () => loop.stop()];
  return {
    storage,
    routes,
    isOwn,
    invite: () =>
      mode === 'production'
        ? undefined
        : { path: `/_profiler/?key=${access.createOneTimeCode()}`, minutes: ONE_TIME_CODE_MINUTES },
    record(routeTable, link) {
      table = routeTable;
      application = [...table].filter((candidate) => !isOwn(candidate));
      const onlyOnDemand = config.record === 'on-demand';
      const isDemanded = createRecordDemand(config.key);
      const listener = createProfilerListener(profiler, {
        // Unknown paths below the pages are not requests of the application.
        leaveOut: ({ route: matched, path }) => (matched === undefined ? isProfilerPath(path) : isOwn(matched)),
        isDemanded: ({ incoming }) => isDemanded(incoming),
        onlyOnDemand,
        mayExpose:
          mode === 'development' || config.exposeToken === true
            ? () => true
            : (context) => isDemanded(context.incoming) || access.hasKey(context),
        link,
        toolbar: config.toolbar === true && mode === 'development' ? getToolbar(profiler) : undefined,
      });
      const keyListener = mode === 'production' ? createProfilerKeyListener(access) : undefined;
      return { profiler, listener, keyListener, errors, traces: onlyOnDemand ? isDemanded : () => true };
    },
    status: () => {
      const { written, dropped } = queue.health;
      const { unrecorded } = profiler;
      return { waiting: queue.waiting, written, dropped, unrecorded, otlp: exporter?.status };
    },
    drain: () => tail.close(),
    async close() {
      for (const callback of undo) callback();
      await queue.close();
      await exporter?.close();
      // A storage of the application is closed by the application.
      if (config.storage === undefined) await storage.close();
    },
  };
}

function isCollector(panel: Panel | (Panel & Collector)): panel is Panel & Collector {
  return 'collect' in panel;
}

function openStorage({ file, caps }: ProfilerConfig, logger: Logger, listening: boolean): ProfileStorage {
  // A host that does not listen is usually part of a test, which should not create a file.
  if (!listening && file === undefined) return new MemoryProfileStorage(caps);
  return new SqlProfileStorage({
    file: file ?? join(process.cwd(), 'var', 'profiler.sqlite'),
    ...(caps ? { caps } : {}),
    onTrouble: (trouble) => logger.log('warning', 'profiler', trouble.message),
  });
}

function getToolbar(profiler: Profiler<HostExchange>): NonNullable<ProfilerListenerOptions['toolbar']> {
  return (context, response, link) => {
    const { body } = response;
    if (!opensPage(context) || !(typeof body === 'string' || body instanceof Uint8Array) || body.length === 0) return;
    const plan = planToolbar({ status: response.status, lines: (name) => getLines(response, name) }, body, () => {
      const preview = profiler.preview(context, response);
      return preview && createToolbarData(preview, link);
    });
    if (plan === undefined) return;
    for (const [name, lines] of plan.headers) {
      response.headers.delete(name);
      for (const line of lines) response.headers.append(name, line);
    }
    if (plan.markup === '') return;
    response.body =
      typeof body === 'string' ? body + plan.markup : Buffer.concat([body, Buffer.from(plan.markup, 'latin1')]);
  };
}

function getLines({ headers }: HttpResponse, name: string): readonly string[] {
  const lines: string[] = [];
  for (const [headerName, line] of headers) if (headerName.toLowerCase() === name) lines.push(line);
  return lines;
}
