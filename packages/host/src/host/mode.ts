import type { Mode } from '../configuration/host-environment.ts';
import type { ProfilerConfig } from '../features/profiler/profiler-config.ts';
import type { HostConfig } from './config.ts';

/**
 * Returns the mode: `ORIEL_MODE` if set, else the wanted mode, else production.
 * @throws {TypeError} when `ORIEL_MODE` is neither mode
 */
export function resolveMode(wanted?: Mode): Mode {
  const forced = globalThis.process?.env['ORIEL_MODE'];
  if (forced === undefined || forced === '') return wanted ?? 'production';
  if (forced === 'development' || forced === 'production') return forced;
  throw new TypeError(`ORIEL_MODE is ${JSON.stringify(forced)}; it must be "development" or "production"`);
}

/** Returns whether `ORIEL_MODE` is `production`, which also applies to hosts that only handle `fetch`. */
export function isProductionForced(): boolean {
  return globalThis.process?.env['ORIEL_MODE'] === 'production';
}

/** Returns the settings of the profiler in a mode; undefined when it is off. */
export function profilerConfig({ profiler }: HostConfig, mode: Mode): ProfilerConfig | undefined {
  if (profiler === false) return undefined;
  if (mode === 'development') return profiler ?? {};
  return profiler?.key === undefined ? undefined : profiler;
}
