import type { Panel, PanelView } from '../../profile/view-model.ts';
import { toList } from '../../profile/recorded-values.ts';
import { facts } from './blocks.ts';

/** Shows the exception with the same view as the error page. */
export const exceptionPanel: Panel = {
  name: 'exception',
  title: 'Exception',
  view({ data }): PanelView | undefined {
    const view = data.exception as
      | { readonly exceptions?: readonly unknown[]; readonly requestLine?: unknown; readonly title?: unknown }
      | undefined
      | null;
    if (!view) return undefined;
    return {
      count: toList(view.exceptions).length,
      tone: 'bad',
      blocks: [
        facts([
          ['Request', { text: String(view.requestLine ?? ''), mono: true }],
          ['Response', String(view.title ?? '')],
        ]),
        { kind: 'exception', view },
      ],
    };
  },
};
