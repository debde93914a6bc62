import { resolveOtlp } from '../otlp/export/otlp-config.ts';
import type { OtlpSettings } from '../otlp/export/otlp-config.ts';
import { URL } from 'oriel-core/builtins';

/**
 * Reads where profiles are exported to. `ORIEL_PROFILER_OTLP` is the address of a collector, with `ORIEL_PROFILER_OTLP_HEADERS`; or `on`,
 * for the standard variables `OTEL_EXPORTER_OTLP_ENDPOINT`, `OTEL_EXPORTER_OTLP_HEADERS`, `OTEL_EXPORTER_OTLP_TIMEOUT`,
 * `OTEL_RESOURCE_ATTRIBUTES` and `OTEL_SERVICE_NAME`. These alone export nothing, because other libraries of the application read
 * them, too. The headers of one collector are never sent to another one.
 *
 * @throws {RangeError} if a variable is invalid
 */
export function readOtlpSettings(env: NodeJS.ProcessEnv): OtlpSettings | undefined {
  const text = env['ORIEL_PROFILER_OTLP']?.trim() ?? '';
  if (text === '' || OFF.test(text)) return undefined;
  if (ON.test(text)) return readStandard(env);
  const url = readUrl('ORIEL_PROFILER_OTLP', text, 'a URL such as http://localhost:4318, or on');
  return resolveOtlp({ url, headers: readPairs(env, 'ORIEL_PROFILER_OTLP_HEADERS') });
}

function readStandard(env: NodeJS.ProcessEnv): OtlpSettings {
  const endpoint = env['OTEL_EXPORTER_OTLP_ENDPOINT']?.trim() || 'http://localhost:4318';
  const service = env['OTEL_SERVICE_NAME']?.trim() ?? '';
  const resource = {
    ...readPairs(env, 'OTEL_RESOURCE_ATTRIBUTES'),
    ...(service === '' ? {} : { 'service.name': service }),
  };
  const url = readUrl('OTEL_EXPORTER_OTLP_ENDPOINT', endpoint, 'a URL such as http://localhost:4318');
  const headers = readPairs(env, 'OTEL_EXPORTER_OTLP_HEADERS');
  const timeout = readTimeout(env['OTEL_EXPORTER_OTLP_TIMEOUT']?.trim() || '10000');
  return resolveOtlp({ url, headers, resource }, timeout);
}

// The message does not contain the URL, which may have a password.
function readUrl(name: string, text: string, expected: string): string {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new RangeError(`${name} is not valid; expected ${expected}`);
  if (url.username !== '' || url.password !== '')
    throw new RangeError(`${name} contains a user name or a password; use a header instead`);
  return text;
}

/** Reads `name=value,other=value` with percent-encoded values. */
function readPairs(env: NodeJS.ProcessEnv, variable: string): Record<string, string> {
  const pairs: Record<string, string> = {};
  for (const part of (env[variable] ?? '').split(',')) {
    if (part.trim() === '') continue;
    const equals = part.indexOf('=');
    const name = part.slice(0, equals).trim();
    if (equals < 0 || !NAME.test(name))
      throw new RangeError(`${variable} has an entry that is not name=value; separate entries by commas`);
    pairs[name] = decode(variable, part.slice(equals + 1).trim());
  }
  return pairs;
}

function decode(variable: string, value: string): string {
  try {
    const text = decodeURIComponent(value);
    if (PRINTABLE.test(text)) return text;
  } catch {
    // Reported below.
  }
  throw new RangeError(`${variable} has a value that is not percent-encoded printable text`);
}

function readTimeout(text: string): number {
  const timeout = Number(text);
  if (!Number.isInteger(timeout) || timeout < 1 || timeout > 600_000)
    throw new RangeError(`OTEL_EXPORTER_OTLP_TIMEOUT is "${text}"; expected milliseconds from 1 to 600000`);
  return timeout;
}

const ON = /^(?:1|on|true|yes)$/i;
const OFF = /^(?:0|off|false|no|none)$/i;
// A token of RFC 9110 §5.6.2.
const NAME = /^[\w.!#$%&'*+^`|~-]+$/;
const PRINTABLE = /^[\x20-\x7e\xa1-\xff]*$/;
