import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { BASE_STYLE } from './base-style.ts';

const [light, dark] = [...BASE_STYLE.matchAll(/:root\{([^}]*)\}/g)].map(
  ([, rules]) =>
    new Map([...rules!.matchAll(/--([\w-]+):(#[0-9a-f]{3,6})/g)].map(([, name, value]) => [name!, value!])),
) as [Map<string, string>, Map<string, string>];

// WCAG 2.2, relative luminance and contrast ratio.
function luminance(colour: string): number {
  const digits = colour.length === 4 ? colour.slice(1).replace(/./g, '$&$&') : colour.slice(1);
  const [red, green, blue] = [0, 2, 4].map((position) => {
    const part = Number.parseInt(digits.slice(position, position + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [lower, higher] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (higher + 0.05) / (lower + 0.05);
}

for (const [name, colours] of [
  ['light', light],
  ['dark', dark],
] as const) {
  describe(`in ${name}`, () => {
    const pairs: [string, string, number][] = [
      ...['ink', 'quiet', 'accent', 'link', 'good', 'warn', 'bad', 'key', 'number'].flatMap(
        (text): [string, string, number][] => [
          [text, 'ground', 4.5],
          [text, 'card', 4.5],
        ],
      ),
      ...[
        ['good', 'good-wash'],
        ['number', 'info-wash'],
        ['link', 'info-wash'],
        ['warn', 'warn-wash'],
        ['bad', 'bad-wash'],
        ['on-bad', 'bad'],
      ].map(([text, on]): [string, string, number] => [text!, on!, 4.5]),
      ...['good-wash', 'info-wash', 'warn-wash', 'bad-wash'].map((on): [string, string, number] => ['ink', on, 4.5]),
      ['edge', 'card', 3],
      ['edge', 'ground', 3],
    ];
    for (const [text, on, least] of pairs) {
      test(`${text} on ${on} has a contrast of ${least} and more`, () => {
        const found = contrast(colours.get(text)!, colours.get(on)!);
        assert.ok(found >= least, found.toFixed(2));
      });
    }
  });
}
