import type { Profile, RecordedOperation } from '../profile.ts';
import type { PanelLinks, Text } from './view-model.ts';
import { codeText } from './recorded-values.ts';

/**
 * What answered, and where it was declared: the function of a route, or the operation of a resource with who gave and
 * changed its data.
 */
export function buildHandlerRows({ data, summary }: Profile, links: PanelLinks): (readonly [string, Text])[] {
  const place = data.request?.handler;
  const where = place === undefined ? undefined : placeText(place, links);
  const operation = operationText(data.operation);
  if (operation !== undefined)
    return [['Handler', operation], ...(where === undefined ? [] : [['Declared', where] as const])];
  if (where !== undefined) return [['Handler', where]];
  const told = summary.route === undefined ? 'none: no route matched' : 'the host itself, for one of its own routes';
  return [['Handler', { text: told, tone: 'muted' }]];
}

function operationText(operation: RecordedOperation | undefined): Text | undefined {
  // A collector that failed has left something else.
  if (typeof operation?.name !== 'string') return undefined;
  const { name, reads, writes } = operation;
  const who = [reads, writes].filter((each) => each !== undefined);
  return codeText(who.length === 0 ? name : `${name}: ${who.join(', then ')}`);
}

function placeText(place: string, links: PanelLinks): Text {
  const [, file, line] = /^(.*?):(\d+)(?::\d+)?$/.exec(place) ?? [];
  return { text: place, mono: true, href: file === undefined ? undefined : links.source(file, Number(line)) };
}
