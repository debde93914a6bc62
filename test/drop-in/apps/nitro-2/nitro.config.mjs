import { join } from 'node:path';

/** Nitro 2 builds the application of `nitro`. */
const dir = process.env.NITRO_2_OUTPUT ?? '.output';

export default {
  ...{ preset: 'node-server', compatibilityDate: '2026-01-01', srcDir: '../nitro' },
  ...{ alias: { 'nitro/h3': 'h3' }, output: { dir }, minify: dir === '.output-minified' },
  // The development server would import these files by a path relative to itself.
  externals: { inline: [join(import.meta.dirname, '../lib')] },
};
