import type { FormatName } from '../definition/api-config.ts';
import { csvFormat } from './csv/csv-format.ts';
import type { Format } from './format.ts';
import { jsonFormat } from './json-format.ts';
import { halFormat, halFormsFormat } from './hal/hal-format.ts';
import { jsonapiFormat } from './jsonapi/jsonapi-format.ts';
import { ndjsonFormat } from './ndjson/ndjson-format.ts';
import { jsonldFormat } from './jsonld/jsonld-format.ts';

const BUILT_IN: Readonly<Partial<Record<FormatName, Format>>> = {
  json: jsonFormat,
  jsonld: jsonldFormat(),
  jsonapi: jsonapiFormat,
  hal: halFormat,
  'hal-forms': halFormsFormat,
  csv: csvFormat,
  ndjson: ndjsonFormat,
};

/** The default formats: all but NDJSON, which returns whole lists. */
const DEFAULT_FORMATS = (Object.keys(BUILT_IN) as FormatName[]).filter((name) => name !== 'ndjson');

/** Returns the formats of a host and unknown format names. */
export function formatsOf(wanted: readonly (FormatName | Format)[] = DEFAULT_FORMATS): {
  formats: readonly Format[];
  unknown: readonly string[];
} {
  const found = wanted.map((each) => (typeof each === 'string' ? BUILT_IN[each] : each));
  return {
    formats: found.filter((each) => each !== undefined),
    unknown: wanted.filter((each): each is FormatName => typeof each === 'string' && BUILT_IN[each] === undefined),
  };
}
