import { formatValue, issue } from 'oriel-core/configuration';
import type { ConfigIssue } from 'oriel-core/configuration';
import { didYouMean } from 'oriel-core/http';
import type { FormatName } from '../model/api-config.ts';
import { csvFormat } from './csv/csv-format.ts';
import type { Format } from '../model/format.ts';
import { jsonFormat } from './json-format.ts';
import { halFormat, halFormsFormat } from './hal/hal-format.ts';
import { jsonapiFormat } from './jsonapi/jsonapi-format.ts';
import { ndjsonFormat } from './ndjson/ndjson-format.ts';
import { jsonldFormat } from './jsonld/jsonld-format.ts';

/**
 * Returns the formats of a host, and the issues of `api.formats`. Without a valid format, the result has JSON, so that other
 * issues of the configuration are found, too.
 *
 * @param wanted the setting `api.formats`. Default: JSON
 */
export function formatsOf(wanted: unknown = DEFAULT_FORMATS): {
  readonly formats: readonly Format[];
  readonly issues: readonly ConfigIssue[];
} {
  if (!Array.isArray(wanted)) {
    const reason = `Expected a list of formats, got ${formatValue(wanted)}`;
    return { formats: [jsonFormat], issues: [issue(CODE, PLACE, reason, EXAMPLE)] };
  }
  if (wanted.length === 0)
    return { formats: [jsonFormat], issues: [issue(CODE, PLACE, 'The list of formats is empty', EXAMPLE)] };
  const formats: Format[] = [];
  const issues: ConfigIssue[] = [];
  for (const [index, each] of (wanted as readonly unknown[]).entries()) {
    const place = `${PLACE}[${index}]`;
    const format = typeof each === 'string' ? BUILT_IN.get(each) : each;
    if (!isFormat(format)) issues.push(unknownFormat(place, each));
    else if (formats.some(({ name }) => name === format.name))
      issues.push(issue(CODE, place, `The format "${format.name}" is listed twice`, 'Remove one of them'));
    else formats.push(format);
  }
  return { formats: formats.length > 0 ? formats : [jsonFormat], issues };
}

const DEFAULT_FORMATS: readonly FormatName[] = ['json'];

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

const CODE = 'ORIEL_API_FORMAT';
const PLACE = 'api.formats';
const EXAMPLE = "Use a list of names: formats: ['json', 'csv']";

function unknownFormat(place: string, value: unknown): ConfigIssue {
  const names = [...BUILT_IN.keys()];
  const all = `Use one of ${names.join(', ')}, or pass a Format`;
  if (typeof value !== 'string') {
    const reason = `Expected the name of a format or a Format, got ${formatValue(value)}`;
    return issue(CODE, place, reason, `${all}: an object with name, types, contentType, writeItem and writeList`);
  }
  const meant = didYouMean(value, names);
  const hint = meant === undefined ? all : `Did you mean "${meant}"? ${all}`;
  return issue(CODE, place, `Unknown format ${formatValue(value)}`, hint);
}

function isFormat(value: unknown): value is Format {
  if (typeof value !== 'object' || value === null) return false;
  const { name, types, contentType, writeItem, writeList } = value as Readonly<Record<string, unknown>>;
  const isListOfTypes = Array.isArray(types) && types.length > 0 && types.every((each) => typeof each === 'string');
  const isNamed = typeof name === 'string' && name !== '' && typeof contentType === 'string';
  return isNamed && isListOfTypes && typeof writeItem === 'function' && typeof writeList === 'function';
}
