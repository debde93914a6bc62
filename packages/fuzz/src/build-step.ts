import type { Json, Operation, Parameter } from './api.ts';
import { resolve } from './api.ts';
import type { Random } from './random.ts';
import { encode, isJson } from './steps.ts';
import type { Step, StepBody } from './steps.ts';
import { validValue } from './values.ts';
import type { Sources } from './values.ts';

/** Returns a request that matches the document, if valid values are found. `path` has the values of some path parameters. */
export function buildStep(operation: Operation, sources: Sources, random: Random, path: Step['path'] = {}): Step {
  const optional = operation.parameters.filter((parameter) => !parameter.required && parameter.in === 'query').length;
  const share = random.pick([0, 0, 1, 2, 4]) / Math.max(1, optional);
  const used = operation.parameters.filter(
    (parameter) => parameter.required || random.chance(parameter.in === 'query' ? share : 0.1),
  );
  const fromPath = used.filter((parameter) => parameter.in === 'path');
  const accepted = Object.keys(operation.responses['200']?.content ?? {});
  const body = buildBody(operation, sources, random);
  return {
    operation,
    method: operation.method,
    path: {
      ...Object.fromEntries(
        fromPath.map((parameter) => [parameter.name, pathValue(parameter, operation, sources, random)]),
      ),
      ...path,
    },
    query: used.flatMap((parameter) => (parameter.in === 'query' ? getQuery(parameter, sources, random) : [])),
    headers: [
      ...used.flatMap((parameter): Step['headers'] =>
        parameter.in === 'header' ? [getHeader(parameter, sources, random)] : [],
      ),
      ...(accepted.length > 0 && random.chance(0.25) ? [['Accept', random.pick(accepted)] as const] : []),
    ],
    ...(body && { body }),
    as: 'user',
  };
}

function pathValue({ name, schema = {} }: Parameter, { path }: Operation, sources: Sources, random: Random): string {
  const ids = sources.known.getIds(path.slice(0, path.indexOf(`/{${name}}`)));
  const value = ids.length > 0 && random.chance(0.8) ? random.pick(ids) : validValue(schema, name, sources, random);
  // Clients and servers remove segments of dots.
  return encode(toText(value)).replace(/^\.{0,2}$/, '0');
}

/** Returns the pairs of the query for a valid value of a parameter. */
export function getQuery(parameter: Parameter, sources: Sources, random: Random): (readonly [string, string])[] {
  const { name, schema = {}, style = 'form', explode = style === 'form' } = parameter;
  const value = validValue(schema, name, sources, random);
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (isObject)
    return style === 'form' && explode
      ? Object.entries(value).flatMap(([member, element]) => pairs(encode(member), element))
      : pairs(encode(name), value);
  if (!Array.isArray(value) || explode) return pairs(encode(name), value);
  const separator = { spaceDelimited: '%20', pipeDelimited: '%7C' }[style] ?? ',';
  return [[encode(name), value.map((element) => encode(toText(element))).join(separator)]];
}

// An object is sent as `name[member]=value`.
function pairs(name: string, value: unknown): (readonly [string, string])[] {
  if (Array.isArray(value)) return value.map((element) => [name, encode(toText(element))]);
  if (typeof value !== 'object' || value === null) return [[name, encode(toText(value))]];
  return Object.entries(value).flatMap(([member, element]) => pairs(`${name}[${encode(member)}]`, element));
}

function getHeader({ name, schema = {} }: Parameter, sources: Sources, random: Random): readonly [string, string] {
  const tags = /^if-(?:none-)?match$/i.test(name) ? ['*', ...sources.known.named('etag')] : [];
  const value = tags.length > 0 ? random.pick(tags) : validValue(schema, name, sources, random);
  return [
    name,
    toText(value)
      .replaceAll(/[^ -~]/g, '?')
      .trim(),
  ];
}

/** Returns a value as the text of a parameter. */
export function toText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

function buildBody({ bodies }: Operation, sources: Sources, random: Random): StepBody | undefined {
  const types = Object.keys(bodies);
  if (types.length === 0) return undefined;
  const json = types.filter(isJson);
  const type = json.length > 0 && random.chance(0.5) ? json[0]! : random.pick(types);
  const value = validValue(bodies[type]!, '', sources, random);
  if (isJson(type)) return { type, json: value };
  if (type === 'application/x-www-form-urlencoded')
    return {
      type,
      bytes: Buffer.from(
        pairs('', value)
          .map(([name, text]) => `${name.replace(/^\[(.*?)\]/, '$1')}=${text}`)
          .join('&'),
      ),
    };
  if (type === 'multipart/form-data') return multipart(value, resolve(bodies[type]!, sources.api.document));
  return { type, bytes: Buffer.from(toText(value)) };
}

const BOUNDARY = 'fuzz-boundary';

function multipart(value: unknown, schema: Json): StepBody {
  const { properties = {} } = schema as { properties?: Record<string, Json> };
  const parts = Object.entries((value ?? {}) as Record<string, unknown>).map(([name, member]) => {
    const property = properties[name] ?? {};
    const isFile =
      property['format'] === 'binary' || 'contentMediaType' in property || Object.keys(property).length === 0;
    const file = isFile ? '; filename="a.txt"\r\nContent-Type: text/plain' : '';
    const quoted = name.replaceAll(/["\r\n]/g, '_');
    return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${quoted}"${file}\r\n\r\n${toText(member)}\r\n`;
  });
  return {
    type: `multipart/form-data; boundary=${BOUNDARY}`,
    bytes: Buffer.from(`${parts.join('')}--${BOUNDARY}--\r\n`),
  };
}
