import { formatValue, group, either, choice, issue } from 'oriel-core/configuration';
import type { ConfigIssue } from 'oriel-core/configuration';
import { isObject } from 'oriel-core/http';
import { PROFILER_SETTINGS, isPanel } from './profiler-config.ts';
import type { ProfilerConfig } from './profiler-config.ts';

const CODE = 'ORIEL_CONFIG_PROFILER';
const PROFILER = either([choice([false]), group(PROFILER_SETTINGS)], {
  code: CODE,
  fix: 'Use its settings, such as profiler: { keep: ["status:>=400"] }, or false for none',
});

/**
 * Returns the issues of the profiler settings, including the entries of lists.
 *
 * @param describeKeepIssue returns what is wrong with a search of `keep`; undefined if it is valid
 */
export function* validateProfiler(
  { profiler }: { readonly profiler?: ProfilerConfig | false },
  describeKeepIssue: (search: string) => string | undefined,
): Generator<ConfigIssue> {
  yield* PROFILER.validate('profiler', profiler);
  if (!isObject(profiler)) return;
  const { record, keep, panels, key } = profiler as ProfilerConfig;
  yield* validateKeep(keep, describeKeepIssue);
  yield* validatePanelNames(panels);
  if (record !== 'on-demand') return;
  if (keep !== undefined) {
    const fix = 'Remove it: with record: "on-demand", every recorded profile is kept';
    yield issue(CODE, 'profiler.keep', `It is ${formatValue(keep)}`, fix);
  }
  if (key !== undefined) return;
  const reason = 'record is "on-demand", but without a key no request can demand its recording';
  yield issue('ORIEL_PROFILER_KEY', 'profiler.key', reason, PROFILER_SETTINGS.key.options.fix as string);
}

function* validateKeep(keep: unknown, describeIssue: (search: string) => string | undefined): Generator<ConfigIssue> {
  for (const [index, search] of (Array.isArray(keep) ? (keep as unknown[]) : []).entries()) {
    const problem = typeof search === 'string' && search !== '' ? describeIssue(search) : undefined;
    if (problem === undefined) continue;
    const fix = 'Use the search language of the list; `oriel list --help` and docs/profiler/search.md describe it';
    yield issue(CODE, `profiler.keep[${index}]`, `${formatValue(search)}: ${problem}`, fix);
  }
}

function* validatePanelNames(panels: unknown): Generator<ConfigIssue> {
  const names = Array.isArray(panels) ? panels.filter(isPanel).map(({ name }) => name) : [];
  for (const name of new Set(names.filter((panelName, index) => names.indexOf(panelName) < index))) {
    const reason = `Several panels have the name "${name}"`;
    yield issue('ORIEL_PROFILER_PANEL', 'profiler.panels', reason, 'Use a unique name for each panel');
  }
}
