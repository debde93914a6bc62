import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Duration } from '../http/duration.ts';
import { validateSettings, withDefaults } from './setting.ts';
import type { Settings } from './setting.ts';
import { boolean, choice, duration, either, group, list, number, record, secret, text } from './setting-kinds.ts';

interface HarbourConfig {
  readonly title?: string;
  readonly berths: number;
  readonly opening?: Duration;
  readonly key?: string;
  readonly mode?: 'strict' | 'lenient';
  readonly signals?: boolean | { readonly lamps?: readonly string[] };
  readonly depths?: Readonly<Record<string, number>>;
}

const HARBOUR = {
  title: text({ default: 'Harbour', fix: 'Use a name' }),
  berths: number({ isRequired: true, minimum: 1, maximum: 50 }),
  opening: duration({ default: '8 h', maximum: 86_400_000 }),
  key: secret({ minimum: 8, rejectsUndefined: true, fix: 'Use a random text' }),
  mode: choice(['strict', 'lenient']),
  signals: either([boolean(), group({ lamps: list(text({ fix: 'Name a lamp' })) })], { fix: 'Use true, or { lamps }' }),
  depths: record(number()),
} satisfies Settings<HarbourConfig>;

function listIssues(config: object): string[] {
  return [...validateSettings(HARBOUR, config, 'harbour.', 'HARBOUR')].map(
    ({ code, place, reason, fix }) => `${code} ${place}: ${reason}; ${fix}`,
  );
}

/** Invalid values, with the whole issue. */
const INVALID: readonly [what: string, config: object, issue: string][] = [
  [
    'an unknown name, with the most similar one',
    { opning: 0 },
    'ORIEL_CONFIG_KEY harbour.opning: Unknown setting "opning"; Did you mean "opening"?',
  ],
  [
    'a missing value that is required',
    { berths: undefined },
    'ORIEL_CONFIG_NUMBER harbour.berths: It is undefined; Use a whole number from 1 to 50',
  ],
  ['null in the place of a text', { title: null }, 'HARBOUR harbour.title: It is null; Use a name'],
  ['an empty text', { title: '' }, 'HARBOUR harbour.title: It is ""; Use a name'],
  [
    'a number above its maximum',
    { berths: 51 },
    'ORIEL_CONFIG_NUMBER harbour.berths: It is 51; Use a whole number from 1 to 50',
  ],
  ['a fraction', { berths: 1.5 }, 'ORIEL_CONFIG_NUMBER harbour.berths: It is 1.5; Use a whole number from 1 to 50'],
  [
    'a duration outside of its range',
    { opening: '2 d' },
    'ORIEL_CONFIG_DURATION harbour.opening: It is "2 d"; Set milliseconds, or a number with a unit, ' +
      "such as '15 min' (ms, s, min, h, d), from 0 to 1 d",
  ],
  [
    'another value than the choices',
    { mode: 'none' },
    'ORIEL_CONFIG_CHOICE harbour.mode: "none" is not a choice; Choose "strict" or "lenient"',
  ],
  ['a secret, without its value', { key: 'hunter2' }, 'HARBOUR harbour.key: It has 7 bytes; Use a random text'],
  [
    'a secret from a variable that is not set',
    { key: undefined },
    'HARBOUR harbour.key: It is of type undefined; Use a random text',
  ],
  ['no alternative', { signals: 'on' }, 'HARBOUR harbour.signals: It is "on"; Use true, or { lamps }'],
  ['a list in the place of a group', { signals: [] }, 'HARBOUR harbour.signals: It is a list; Use true, or { lamps }'],
  ['an object with a class', { signals: new Map() }, 'HARBOUR harbour.signals: It is a Map; Use true, or { lamps }'],
  [
    'an item of a list in a group',
    { signals: { lamps: ['red', 7] } },
    'HARBOUR harbour.signals.lamps[1]: It is 7; Name a lamp',
  ],
  [
    'a value of a record',
    { depths: { north: -1 } },
    'ORIEL_CONFIG_NUMBER harbour.depths.north: It is -1; Use a whole number of 0 or more',
  ],
];

for (const [what, config, issue] of INVALID)
  test(`reports ${what}`, () => {
    assert.deepEqual(listIssues({ berths: 3, ...config }), [issue]);
  });

test('reports no issue of valid settings, and of settings that are undefined', () => {
  assert.deepEqual(listIssues({ berths: 1, title: undefined, signals: { lamps: ['red'] }, depths: { north: 0 } }), []);
  assert.deepEqual(listIssues({ berths: 1, key: 'x'.repeat(8), signals: true, opening: '90 min' }), []);
});

test('adds defaults, and converts durations to milliseconds', () => {
  const resolve = (config: HarbourConfig) => withDefaults(HARBOUR, config);
  const { title, opening, mode } = resolve({ berths: 3, mode: 'lenient' });
  assert.deepEqual([title, opening, mode], ['Harbour', 8 * 3_600_000, 'lenient']);
  assert.equal(resolve({ berths: 3, opening: '2 min' }).opening, 120_000);
});

test('the compiler reports declarations that do not fit the configuration', () => {
  // @ts-expect-error A setting is missing.
  ({ limit: number() }) satisfies Settings<{ readonly limit?: number; readonly per?: Duration }>;
  // @ts-expect-error A text is declared as a number.
  ({ name: number() }) satisfies Settings<{ readonly name?: string }>;
  // @ts-expect-error A choice is missing.
  ({ mode: choice(['a']) }) satisfies Settings<{ readonly mode?: 'a' | 'b' }>;
  ({ mode: choice(['a', 'b']) }) satisfies Settings<{ readonly mode?: 'a' | 'b' }>;
});
