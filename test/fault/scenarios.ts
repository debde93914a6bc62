import { clientGone } from './scenarios/client-gone.ts';
import { clockJumps } from './scenarios/clock-jumps.ts';
import { eventLoopBlocks } from './scenarios/event-loop-blocks.ts';
import { exceptions } from './scenarios/exceptions.ts';
import { fileDescriptors } from './scenarios/file-descriptors.ts';
import { hubDown } from './scenarios/hub-down.ts';
import { manyClients } from './scenarios/many-clients.ts';
import { outageScenarios } from './scenarios/outages.ts';
import { poolExhaustion } from './scenarios/pool-exhaustion.ts';
import { profileStore } from './scenarios/profile-store.ts';
import { reload } from './scenarios/reload.ts';
import { sessionStoreLost } from './scenarios/session-store-lost.ts';
import { sessionStore } from './scenarios/session-store.ts';
import { sigkill, sigkillProfiles } from './scenarios/sigkill.ts';
import { sigterm } from './scenarios/sigterm.ts';
import { soak } from './scenarios/soak.ts';
import { twoHosts } from './scenarios/two-hosts.ts';
import type { Scenario } from './support/scenario.ts';

/** All scenarios of `npm run faults`, in the order of bench/FAULTS.md. */
export const SCENARIOS: readonly Scenario[] = [
  sigterm,
  reload,
  sigkill,
  sigkillProfiles,
  profileStore,
  sessionStore,
  sessionStoreLost,
  ...outageScenarios,
  poolExhaustion,
  hubDown,
  twoHosts,
  clockJumps,
  eventLoopBlocks,
  fileDescriptors,
  clientGone,
  exceptions,
  manyClients,
  soak,
];
