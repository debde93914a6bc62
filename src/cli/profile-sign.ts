import { LEAST_KEY_BYTES, isLongEnoughKey } from '../profiler/access/profiler-key.ts';
import { RECORD_HEADER, signRecordHeader } from '../profiler/access/record-header.ts';
import { MisuseError } from './misuse.ts';
import { print } from './print.ts';
import { refuse } from './profile-options.ts';
import type { ProfileAction } from './profile-options.ts';

/** `oriel profile sign`: a header line that has the request that carries it recorded. The key comes from the environment, where others cannot read it. */
export const signHeader: ProfileAction = (options, words) => {
  refuse(options, 'sign', ['store', 'format', 'limit', 'sort', 'fail-if', 'panel', 'as', 'all']);
  if (words.length > 0) throw new MisuseError(`"oriel profile sign" takes no "${words[0]}"`);
  const key = process.env[VARIABLE] ?? '';
  if (key === '') throw new MisuseError(`Set ${VARIABLE} to the key of the host, which signs the header`);
  if (!isLongEnoughKey(key))
    throw new MisuseError(
      `${VARIABLE} has ${Buffer.byteLength(key)} bytes; the key of a host has at least ${LEAST_KEY_BYTES}`,
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
  throw new MisuseError(`--for is "${text}"; say how long it holds, at most a day, as in 30s, 10m or 2h`);
}
