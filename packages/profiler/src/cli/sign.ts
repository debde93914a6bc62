import { MIN_KEY_BYTES, isLongEnoughKey } from '../record/demand/profiler-key.ts';
import { RECORD_HEADER, RECORD_HEADER_LIFETIME, signRecordHeader } from '../record/demand/record-header.ts';
import { UsageError, defineCommand, print, readDuration } from 'oriel-core/cli';

const VARIABLE = 'ORIEL_PROFILER_KEY';

/** `oriel sign`: prints a signed header that makes a host record a request. The key is read from the environment. */
export const command = defineCommand({
  name: 'sign',
  summary: 'print a header that makes an application record one request',
  usage: 'sign [--for duration]',
  help: [['--for 10min', `the lifetime of the header; ${VARIABLE} has the key that signs it`]],
  examples: ['oriel sign --for 1h'],
  options: { for: { type: 'string' } },
  maxPositionals: 0,
  run: async (options) => {
    const key = process.env[VARIABLE] ?? '';
    if (key === '') throw new UsageError(`Set ${VARIABLE} to the profiler key of the host, which signs the header`);
    if (!isLongEnoughKey(key))
      throw new UsageError(
        `${VARIABLE} has ${Buffer.byteLength(key)} bytes; the key must have at least ${MIN_KEY_BYTES}`,
      );
    const lifetime = readDuration('--for', options.for ?? '10min', RECORD_HEADER_LIFETIME);
    return print(`${RECORD_HEADER}: ${signRecordHeader(key, lifetime)}`);
  },
});
