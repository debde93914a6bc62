import { readFileSync } from 'node:fs';

/** The modes in which the examples are attacked. */
export const MODES = ['development', 'production', 'nginx'] as const;
export type Mode = (typeof MODES)[number];

/** The examples that are attacked; the tracker with SQLite and with PostgreSQL. */
export const TARGET_NAMES = ['atlas', 'tracker', 'tracker-postgres'] as const;
export type TargetName = (typeof TARGET_NAMES)[number];

/** A running example. */
export interface Target {
  readonly name: TargetName;
  readonly application: 'atlas' | 'tracker';
  readonly mode: Mode;
  /** The port that clients use: that of nginx, or of the host. */
  readonly port: number;
  /** The port of the host. */
  readonly hostPort: number;
  /** The file with everything that the process prints. */
  readonly log: string;
  /** The folder with the databases and the store of the profiler. */
  readonly folder: string;
  /** The PostgreSQL database that the example uses, with a schema of its own. */
  readonly database?: string | undefined;
}

/** The variable with the file that lists the targets. */
export const TARGETS_VARIABLE = 'ORIEL_ATTACK_TARGETS';

/** Returns the running targets, which `npm run attack` starts. @throws {Error} outside of this command */
export function readTargets(): readonly Target[] {
  const file = process.env[TARGETS_VARIABLE];
  if (file === undefined) throw new Error('No host is running; use npm run attack');
  return JSON.parse(readFileSync(file, 'utf8')) as Target[];
}
