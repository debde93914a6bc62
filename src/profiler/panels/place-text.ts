import { codeText } from './recorded-values.ts';
import type { PanelLinks, Text } from './view-model.ts';

/** Returns a position such as `src/cart.ts:41` with a link to its source. */
export function placeText(place: unknown, links: PanelLinks): Text {
  const [, file, line] = /^(.+?):(\d+)(?::\d+)?$/.exec(String(place)) ?? [];
  const href = file === undefined ? undefined : links.source(file, Number(line));
  return href === undefined ? codeText(place) : { text: String(place), mono: true, href };
}
