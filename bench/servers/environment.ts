import type { WorkloadName } from '../workloads.ts';

/** The environment that the benchmark sets for a server. */
export const PORT = Number(process.env['PORT']);
export const WORKLOAD = process.env['WORKLOAD'] as WorkloadName;
export const ADDRESS = '127.0.0.1';

let counter = 0;

/** Returns a request ID that is cheap to create, with the length of Oriel's. */
export function nextId(): string {
  counter = (counter + 1) % 0x1_0000_0000;
  return `0123456789abcdef${counter.toString(16).padStart(8, '0')}`;
}
