import type { HttpContext } from '../../core/http/context.ts';
import type { RequestBody } from '../../core/http/incoming-request.ts';
import type { ProfileStorage, StorageHealth } from '../store/profile-storage.ts';
import type { TokenUse } from '../store/profile-token.ts';
import type { Admission, ProfilerAccess } from './access/profiler-access.ts';
import type { ProfilerLinks } from './profiler-links.ts';
import type { Panel } from '../panels/view-model.ts';

/** Tells how the database would run a statement, one row per step, without running it. */
export type ExplainStatement = (
  sql: string,
  parameters: readonly unknown[],
) => Promise<readonly Readonly<Record<string, unknown>>[]>;

/** What the pages are made with. */
export interface ProfilerPages {
  readonly storage: ProfileStorage;
  /** What the store says, with what was lost on the way to it, and how many wait. */
  readonly queue: { readonly health: StorageHealth; readonly waiting: number };
  /** How many requests could not be recorded at all. */
  readonly unrecorded: () => number;
  /** What became of a token, as far as this process knows. */
  readonly locateToken?: ((token: string) => 'running' | TokenUse | undefined) | undefined;
  /** Every panel, in the order of the menu. */
  readonly panels: readonly Panel[];
  readonly title: string;
  /** The folder whose source may be shown. */
  readonly root: string;
  readonly access: ProfilerAccess;
  /** Tells how the database would run a statement. */
  readonly explain?: ExplainStatement | undefined;
}

/** What a handler of the profiler is called with; the input of every handler has this much. */
export interface PageInput {
  readonly context: HttpContext;
  readonly payload: RequestBody;
}

/** One visit to a page. */
export interface PageRequest extends PageInput {
  readonly pages: ProfilerPages;
  readonly links: ProfilerLinks;
  readonly admission: Admission;
  readonly parameters: URLSearchParams;
  /** The path of the list, when it is the answer to a form at another address. */
  readonly listPath?: string | undefined;
}

/** A path parameter, decoded. */
export function getPathParameter({ context }: PageRequest, name: string): string {
  const value = context.params[name];
  return typeof value === 'string' ? value : '';
}

/** Are there lost profiles or is the store in trouble? Then every page says so. */
export function describeTrouble({ queue, unrecorded }: ProfilerPages): readonly string[] {
  const { dropped, trouble } = queue.health;
  const missed = unrecorded();
  return [
    ...(trouble === undefined ? [] : [`The store is in trouble: ${trouble}`]),
    ...(dropped === 0 ? [] : [`${dropped} ${dropped === 1 ? 'profile was' : 'profiles were'} dropped since the start`]),
    ...(missed === 0
      ? []
      : [`${missed} ${missed === 1 ? 'request was' : 'requests were'} not recorded since the start`]),
  ];
}
