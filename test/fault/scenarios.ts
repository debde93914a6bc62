import { exceptions } from './scenarios/exceptions.ts';
import { outageScenarios } from './scenarios/outages.ts';
import { reload } from './scenarios/reload.ts';
import { sigkill, sigkillProfiles } from './scenarios/sigkill.ts';
import { sigterm } from './scenarios/sigterm.ts';
import { twoHosts } from './scenarios/two-hosts.ts';
import type { Scenario } from './support/scenario.ts';

/** All scenarios of `npm run faults`, in the order of bench/FAULTS.md. */
export const SCENARIOS: readonly Scenario[] = [
  sigterm,
  reload,
  sigkill,
  sigkillProfiles,
  ...outageScenarios,
  twoHosts,
  exceptions,
];
