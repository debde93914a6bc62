import { after, describe } from 'node:test';
import { Attacker } from './attacker.ts';
import { readTargets } from './targets.ts';
import type { Target } from './targets.ts';

/** Registers the attacks on one subject for each target. `applications` selects targets. */
export function attackAll(
  subject: string,
  attack: (attacker: Attacker, target: Target) => void,
  applications: readonly Target['application'][] = ['atlas', 'tracker'],
): void {
  for (const target of readTargets().filter(({ application }) => applications.includes(application)))
    describe(`${subject}: ${target.name} in ${target.mode}`, () => {
      const attacker = new Attacker(target);
      after(() => attacker.close());
      attack(attacker, target);
    });
}
