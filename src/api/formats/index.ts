import type { FormatName } from '../api-config.ts';
import type { Format } from './format.ts';
import { jsonFormat } from './json-format.ts';
import { halFormat, halFormsFormat } from './hal/hal-format.ts';
import { jsonldFormat } from './jsonld/jsonld-format.ts';

/** The formats by name, in the order they are offered unless a host says otherwise. */
const BUILT_IN: Readonly<Partial<Record<FormatName, Format>>> = {
  json: jsonFormat,
  jsonld: jsonldFormat(),
  hal: halFormat,
  'hal-forms': halFormsFormat,
};

/** The formats of a host, and the names that are none. */
export function formatsOf(wanted: readonly (FormatName | Format)[] = Object.keys(BUILT_IN) as FormatName[]): {
  formats: readonly Format[];
  unknown: readonly string[];
} {
  const found = wanted.map((each) => (typeof each === 'string' ? BUILT_IN[each] : each));
  return {
    formats: found.filter((each) => each !== undefined),
    unknown: wanted.filter((each): each is FormatName => typeof each === 'string' && BUILT_IN[each] === undefined),
  };
}
