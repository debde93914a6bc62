import type { HostConfig, ProfilerConfig } from './config.ts';
import type { ConfigIssue } from './config-errors.ts';

/** What is wrong with the settings of the profiler. */
export function* wrongProfiler({ profiler }: HostConfig): Generator<ConfigIssue> {
  if (profiler === undefined || profiler === false) return;
  if (typeof profiler !== 'object' || profiler === null) {
    return yield {
      code: 'ORIEL_CONFIG_PROFILER',
      place: 'profiler',
      reason: `It is ${JSON.stringify(profiler) ?? String(profiler)}`,
      fix: 'Give its settings, such as profiler: { record: "errors" }, or false for none',
    };
  }
  const { record = 'all', key }: ProfilerConfig = profiler;
  if (!isRule(record)) {
    yield {
      code: 'ORIEL_CONFIG_CHOICE',
      place: 'profiler.record',
      reason: `${JSON.stringify(record) ?? String(record)} is not a choice`,
      fix: 'Choose "all" or "errors" or "on-demand" or { slowerThan: milliseconds } or { sample: 0 to 1 }',
    };
  }
  if (record === 'on-demand' && (key === undefined || key === '')) {
    yield {
      code: 'ORIEL_PROFILER_KEY',
      place: 'profiler.key',
      reason: 'Without a key nobody can ask for a request to be recorded, and record is "on-demand"',
      fix: 'Set profiler.key to a long random text, from an environment variable, say',
    };
  }
}

function isRule(record: unknown): boolean {
  if (record === 'all' || record === 'errors' || record === 'on-demand') return true;
  if (typeof record !== 'object' || record === null) return false;
  const { slowerThan, sample } = record as { slowerThan?: unknown; sample?: unknown };
  if (slowerThan !== undefined) return typeof slowerThan === 'number' && slowerThan >= 0;
  return typeof sample === 'number' && sample >= 0 && sample <= 1;
}
