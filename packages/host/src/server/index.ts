/** The public API of `oriel-host/server`. @module */
export { drainOnSignals } from './drain-on-signals.ts';
export { superviseWorkers } from './workers.ts';
export { guardProcess } from './process-guard.ts';
export type { Workers, WorkerOptions } from './workers.ts';
export type { DrainOptions } from './drain-on-signals.ts';
