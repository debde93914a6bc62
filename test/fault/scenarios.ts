import { outageScenarios } from './scenarios/outages.ts';
import type { Scenario } from './support/scenario.ts';

/** All scenarios of `npm run faults`, in the order of bench/FAULTS.md. */
export const SCENARIOS: readonly Scenario[] = [...outageScenarios];
