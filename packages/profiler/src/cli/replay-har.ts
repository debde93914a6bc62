import { readFileSync, statSync } from 'node:fs';
import { LoadError, UsageError, print, shorten } from 'oriel-core/cli';
import { exportBlocks } from '../view/export/documents.ts';
import { buildHarBlocks, countResults, isEnough } from '../view/replay/har-blocks.ts';
import { readHar } from '../view/replay/read-har.ts';
import type { HarEntry } from '../view/replay/read-har.ts';
import { replayHar } from '../view/replay/replay-har.ts';
import { profileJsonText } from './query.ts';
import { readEdits, readMaskedValues } from './replay-edits.ts';

/** The options of `oriel replay` that apply to an archive. */
export interface HarOptions {
  readonly against?: string | undefined;
  readonly header?: readonly string[] | undefined;
  readonly 'fail-if'?: string | undefined;
}

/**
 * Sends the safe requests of an archive and prints the differences of their responses. Returns the exit code: 2 if fewer than 90 % were sent.
 *
 * @throws {LoadError} if the file is not an archive, or too large
 */
export async function replayHarFile(
  file: string,
  { against, header, 'fail-if': failIf }: HarOptions,
  format: 'human' | 'json' | 'md' | 'html',
): Promise<number> {
  const entries = readFile(file);
  const results = await replayHar(entries, {
    against,
    edit: (source) => readEdits(source, { header, against }),
    readValues: (masked) => readMaskedValues([], masked, process.env),
  });
  const counts = countResults(results);
  if (format === 'json') print(profileJsonText({ ...counts, results }));
  else print(exportBlocks(shorten(file), buildHarBlocks(results), format).trimEnd());
  if (!isEnough(counts)) return 2;
  return failIf !== undefined && counts.different > 0 ? 1 : 0;
}

const MAX_FILE_BYTES = 100_000_000;
const MAX_ENTRIES = 5_000;

function readFile(file: string): HarEntry[] {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (stat?.isFile() !== true) throw new UsageError(`${file} is not a file`);
  if (stat.size > MAX_FILE_BYTES) throw failure(file, `It has ${stat.size} bytes; at most ${MAX_FILE_BYTES} are read`);
  const entries = readHar(readFileSync(file, 'utf8'));
  if (entries === undefined) throw failure(file, 'It is not an HTTP Archive: it has no log.entries');
  if (entries.length > MAX_ENTRIES)
    throw failure(file, `It has ${entries.length} requests; at most ${MAX_ENTRIES} are sent`);
  return entries;
}

function failure(file: string, reason: string): LoadError {
  const fix = 'Export a smaller archive, such as that of one page, from the developer tools of the browser';
  return new LoadError(
    'The archive cannot be replayed',
    [{ code: 'ORIEL_CLI_NOT_SENT', place: shorten(file), reason, fix }],
    2,
  );
}
