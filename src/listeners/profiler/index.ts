/** The listener of hosts that record. */
export { ProfilerListener } from './profiler-listener.ts';
export type { ProfilerListenerOptions } from './profiler-listener.ts';
