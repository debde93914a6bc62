import type { Block } from '../../profile/view-model.ts';
import { column, note, table } from '../panels/blocks.ts';
import { codeText } from '../panels/value-text.ts';
import type { HarResult } from './replay-har.ts';

/** Counts the results of an archive. Requests of other origins are not counted. */
export function countResults(results: readonly HarResult[]) {
  const counted = results.filter(({ isOfOtherOrigin, status }) => !isOfOtherOrigin || status !== undefined);
  const sent = counted.filter(({ status }) => status !== undefined);
  return {
    all: counted.length,
    sent: sent.length,
    different: sent.filter(({ differences }) => differences.length > 0).length,
  };
}

/** Returns whether enough requests were sent for a result: at least one, and 90 %. */
export function isEnough({ all, sent }: { readonly all: number; readonly sent: number }): boolean {
  return sent > 0 && sent >= all * 0.9;
}

/** Returns the results of an archive as blocks: a sentence, one row for each request, and those that were not sent. */
export function buildHarBlocks(results: readonly HarResult[]): Block[] {
  const counts = countResults(results);
  const { all, sent, different } = counts;
  const others = results.length - all;
  const notSent = results.filter((result) => result.notSent !== undefined);
  return [
    note(
      !isEnough(counts) ? 'bad' : different > 0 ? 'warning' : 'info',
      `${all} recorded, ${sent} sent, ${different} with differences. Compared by status, media type and the shape of JSON.` +
        (isEnough(counts) ? '' : ' Fewer than 90 % were sent, which is not enough for a result.') +
        (others > 0 ? ` ${others} of other origins were not sent.` : ''),
    ),
    table(
      'Sent',
      [column('Method', 's'), column('URL', 'l'), column('Status', 's'), 'Differences'],
      results
        .filter(({ status }) => status !== undefined)
        .map(({ method, url, status, differences }) => ({
          cells: [method, codeText(url), status!.join(' → '), codeText(differences.join('; ') || 'none')],
        })),
    ),
    ...(notSent.length === 0
      ? []
      : [
          table(
            'Not sent',
            [column('Method', 's'), column('URL', 'l'), 'Reason'],
            notSent.map((result) => ({ cells: [result.method, codeText(result.url), codeText(result.notSent!)] })),
          ),
        ]),
  ];
}
