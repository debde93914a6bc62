import { defineHost } from 'oriel-host';
import atlas from '../../../examples/atlas/host.ts';
import { PROFILER_KEY, attacked } from './attacked.ts';

const { profiler } = atlas.config;

/** Atlas, with a key for its profiler. */
export default defineHost(
  attacked({ ...atlas.config, profiler: { ...(typeof profiler === 'object' && profiler), key: PROFILER_KEY } }),
);
