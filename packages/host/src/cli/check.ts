import { validateSharedState } from '../host/check-shared-state.ts';
import { validateProduction } from '../host/features.ts';
import { checkStores, findMissingIndexes } from '../features/resources/source/check-stores.ts';
import type { ListedIndex } from '../features/resources/source/check-stores.ts';
import { selectFormats } from '../features/resources/represent/formats.ts';
import type { ConfigIssue } from 'oriel-core/configuration';
import { defineCommand, count, print, printJson, style, LoadError, shorten } from 'oriel-core/cli';
import { formatStateRows, stateRows } from '../host/state/state-rows.ts';
import { getAssembly, loadHost } from './load-host.ts';
import type { LoadedHost } from './load-host.ts';

/** `oriel-host check`: reports all issues of a configuration at once. */
export const command = defineCommand({
  name: 'check',
  summary: 'report all issues of the configuration at once',
  usage: 'check [file] [--database] [--json]',
  help: [
    ['--database', 'compare resources with the tables of their SQL stores, and list missing indexes'],
    ['--json', 'print JSON: { sound, file, routes, listeners, formats, state, indexes, slowOrders, issues }'],
  ],
  examples: ['oriel-host check', 'oriel-host check --database', 'oriel-host check src/host.ts --json'],
  options: { database: { type: 'boolean' }, json: { type: 'boolean' } },
  maxPositionals: 1,
  run: async ({ database, json }, [file]) => {
    try {
      const loaded = await loadHost(file);
      const issues = validateProduction(loaded.host.config);
      if (issues.length > 0) throw new LoadError(`${shorten(loaded.file)} cannot start in production`, issues, 1);
      checkInstances(loaded);
      const sizes = assembleAllModes(loaded);
      const indexes = database ? await checkDatabase(loaded) : [];
      const formats = formatNames(loaded);
      const state = stateRows(loaded.host.config);
      const missing = indexes.filter(({ isImpossible }) => !isImpossible);
      const slowOrders = indexes.filter(({ isImpossible }) => isImpossible);
      const listedIndexes = database ? { indexes: missing, slowOrders } : {};
      if (json)
        return printJson({
          sound: true,
          file: shorten(loaded.file),
          ...sizes,
          formats,
          state,
          ...listedIndexes,
          issues: [],
        });
      const listed = formats.length > 0 ? `, ${formats.length === 1 ? 'format' : 'formats'} ${formats.join(', ')}` : '';
      print(
        `${style('green', 'The configuration is valid')}: ${count(sizes.routes, 'route')}, ${count(sizes.listeners, 'listener')}${listed}`,
      );
      for (const line of formatStateRows(state)) print(`  ${line}`);
      printIndexes('Lists read and sort all rows without these indexes:', missing);
      printIndexes('Lists read and sort all rows, because no index has columns of several tables:', slowOrders);
      return 0;
    } catch (error) {
      if (!json || !(error instanceof LoadError)) throw error;
      printJson({ sound: false, issues: error.issues.map(toPlainIssue) });
      return error.exitCode;
    }
  },
});

function printIndexes(title: string, indexes: readonly ListedIndex[]): void {
  if (indexes.length > 0) print(title);
  for (const { table, columns, uses } of indexes) print(`  ${table} (${columns})  ${style('dim', uses.join(', '))}`);
}

async function checkDatabase({ host, file }: LoadedHost): Promise<ListedIndex[]> {
  const issues = await checkStores(host.config.resources ?? [], 'report');
  if (issues.length > 0) throw new LoadError(`${shorten(file)} does not fit its database`, issues);
  return findMissingIndexes(host.config.resources ?? [], host.config.api);
}

// Only resources have formats.
function formatNames({ host: { config } }: LoadedHost): string[] {
  if ((config.resources ?? []).length === 0) return [];
  return selectFormats(config.api?.formats).map(({ name }) => name);
}

// The secret is not required here: it is often set only where the host runs.
function checkInstances({ host, file }: LoadedHost): void {
  const issues = host.config.instances === 'many' ? validateSharedState(host.config, 'machines') : [];
  if (issues.length > 0) throw new LoadError(`${shorten(file)} cannot run on several machines`, issues);
}

// Some issues are only detected during assembly, and in one mode only.
function assembleAllModes(loaded: LoadedHost): { routes: number; listeners: number } {
  getAssembly(loaded, 'development');
  const { routes, dispatcher } = getAssembly(loaded, 'production');
  return {
    routes: routes.size,
    listeners: dispatcher.events.reduce((sum, event) => sum + dispatcher.listeners(event).length, 0),
  };
}

function toPlainIssue({ at, ...rest }: ConfigIssue): ConfigIssue {
  return at ? { ...rest, at: { ...at, file: shorten(at.file) } } : rest;
}
