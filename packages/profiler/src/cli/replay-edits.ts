import { readFileSync, statSync } from 'node:fs';
import { UsageError } from 'oriel-core/cli';
import { didYouMean } from 'oriel-core/http';
import type { HeaderLine } from '../profile/profile.ts';
import type { MaskedValue } from '../view/export/placeholders.ts';
import type { RepeatableSource } from '../view/export/repeatable-request.ts';
import type { ReplayEdits } from '../view/replay/prepare-replay.ts';

/** The options of `oriel replay` that change the request. */
export interface EditOptions {
  readonly method?: string | undefined;
  readonly header?: readonly string[] | undefined;
  readonly data?: string | undefined;
  readonly against?: string | undefined;
}

/**
 * Returns the changes of a request that options describe. `--header` replaces all lines of a name, or adds one; `Name:` removes them, as
 * with curl.
 *
 * @throws {UsageError} if a header or a file is invalid
 */
export function readEdits(
  { data }: RepeatableSource,
  { method, header = [], data: body, against }: EditOptions,
): ReplayEdits {
  let host: string | undefined;
  let headers: HeaderLine[] = [...data.request.headers];
  // The recorded coding is that of another body.
  if (body !== undefined) headers = headers.filter(([name]) => name.toLowerCase() !== 'content-encoding');
  for (const text of header) {
    const [, name, value] = /^([^:\s]+)\s*:\s*(.*)$/s.exec(text) ?? [];
    if (name === undefined)
      throw new UsageError(`--header is "${text}"; expected a name and a value, such as 'Accept: text/html'`);
    if (name.toLowerCase() === 'host') host = value!;
    else headers = replaceHeader(headers, name, value!);
  }
  return { method, headers, host, body: body === undefined ? undefined : readBody(body), origin: against };
}

function replaceHeader(headers: readonly HeaderLine[], name: string, value: string): HeaderLine[] {
  const isSame = ([other]: HeaderLine): boolean => other.toLowerCase() === name.toLowerCase();
  const index = headers.findIndex(isSame);
  const others = headers.filter((line) => !isSame(line));
  if (value === '') return others;
  return index < 0 ? [...others, [name, value]] : others.toSpliced(index, 0, [name, value]);
}

function readBody(text: string): Buffer {
  if (!text.startsWith('@')) return Buffer.from(text);
  const file = text.slice(1);
  try {
    const { size } = statSync(file);
    if (size > MAX_BODY_BYTES)
      throw new UsageError(`--data: ${file} has ${size} bytes; at most ${MAX_BODY_BYTES} are sent`);
    return readFileSync(file);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`--data: ${file} cannot be read: ${(error as Error).message}`);
  }
}

const MAX_BODY_BYTES = 50_000_000;

/**
 * Returns masked values from `--value name=value` and from the environment, whose variables are those of an exported curl command.
 *
 * @throws {UsageError} if an option names no masked value
 */
export function readMaskedValues(
  options: readonly string[],
  masked: readonly MaskedValue[],
  env: NodeJS.ProcessEnv,
): Record<string, string | undefined> {
  const values = Object.fromEntries(masked.map(({ variable }) => [variable, env[variable]]));
  const names = masked.flatMap(({ variable, name }) => [variable, name]);
  for (const option of options) {
    const equals = option.indexOf('=');
    if (equals < 1) throw new UsageError(`--value is "${option}"; expected a name and a value, such as sid=abc`);
    const name = option.slice(0, equals);
    const found = masked.filter((value) => value.variable === name || value.name === name);
    if (found.length === 0) {
      const meant = didYouMean(name, names) ?? names.join(', ');
      throw new UsageError(`--value names "${name}", which was not masked; expected ${meant || 'no value'}`);
    }
    for (const { variable } of found) values[variable] = option.slice(equals + 1);
  }
  return values;
}
