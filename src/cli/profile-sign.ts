import { LEAST_KEY_BYTES, isLongEnoughKey } from '../profiler/access/profiler-key.ts';
import { RECORD_HEADER, signRecordHeader } from '../profiler/access/record-header.ts';
import { MisuseError } from './misuse.ts';
import { print } from './print.ts';
import { rejectOptions } from './profile-options.ts';
import type { ProfileAction } from './profile-options.ts';

/** `oriel profile sign`: prints a signed header that makes the host record a request. The key is read from the environment. */
export const signHeader: ProfileAction = (options, args) => {
  rejectOptions(options, 'sign', ['store', 'format', 'limit', 'sort', 'fail-if', 'panel', 'as', 'all']);
  if (args.length > 0) throw new MisuseError(`"oriel profile sign" does not accept "${args[0]}"`);
  const key = process.env[VARIABLE] ?? '';
  if (key === '') throw new MisuseError(`Set ${VARIABLE} to the profiler key of the host, which signs the header`);
  if (!isLongEnoughKey(key))
    throw new MisuseError(
      `${VARIABLE} has ${Buffer.byteLength(key)} bytes; the key must have at least ${LEAST_KEY_BYTES}`,
    );
  return print(`${RECORD_HEADER}: ${signRecordHeader(key, secondsOf(options.for ?? '10m'))}`);
};

const VARIABLE = 'PROFILER_KEY';
const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600 };
const DAY = 86_400;

function secondsOf(text: string): number {
  const [, number = '', unit = ''] = /^(\d{1,5})([smh])$/.exec(text) ?? [];
  const seconds = Number(number) * (UNITS[unit] ?? 0);
  if (seconds > 0 && seconds <= DAY) return seconds;
  throw new MisuseError(`--for is "${text}"; expected a duration of no more than a day, such as 30s, 10m or 2h`);
}
