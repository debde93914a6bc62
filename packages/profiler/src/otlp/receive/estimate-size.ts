import type { Attributes, ReceivedSpan } from './received-messages.ts';

/** Returns the approximate number of characters of a received value in memory. */
export function estimateSize(value: unknown): number {
  if (typeof value === 'string') return value.length + 20;
  if (value instanceof Map) {
    let sum = 50;
    for (const [name, element] of value as Attributes) sum += name.length + estimateSize(element);
    return sum;
  }
  if (typeof value !== 'object' || value === null) return 20;
  return Object.entries(value).reduce((sum, [name, member]) => sum + name.length + estimateSize(member), 50);
}

/** Returns the approximate number of characters of a span, with its events. */
export function estimateSpanSize({ name, message, attributes, events }: ReceivedSpan): number {
  return events.reduce(
    (sum, event) => sum + 100 + event.name.length + estimateSize(event.attributes),
    300 + name.length + message.length + estimateSize(attributes),
  );
}
