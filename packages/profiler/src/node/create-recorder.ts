import { performance } from 'oriel-core/builtins';
import type { Hint } from 'oriel-core/errors';
import type { SecretNamesOptions } from 'oriel-core/redaction';
import { OtlpExporter } from '../otlp/export/otlp-exporter.ts';
import type { Collector } from '../record/collector.ts';
import { requestCollector } from '../record/collectors/request-collector.ts';
import { responseCollector } from '../record/collectors/response-collector.ts';
import {
  decisionsCollector,
  logsCollector,
  pipelineCollector,
  spansCollector,
} from '../record/collectors/trace-collectors.ts';
import { ErrorViews } from '../record/error-views.ts';
import { Profiler } from '../record/profiler.ts';
import type { ProfilerParts } from '../record/profiler.ts';
import type { RecordedExchange } from '../record/recorded-exchange.ts';
import { Redactor } from '../record/redaction/redactor.ts';
import { VisitorIds } from '../record/visitor/visitor-ids.ts';
import type { EventLoopWatch } from '../record/watch-event-loop.ts';
import type { ProfileStorage } from '../store/profile-storage.ts';
import { ProfileTokenAllocator } from '../store/profile-token.ts';
import { WriteBehind } from '../store/write-behind.ts';
import type { RecorderSettings } from './settings.ts';

/** The parts of a recorder that depend on the server. */
export interface RecorderOptions<Exchange extends RecordedExchange> extends Partial<
  Pick<ProfilerParts<Exchange>, 'panels' | 'findings' | 'release'>
> {
  readonly storage: ProfileStorage;
  readonly settings: Pick<RecorderSettings, 'application' | 'bodyCap' | 'keepRule' | 'key' | 'otlp'> & {
    readonly mode: string;
    readonly redact?: SecretNamesOptions | undefined;
  };
  readonly loop: EventLoopWatch;
  /** Those of the server, in addition to the ones of each server. */
  readonly collectors: readonly Collector<Exchange>[];
  /** Returns what may help a developer with an error. Default nothing. */
  readonly hints?: (context: Exchange, error: unknown) => readonly Hint[];
  /** Adds further facts about the application. Profiles share the object that the result returns. */
  readonly facts: (config: Facts) => () => Facts;
  /** Called with a problem of the recorder or of the export. */
  readonly report: (problem: string) => void;
}

type Facts = Readonly<Record<string, string>>;

/** What records requests and stores their profiles. */
export type Recorder<Exchange extends RecordedExchange> = ReturnType<typeof createRecorder<Exchange>>;

/** Creates the recorder of a server: of a host, or of any other servers of the process. */
export function createRecorder<Exchange extends RecordedExchange>(options: RecorderOptions<Exchange>) {
  const { storage, settings, loop, collectors, hints = () => [], facts, panels = [], report, ...parts } = options;
  const { application: app, mode, bodyCap, keepRule, key, otlp, redact } = settings;
  const boot = `${process.pid.toString(36)}-${Math.round(performance.timeOrigin).toString(36)}`;
  const redactor = new Redactor(redact);
  const errors = new ErrorViews<Exchange>(redactor, hints);
  // Test runners and developers end a process at any moment. In production, fewer and larger writes take less time.
  const queue = new WriteBehind({ storage, delay: mode === 'production' ? undefined : 0 });
  const exporter = otlp && new OtlpExporter(otlp, { app, boot, report });
  const config = {
    mode,
    title: app,
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    pid: String(process.pid),
    root: process.cwd(),
    ...(keepRule.description === undefined ? {} : { keep: keepRule.description }),
  };
  const profiler = new Profiler<Exchange>({
    ...parts,
    queue,
    redactor,
    panels,
    app,
    boot,
    report,
    bodyCap,
    keepRule,
    exporter,
    visitors: new VisitorIds(() => key ?? storage.secret),
    tokens: new ProfileTokenAllocator({ lease: (count) => storage.lease(count) }),
    collectors: [
      requestCollector,
      responseCollector<Exchange>(({ context }) => errors.hadSecrets(context)),
      {
        name: 'exception',
        collect: ({ context, response }) =>
          context.error === undefined ? undefined : errors.of(context, response.status),
      },
      logsCollector,
      pipelineCollector,
      decisionsCollector,
      ...collectors,
      spansCollector(loop),
    ],
    config: facts(config),
  });
  return { profiler, queue, redactor, errors, exporter };
}
