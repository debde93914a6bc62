import { NullTrace } from 'oriel-core/trace';
import type { LogLevel, LogRecord, Trace } from 'oriel-core/trace';

/** Records only the logs of one request, which the error page shows for requests that have no full trace. */
export class LogTrace implements Trace {
  readonly recording = false;
  readonly keepsLogs = true;
  readonly began = 0;
  readonly decisions = NullTrace.decisions;
  readonly listeners = NullTrace.listeners;
  readonly spans = NullTrace.spans;
  readonly dropped: Partial<Record<LogLevel, number>> = {};
  readonly open = 0;
  #logs: LogRecord[] | undefined = undefined;

  get logs(): readonly LogRecord[] {
    return this.#logs ?? NullTrace.logs;
  }

  log(record: LogRecord): void {
    const logs = (this.#logs ??= []);
    if (logs.length < MAX_LOGS) logs.push(record);
    else this.dropped[record.level] = (this.dropped[record.level] ?? 0) + 1;
  }

  enter(): void {}

  decide(): void {}

  listener(): void {}

  begin(): number {
    return 0;
  }

  add(): void {}

  end(): void {}
  restart(): void {}
}

const MAX_LOGS = 1_000;
