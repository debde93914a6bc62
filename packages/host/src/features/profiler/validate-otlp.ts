import { formatValue, issue, validateDuration, validateUnknownKeys } from 'oriel-core/configuration';
import type { ConfigIssue } from 'oriel-core/configuration';

/** Returns the issues of `profiler.otlp`. Messages do not contain the values of headers, which are secrets. */
export function* validateOtlp(value: unknown): Generator<ConfigIssue> {
  if (typeof value === 'string') return yield* validateUrl('profiler.otlp', value);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return yield report('profiler.otlp', `It is ${formatValue(value)}`, `Use ${EXAMPLE}, or { url: ${EXAMPLE} }`);
  const settings = value as Record<string, unknown>;
  yield* validateUnknownKeys(settings, NAMES, 'profiler.otlp.');
  yield* validateUrl('profiler.otlp.url', settings['url']);
  for (const name of ['logs', 'listeners'])
    if (settings[name] !== undefined && typeof settings[name] !== 'boolean')
      yield report(`profiler.otlp.${name}`, `It is ${formatValue(settings[name])}`, 'Use true or false');
  for (const [name, isValue] of [['headers', isHeaderValue] as const, ['resource', isText] as const])
    yield* validateTexts(`profiler.otlp.${name}`, settings[name], isValue);
  yield* validateDuration('profiler.otlp.timeout', settings['timeout'], { minimum: 1, maximum: 600_000 });
}

function* validateUrl(place: string, value: unknown): Generator<ConfigIssue> {
  const url = typeof value === 'string' ? URL.parse(value) : null;
  if (url === null || !/^https?:$/.test(url.protocol))
    return yield report(place, `It is ${formatValue(value)}`, `Use the address of a collector, such as ${EXAMPLE}`);
  if (url.username !== '' || url.password !== '')
    return yield report(place, 'It contains a user name or a password', "Use headers: { Authorization: 'Basic …' }");
  if (/\/v1\/(?:traces|logs|metrics)\/?$/.test(url.pathname))
    yield report(place, `Its path is ${url.pathname}`, 'Omit /v1/traces, because the path of each signal is appended');
}

function* validateTexts(place: string, value: unknown, isValue: (each: unknown) => boolean): Generator<ConfigIssue> {
  if (value === undefined) return;
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return yield report(place, `It is ${formatValue(value)}`, 'Use an object of texts');
  for (const [name, each] of Object.entries(value))
    if (!HEADER_NAME.test(name) || !isValue(each))
      yield report(
        `${place}.${name.slice(0, 100)}`,
        'Its name or its value is invalid',
        'Use names and texts without line breaks',
      );
}

function report(place: string, reason: string, fix: string): ConfigIssue {
  return issue('ORIEL_CONFIG_PROFILER', place, reason, fix);
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

function isHeaderValue(value: unknown): boolean {
  return typeof value === 'string' && /^[\t\x20-\x7e\x80-\xff]*$/.test(value);
}

const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]{1,200}$/;
const NAMES = ['url', 'headers', 'logs', 'listeners', 'resource', 'timeout'];
const EXAMPLE = "'http://collector:4318'";
