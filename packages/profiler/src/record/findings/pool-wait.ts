import { milliseconds, rule } from './facts.ts';

/** The name of spans that wait for a connection of a pool whose connections are all in use. */
export const POOL_WAIT = 'Wait for a connection of the pool';

/** The name of spans in which a pool opens a connection. The first requests of a process do so. */
export const OPEN_CONNECTION = 'Open a connection';

const MIN_WAIT_MS = 50;

/** Reports the longest wait for a connection of a pool. */
export const poolWaitRule = rule('pool-wait', 'warning', 'timeline', ({ spans }) => {
  const waits = spans.filter(({ name }) => name === POOL_WAIT);
  const longest = waits.toSorted((a, b) => b.duration - a.duration)[0];
  if (longest === undefined || longest.duration < MIN_WAIT_MS) return undefined;
  const others = waits.length === 1 ? '' : `, the longest of ${waits.length} waits`;
  return `Waited ${milliseconds(longest.duration)} for a connection, because all connections of the pool were in use${others}`;
});
