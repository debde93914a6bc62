import { pathToFileURL } from 'node:url';
import type { Assembly } from '../host/assembly.ts';
import type { ConfigIssue } from 'oriel-core/configuration';
import type { Host } from '../host/define-host.ts';
import type { Mode } from '../configuration/host-environment.ts';
import { count, LoadError, shorten } from 'oriel-core/cli';
import { explainImport } from './explain-import.ts';
import { findHostFile } from './find-host-file.ts';

export interface LoadedHost {
  readonly host: Host;
  readonly file: string;
}

/**
 * Imports a host file and returns its default export.
 *
 * @throws {LoadError} if the file has no host; lists all issues
 */
export async function loadHost(named: string | undefined): Promise<LoadedHost> {
  const file = findHostFile(named);
  const loaded = await importFile(file);
  if (!isHost(loaded.default)) throw noHost(file, loaded);
  return { host: loaded.default, file };
}

/** Returns the assembly of a host as for listening. @throws {LoadError} if the host cannot be assembled */
export function getAssembly({ host, file }: LoadedHost, mode?: Mode): Assembly {
  try {
    return host.assembly(mode, true);
  } catch (error) {
    throw cannotStart(file, error);
  }
}

/** Returns the complete assembly of a host in a mode; the caller closes it. @throws {LoadError} if the host cannot be assembled */
export async function inspect({ host, file }: LoadedHost, mode?: Mode): Promise<Assembly> {
  try {
    return await host.inspect(mode);
  } catch (error) {
    throw cannotStart(file, error);
  }
}

/** Returns the error to print if a host cannot be assembled. */
export function cannotStart(file: string, error: unknown): LoadError {
  const found = findIssues(error);
  if (found) return new LoadError(`${shorten(file)} cannot start`, found, 1, { cause: error });
  const message = error instanceof Error ? error.message : String(error);
  // Errors of Oriel have the format "reason; fix".
  const [, reason = message, fix = 'Correct the configuration that the reason names'] =
    /^(.*)[;:] (.+)$/s.exec(message) ?? [];
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
    const issues = findIssues(error);
    if (issues)
      throw new LoadError(
        `${shorten(file)} cannot start: its configuration has ${count(issues.length, 'issue')}`,
        issues,
        1,
        { cause: error },
      );
    throw new LoadError(`${shorten(file)} cannot be loaded`, [explainImport(error, file)], 1, { cause: error });
  }
}

// The application may use another copy of Oriel, so `instanceof` does not work.
function findIssues(error: unknown): readonly ConfigIssue[] | undefined {
  const { code, issues } = (error ?? {}) as { code?: unknown; issues?: readonly ConfigIssue[] };
  return code === 'ORIEL_CONFIG' && Array.isArray(issues) ? issues : undefined;
}

function isHost(value: unknown): value is Host {
  const { fetch, assembly, listen } = (value ?? {}) as Partial<Record<keyof Host, unknown>>;
  return typeof fetch === 'function' && typeof assembly === 'function' && typeof listen === 'function';
}

function noHost(file: string, loaded: Record<string, unknown>): LoadError {
  const named = Object.keys(loaded).find((name) => isHost(loaded[name]));
  const found =
    'default' in loaded
      ? `The default export is not a host but ${describe(loaded.default)}`
      : 'The file has no default export';
  const reason = named === undefined || named === 'default' ? found : `${found}, but its export "${named}" is a host`;
  const fix =
    named === undefined
      ? "import { defineHost } from 'oriel-host', then export default defineHost({ routes: [] })"
      : `Write export default ${named}`;
  return new LoadError(`${shorten(file)} does not export a host`, [
    { code: 'ORIEL_CLI_NO_EXPORT', place: shorten(file), reason, fix },
  ]);
}

function describe(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (typeof value === 'function') return `the function ${value.name || '(anonymous)'}; call it`;
  if (typeof (value as PromiseLike<unknown>).then === 'function') return 'a promise; await it: export default await …';
  return Array.isArray(value) ? 'an array' : `a value of type ${typeof value}`;
}
