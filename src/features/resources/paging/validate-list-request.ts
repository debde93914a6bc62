import { assertKnownNames } from '../../../core/http/assert-known-names.ts';
import type { ListRequest } from './list-request.ts';

/**
 * Rejects list requests with unknown members, such as `limit` next to `window`, which a store would ignore.
 *
 * @throws {TypeError} with the unknown member, direction or kind of window
 */
export function validateListRequest(request: ListRequest): void {
  for (const name in request)
    if (!MEMBERS.includes(name)) assertKnownNames([name], MEMBERS, 'member of a list request');
  const { order, window } = request;
  for (const { direction } of order)
    if (direction !== 'asc' && direction !== 'desc')
      assertKnownNames([direction], ['asc', 'desc'], 'direction of an order');
  const members = WINDOWS[window.by] as readonly string[] | undefined;
  if (members === undefined) assertKnownNames([window.by], Object.keys(WINDOWS), 'kind of window');
  for (const name in window) if (!members!.includes(name)) assertKnownNames([name], members!, 'member of a window');
}

const MEMBERS: readonly string[] = ['where', 'order', 'window', 'count', 'fields'] satisfies (keyof ListRequest)[];
const WINDOWS = {
  all: ['by'],
  offset: ['by', 'offset', 'limit'],
  cursor: ['by', 'from', 'direction', 'limit'],
} as const;
