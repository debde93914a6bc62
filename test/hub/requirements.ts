import { test } from 'node:test';

/** Requirements of a specification: the section, the requirement, and a function that checks it. */
export type Requirements = readonly (readonly [section: string, requirement: string, check: () => Promise<void>])[];

/** Registers a test for each requirement. */
export function testRequirements(requirements: Requirements): void {
  for (const [section, requirement, check] of requirements) test(`${section}: ${requirement}`, check);
}
