import { getHeapSpaceStatistics } from 'node:v8';

/** Prints the bytes of the old generation of V8, garbage included, again and again. */
setInterval(() => {
  const { space_used_size: bytes } = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'old_space');
  process.stderr.write(`old generation: ${bytes}\n`);
}, 20).unref();
