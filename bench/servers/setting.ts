import type { WorkloadName } from '../workloads.ts';

/** What the harness tells a server it starts. */
export const PORT = Number(process.env['PORT']);
export const WORKLOAD = process.env['WORKLOAD'] as WorkloadName;
export const ADDRESS = '127.0.0.1';

let counter = 0;

/** A request id as cheap as can be, as long as Oriel's. */
export function nextId(): string {
  counter = (counter + 1) % 0x1_0000_0000;
  return `0123456789abcdef${counter.toString(16).padStart(8, '0')}`;
}
