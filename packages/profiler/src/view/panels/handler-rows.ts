import type { Profile } from '../../profile/profile.ts';
import type { RecordedOperation } from '../../profile/recorded-operation.ts';
import { frameworkName } from './framework.ts';
import type { Fact } from './blocks.ts';
import type { PanelLinks, Text } from '../../profile/view-model.ts';
import { codeText, placeText } from './value-text.ts';

/**
 * Returns the rows for the handler of a request: the function of a route with its location, or the operation of a
 * resource with its data sources.
 */
export function buildHandlerRows({ data, summary }: Profile, links: PanelLinks): Fact[] {
  const handler = data.request?.handler;
  const location = handler === undefined ? undefined : placeText(handler, links);
  const operation = formatOperation(data.operation);
  if (operation !== undefined)
    return [['Handler', operation], ...(location === undefined ? [] : [['Declared', location] as const])];
  if (location !== undefined) return [['Handler', location]];
  const framework = frameworkName(data);
  const text =
    framework !== undefined
      ? `not reported by ${framework}`
      : summary.route === undefined
        ? 'none: no route matched'
        : 'a built-in route of the host';
  return [['Handler', { text, tone: 'muted' }]];
}

function formatOperation(operation: RecordedOperation | undefined): Text | undefined {
  // A failed collector leaves an error instead.
  if (typeof operation?.name !== 'string') return undefined;
  const { name, reads, writes } = operation;
  const sources = [reads, writes].filter((value) => value !== undefined);
  return codeText(sources.length === 0 ? name : `${name}: ${sources.join(', then ')}`);
}
