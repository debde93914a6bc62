import type { Collector, CollectorSubject } from '../collector.ts';
import type { Profile } from '../profile.ts';
import type { Panel, PanelLinks, PanelView } from './view-model.ts';

/** What {@link panel} makes a panel from. */
export interface PanelDefinition<Data> {
  /** In the address, `?panel=tenant`: lower-case letters, digits and hyphens, and no name of a panel of the profiler's own. */
  readonly name: string;
  /** In the menu. */
  readonly title: string;
  /**
   * What is worth keeping of a request, after its last byte: plain data. Undefined when there is nothing; the panel then
   * stands in the menu, greyed.
   */
  readonly collect: (subject: CollectorSubject) => Data | undefined;
  /** How that is shown, whenever somebody looks. `data` is what was collected, with the secrets taken out. */
  readonly view: (data: Data, profile: Profile, links: PanelLinks) => PanelView;
}

/**
 * Makes a panel of an application's own: what it collects of each request, and how that is shown. Give it to
 * `defineHost({ profiler: { panels: [...] } })`. Neither half can harm a request or the rest of the page: what it throws
 * shows in its place.
 *
 * @throws {TypeError} when the name cannot stand in an address
 *
 * @example
 * ```ts
 * import { panel } from 'oriel/profiler';
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
    throw new TypeError(
      `A panel cannot be called "${name}": take lower-case letters, digits and hyphens, as in "tenant"`,
    );
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
