import { anything, formatValue, issue, list } from 'oriel-core/configuration';
import { didYouMean, isObject } from 'oriel-core/http';
import type { FormatName } from '../model/api-config.ts';
import type { Format } from '../model/format.ts';
import { csvFormat } from './csv-format.ts';
import { halFormat, halFormsFormat } from './hal/hal-format.ts';
import { jsonFormat } from './json-format.ts';
import { jsonapiFormat } from './jsonapi/jsonapi-format.ts';
import { jsonldFormat } from './jsonld/jsonld-format.ts';
import { ndjsonFormat } from './ndjson-format.ts';

/** Returns the formats of a host, of which `api.formats` has the names or the formats themselves. */
export function selectFormats(wanted: readonly (FormatName | Format)[] = ['json']): readonly Format[] {
  return wanted.map((element) => findFormat(element)!);
}

const BUILT_IN: ReadonlyMap<string, Format> = new Map(
  Object.entries({
    json: jsonFormat,
    jsonld: jsonldFormat(),
    jsonapi: jsonapiFormat,
    hal: halFormat,
    'hal-forms': halFormsFormat,
    csv: csvFormat,
    ndjson: ndjsonFormat,
  } satisfies Record<FormatName, Format>),
);

const NAMES = [...BUILT_IN.keys()];

function findFormat(value: unknown): Format | undefined {
  return typeof value === 'string' ? BUILT_IN.get(value) : isFormat(value) ? value : undefined;
}

function isFormat(value: unknown): value is Format {
  if (!isObject(value)) return false;
  const { name, types, contentType, writeItem, writeList } = value;
  const isListOfTypes = Array.isArray(types) && types.length > 0 && types.every((type) => typeof type === 'string');
  const isNamed = typeof name === 'string' && name !== '' && typeof contentType === 'string';
  return isNamed && isListOfTypes && typeof writeItem === 'function' && typeof writeList === 'function';
}

const code = 'ORIEL_API_FORMAT';

/** The setting `api.formats`. */
export const FORMATS = list(
  anything({
    accepts: (value) => findFormat(value) !== undefined,
    reason: (value) =>
      typeof value === 'string'
        ? `Unknown format "${value}"`
        : `Expected the name of a format or a Format, got ${formatValue(value)}`,
    fix(value) {
      const all = `Use one of ${NAMES.join(', ')}, or pass a Format`;
      if (typeof value !== 'string') return `${all}: an object with name, types, contentType, writeItem and writeList`;
      const meant = didYouMean(value, NAMES);
      return meant === undefined ? all : `Did you mean "${meant}"? ${all}`;
    },
    code,
  }),
  {
    minimum: 1,
    reason: (value) => `Expected a list of formats, got ${JSON.stringify(value)}`,
    fix: "Use a list of names: formats: ['json', 'csv']",
    code,
    *validate(formats, path) {
      const names = formats.map((format) => findFormat(format)?.name);
      for (const [index, name] of names.entries())
        if (name !== undefined && names.indexOf(name) < index)
          yield issue(code, `${path}[${index}]`, `The format "${name}" is listed twice`, 'Remove one of them');
    },
  },
);
