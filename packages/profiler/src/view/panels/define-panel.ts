import type { Collector, CollectorSubject } from '../../record/collector.ts';
import type { Profile } from '../../profile/profile.ts';
import type { Panel, PanelLinks, PanelView } from '../../profile/view-model.ts';

/** The definition of a panel of an application. */
export interface PanelDefinition<Data> {
  /** Name in the URL, as in `?panel=tenant`: lower-case letters, digits and hyphens. Names of built-in panels are not allowed. */
  readonly name: string;
  /** Title in the menu. */
  readonly title: string;
  /**
   * Returns the plain data to store for a request, after its last byte. Without data (undefined), the menu lists
   * the panel as not recorded.
   */
  readonly collect: (subject: CollectorSubject) => Data | undefined;
  /** Returns the view when the panel is opened. `data` is the collected data with secrets masked. */
  readonly view: (data: Data, profile: Profile, links: PanelLinks) => PanelView;
}

/**
 * Defines a profiler panel of an application: the data it collects from each request, and its view. Pass it to
 * `defineHost({ profiler: { panels: [...] } })`. An error thrown by either function is shown in the panel; it does not
 * affect the request or the rest of the page.
 *
 * @param definition name, title, and the functions `collect` and `view`
 * @returns the panel, which is also its collector
 * @throws {TypeError} if the name is invalid
 *
 * @example
 * ```ts
 * import { panel } from 'oriel';
 * const tenantPanel = panel({
 *   name: 'tenant',
 *   title: 'Tenant',
 *   collect: ({ context }) => ({ tenant: context.headers.get('x-tenant') ?? 'none' }),
 *   view: ({ tenant }) => ({ blocks: [{ kind: 'facts', rows: [['Tenant', tenant]] }] }),
 * });
 * tenantPanel.name; // => 'tenant'
 * ```
 */
export function panel<Data>({ name, title, collect, view }: PanelDefinition<Data>): Panel & Collector {
  if (!/^[a-z][a-z0-9-]{0,40}$/.test(name)) {
    throw new TypeError(`Invalid panel name "${name}"; use lower-case letters, digits and hyphens, as in "tenant"`);
  }
  return {
    name,
    title,
    collect,
    view(profile, links) {
      const data = profile.data.panels[name];
      return data === undefined || data === null ? undefined : view(data as Data, profile, links);
    },
  };
}
