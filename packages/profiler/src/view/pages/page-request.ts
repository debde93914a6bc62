import type { HttpContext, RequestBody } from 'oriel-core/http';
import type { OtlpStatus } from '../../otlp/export/otlp-exporter.ts';
import type { ProfileStorage, StorageHealth } from '../../store/profile-storage.ts';
import type { TokenState } from '../../store/profile-token.ts';
import type { Admission, ProfilerAccess } from './access/profiler-access.ts';
import type { ProfilerLinks } from './profiler-links.ts';
import { formatCount } from '../render/format.ts';
import type { EditorLink } from '../render/editor-links.ts';
import type { Panel } from '../../profile/view-model.ts';

/** Returns the execution plan of a statement, one row per step, without executing the statement. */
export type ExplainStatement = (
  sql: string,
  parameters: readonly unknown[],
) => Promise<readonly Readonly<Record<string, unknown>>[]>;

/** What the pages read from: the store, the panels and the settings. */
export interface ProfilerPages {
  /** The path of the pages, such as `/_profiler`. */
  readonly path: string;
  readonly storage: ProfileStorage;
  /** State of the write queue: the health of the store, and the number of profiles not yet written. */
  readonly queue: { readonly health: StorageHealth; readonly waiting: number };
  /** Returns the number of requests that could not be recorded. */
  readonly unrecorded: () => number;
  /** Returns the numbers of the export to a collector, if the process exports profiles. */
  readonly exports?: (() => OtlpStatus | undefined) | undefined;
  /** Returns the state of a token in this process, if it is known. */
  readonly locateToken?: ((token: string) => TokenState | undefined) | undefined;
  /** All panels, in the order of the menu. */
  readonly panels: readonly Panel[];
  /** Name of the host in the header of each page. */
  readonly title: string;
  /** Whether the list has a column for the name of the application, because several share the store. */
  readonly showsApplications?: boolean | undefined;
  /** Returns the URL that opens a position in the editor; absent if none is configured. */
  readonly editor?: EditorLink | undefined;
  /** Folder whose source files may be shown. */
  readonly root: string;
  readonly access: ProfilerAccess;
  /** Returns the execution plan of a statement; absent if it is not configured. */
  readonly explain?: ExplainStatement | undefined;
}

/** The part of a handler's input that the pages use. */
export interface PageInput {
  readonly context: HttpContext;
  readonly payload: RequestBody;
}

/** An authorized request to a page, with what the page needs to respond. */
export interface PageRequest extends PageInput {
  readonly pages: ProfilerPages;
  readonly links: ProfilerLinks;
  readonly admission: Admission;
  readonly parameters: URLSearchParams;
  /** Path of the list, if the list is the response to a form at another path. */
  readonly listPath?: string | undefined;
}

/** Returns a decoded path parameter, or an empty string. */
export function getPathParameter({ context }: PageRequest, name: string): string {
  const value = context.params[name];
  return typeof value === 'string' ? value : '';
}

/** Returns the problems of the store and the numbers of lost profiles, for the banner of every page. */
export function describeTrouble({ queue, unrecorded, exports }: ProfilerPages): readonly string[] {
  const { dropped, trouble } = queue.health;
  const missed = unrecorded();
  return [
    ...(trouble === undefined ? [] : [`Profile store error: ${trouble}`]),
    ...(dropped === 0 ? [] : [`${formatCount(dropped, 'profile was', 'profiles were')} dropped since the start`]),
    ...(missed === 0 ? [] : [`${formatCount(missed, 'request was', 'requests were')} not recorded since the start`]),
    ...describeExport(exports?.()),
  ];
}

function describeExport(status: OtlpStatus | undefined): readonly string[] {
  return (['spans', 'logs'] as const).flatMap((signal) => {
    const { trouble, dropped = 0, rejected = 0 } = status?.[signal] ?? {};
    const lost = dropped + rejected;
    if (trouble === undefined && lost === 0) return [];
    const reason = trouble === undefined ? '' : `, last problem: ${trouble}`;
    return [`OTLP export of ${signal}: ${lost} lost since the start${reason}`];
  });
}
