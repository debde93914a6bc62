import { LEAST_KEY_BYTES, isLongEnoughKey } from '../profiler/access/profiler-key.ts';
import { RECORD_HEADER, RECORD_HEADER_LIFETIME, signRecordHeader } from '../profiler/access/record-header.ts';
import { UsageError, readDuration } from './command.ts';
import { print } from './print.ts';
import { rejectOptions } from './profile-options.ts';
import type { ProfileAction } from './profile-options.ts';

/** `oriel profile sign`: prints a signed header that makes the host record a request. The key is read from the environment. */
export const signHeader: ProfileAction = (options, args) => {
  rejectOptions(options, 'sign', ['store', 'format', 'limit', 'sort', 'fail-if', 'panel', 'as', 'all']);
  if (args.length > 0) throw new UsageError(`"oriel profile sign" does not accept "${args[0]}"`);
  const key = process.env[VARIABLE] ?? '';
  if (key === '') throw new UsageError(`Set ${VARIABLE} to the profiler key of the host, which signs the header`);
  if (!isLongEnoughKey(key))
    throw new UsageError(
      `${VARIABLE} has ${Buffer.byteLength(key)} bytes; the key must have at least ${LEAST_KEY_BYTES}`,
    );
  return print(
    `${RECORD_HEADER}: ${signRecordHeader(key, readDuration('--for', options.for ?? '10min', RECORD_HEADER_LIFETIME))}`,
  );
};

const VARIABLE = 'PROFILER_KEY';
