import { pathToFileURL } from 'node:url';
import type { Assembly } from '../host/assembly.ts';
import type { ConfigIssue } from '../core/configuration/config-issue.ts';
import type { Host } from '../host/define-host.ts';
import type { Mode } from '../core/configuration/mode.ts';
import { explainImport } from './explain-import.ts';
import { findHostFile } from './find-host-file.ts';
import { LoadError, shorten } from './load-error.ts';

export interface LoadedHost {
  readonly host: Host;
  readonly file: string;
}

/**
 * Imports the file of a host and takes its default export.
 * @throws {LoadError} when there is none, telling all that is wrong at once
 */
export async function loadHost(named: string | undefined): Promise<LoadedHost> {
  const file = findHostFile(named);
  const loaded = await importFile(file);
  if (!isHost(loaded.default)) throw noHost(file, loaded);
  return { host: loaded.default, file };
}

/** The host put together, as it would be to listen. @throws {LoadError} when its parts do not fit */
export function assemblyOf({ host, file }: LoadedHost, mode?: Mode): Assembly {
  try {
    return host.assembly(mode, true);
  } catch (error) {
    throw cannotStart(file, error);
  }
}

/** The host put together whole, for one mode, to be looked at and closed. @throws {LoadError} when its parts do not fit */
export async function inspect({ host, file }: LoadedHost, mode?: Mode): Promise<Assembly> {
  try {
    return await host.inspect(mode);
  } catch (error) {
    throw cannotStart(file, error);
  }
}

/** What kept a host from being put together. */
export function cannotStart(file: string, error: unknown): LoadError {
  const found = issuesOf(error);
  if (found) return new LoadError(`${shorten(file)} cannot start`, found, 1, { cause: error });
  const message = error instanceof Error ? error.message : String(error);
  // The house's errors read "what is wrong; what to do".
  const [, reason = message, fix = 'Change what the reason names'] = /^(.*)[;:] (.+)$/s.exec(message) ?? [];
  const issue: ConfigIssue = {
    code: (error as { code?: string }).code ?? 'ORIEL_ASSEMBLY',
    place: 'defineHost(…)',
    reason,
    fix,
  };
  return new LoadError(`${shorten(file)} cannot start`, [issue], 1, { cause: error });
}

async function importFile(file: string): Promise<Record<string, unknown>> {
  try {
    return (await import(pathToFileURL(file).href)) as Record<string, unknown>;
  } catch (error) {
    const issues = issuesOf(error);
    if (issues)
      throw new LoadError(
        `${shorten(file)} cannot start: ${count(issues.length)} wrong with its configuration`,
        issues,
        1,
        { cause: error },
      );
    throw new LoadError(`${shorten(file)} cannot be loaded`, [explainImport(error, file)], 1, { cause: error });
  }
}

// By code, not by class: the application may have a copy of Oriel of its own.
function issuesOf(error: unknown): readonly ConfigIssue[] | undefined {
  const { code, issues } = (error ?? {}) as { code?: unknown; issues?: readonly ConfigIssue[] };
  return code === 'ORIEL_CONFIG' && Array.isArray(issues) ? issues : undefined;
}

function count(number: number): string {
  return number === 1 ? '1 thing is' : `${number} things are`;
}

function isHost(value: unknown): value is Host {
  const { fetch, assembly, listen } = (value ?? {}) as Partial<Record<keyof Host, unknown>>;
  return typeof fetch === 'function' && typeof assembly === 'function' && typeof listen === 'function';
}

function noHost(file: string, loaded: Record<string, unknown>): LoadError {
  const named = Object.keys(loaded).find((name) => isHost(loaded[name]));
  const found =
    'default' in loaded ? `Its default export is no host but ${describe(loaded.default)}` : 'It has no default export';
  const reason = named === undefined || named === 'default' ? found : `${found}, while its export "${named}" is a host`;
  const fix =
    named === undefined
      ? "import { defineHost } from 'oriel', then export default defineHost({ routes: [] })"
      : `Write export default ${named}`;
  return new LoadError(`${shorten(file)} holds no host`, [
    { code: 'ORIEL_CLI_NO_EXPORT', place: shorten(file), reason, fix },
  ]);
}

function describe(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (typeof value === 'function') return `the function ${value.name || '(anonymous)'}; call it`;
  if (typeof (value as PromiseLike<unknown>).then === 'function') return 'a promise; await it: export default await …';
  return Array.isArray(value) ? 'a list' : `a value of type ${typeof value}`;
}
