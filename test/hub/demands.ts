import { test } from 'node:test';

/** What a protocol demands: the section that says it, the demand, and what finds out. */
export type Demands = readonly (readonly [section: string, demand: string, check: () => Promise<void>])[];

/** Each demand is a test, named after its section. */
export function testDemands(demands: Demands): void {
  for (const [section, demand, check] of demands) test(`${section}: ${demand}`, check);
}
