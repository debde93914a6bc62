/** Type tests for durations. Each `@ts-expect-error` must be followed by a type error. */
import type { Duration } from './duration.ts';

function accept(..._values: Duration[]): void {}

accept(0, 250, '250 ms', '1.5 s', '15 min', '12 h', '30 d');
// @ts-expect-error the unit is missing
accept('15');
// @ts-expect-error the space is missing
accept('15min');
// @ts-expect-error minutes are `min`
accept('15 m');
