import { defineCommand, print, UsageError } from 'oriel-core/cli';
import {
  exportComparisonData,
  exportComparisonHtml,
  exportComparisonMarkdown,
  exportComparisonText,
} from '../view/compare/comparison-documents.ts';
import { compareProfiles } from '../view/compare/comparison.ts';
import type { Comparison } from '../view/compare/comparison.ts';
import { STORE_HELP, oneOf, getToken } from './options.ts';
import { profileJsonText, readProfile } from './query.ts';
import { withStore } from './store.ts';

/** The formats of a comparison. */
export const COMPARISON_FORMATS = {
  human: exportComparisonText,
  json: (comparison) => profileJsonText(exportComparisonData(comparison)),
  md: exportComparisonMarkdown,
  html: exportComparisonHtml,
} satisfies Readonly<Record<string, (comparison: Comparison) => string>>;

/** Their names. */
export const FORMATS = Object.keys(COMPARISON_FORMATS) as (keyof typeof COMPARISON_FORMATS)[];

/** `oriel compare`: prints what differs between two requests. */
export const command = defineCommand({
  name: 'compare',
  summary: 'print what differs between two requests',
  usage: 'compare <before> <after> [options]',
  help: [
    ['<before> <after>', 'the tokens or URLs of two profiles, or latest'],
    ['--format human', FORMATS.join(', ')],
    STORE_HELP,
  ],
  examples: ['oriel compare a1b2c3 d4e5f6', 'oriel compare a1b2c3 latest --format html > comparison.html'],
  options: { store: { type: 'string' }, format: { type: 'string' } },
  maxPositionals: 2,
  run: async (options, args) => {
    const format = oneOf('--format', options.format ?? 'human', FORMATS);
    const [before, after] = args;
    if (before === undefined || after === undefined)
      throw new UsageError('Two profile tokens are expected; example: oriel compare a1b2c3 d4e5f6');
    const one = await readProfile(options, getToken([before], 'compare'));
    const other = await readProfile(options, getToken([after], 'compare'));
    const comparison = await withStore(options, (storage) => compareProfiles(storage, one, other, process.cwd()));
    return print(COMPARISON_FORMATS[format](comparison).trimEnd());
  },
});
