import type { Block, Tone } from '../../profile/view-model.ts';
import { note } from '../panels/blocks.ts';
import { formatCount } from '../render/format.ts';
import { UNTRUSTED_NOTICE, renderBlocksAsMarkdown } from '../render/blocks-markdown.ts';
import { renderBlocksAsText } from '../render/blocks-terminal.ts';
import type { BudgetCheck, BudgetDifference } from './check-budgets.ts';

export interface BudgetNames {
  /** The file with the budgets. */
  readonly file: string;
  /** The command that saves the measured budgets. */
  readonly save: string;
}

/** Returns the result of a check as text for a terminal: a sentence, and one line per route that differs. */
export function exportBudgetText(check: BudgetCheck, names: BudgetNames): string {
  const tone = check.result === 'worse' ? 'bad' : check.result === 'unmeasured' ? 'warning' : 'good';
  const hint = hasHint(check) ? [note('info', `To save it: ${names.save}`)] : [];
  return renderBlocksAsText([note(tone, describeCheck(check, names)), ...buildDifferences(check, MAX_ROWS), ...hint]);
}

/** Returns the result of a check as Markdown for a comment in a pull request: a sentence, and a table of what differs. */
export function exportBudgetMarkdown(check: BudgetCheck, names: BudgetNames): string {
  let rows = MAX_ROWS;
  let table = renderBlocksAsMarkdown(buildDifferences(check, rows));
  while (table.length > MAX_COMMENT_LENGTH) table = renderBlocksAsMarkdown(buildDifferences(check, (rows >>= 1)));
  const hint = hasHint(check) ? [`To save it:\n\n\`\`\`sh\n${names.save}\n\`\`\``] : [];
  return [`**${describeCheck(check, names)}**`, ...(table === '' ? [] : [UNTRUSTED_NOTICE, table]), ...hint].join(
    '\n\n',
  );
}

/** Returns the result of a check as data for JSON. */
export function exportBudgetData(check: BudgetCheck, names: BudgetNames): object {
  return { verdict: describeCheck(check, names), ...check };
}

const MAX_ROWS = 200;
const MAX_CELL_LENGTH = 300;
// GitHub accepts comments of 65,536 characters.
const MAX_COMMENT_LENGTH = 60_000;
const MAX_LISTED_CHANGES = 8;

const LABELS: Readonly<Record<BudgetDifference['result'], { readonly label: string; readonly tone: Tone }>> = {
  worse: { label: 'worse', tone: 'bad' },
  unmeasured: { label: 'no request', tone: 'warning' },
  better: { label: 'better', tone: 'good' },
  new: { label: 'no budget', tone: 'info' },
};

function describeCheck(check: BudgetCheck, { file }: BudgetNames): string {
  const { measured, differences } = check;
  const count = (result: BudgetDifference['result']): number =>
    differences.filter((difference) => difference.result === result).length;
  const [worse, unmeasured, better, added] = [count('worse'), count('unmeasured'), count('better'), count('new')];
  if (measured + unmeasured === 0) return `${file} has no budget, so that nothing was checked.`;
  const parts = [
    ...(worse > 0 ? [`${worse} of ${formatCount(measured, 'measured route')} became worse`] : []),
    ...(unmeasured > 0
      ? [`${formatCount(unmeasured, 'route')} of ${file} had no request and could not be checked`]
      : []),
    ...(worse + unmeasured === 0 ? [`${formatCount(measured, 'route is', 'routes are')} as good as in ${file}`] : []),
    ...(better > 0 ? [`${better} became better`] : []),
    ...(added > 0 ? [`${added} ${added === 1 ? 'has' : 'have'} no budget yet`] : []),
  ];
  return `${parts.join('; ')}.`;
}

// Saving would accept what became worse.
function hasHint({ result, differences }: BudgetCheck): boolean {
  return result === 'good' && differences.some(({ result }) => result === 'better' || result === 'new');
}

function buildDifferences({ differences }: BudgetCheck, maxRows: number): readonly Block[] {
  if (differences.length === 0) return [];
  const hasApplications = new Set(differences.map(({ app }) => app)).size > 1;
  const rows = differences.slice(0, maxRows).map(({ app, name, result, changes }) => {
    const { label, tone } = LABELS[result];
    const listed = changes.slice(0, MAX_LISTED_CHANGES).join('; ');
    const more = changes.length > MAX_LISTED_CHANGES ? `; ${changes.length - MAX_LISTED_CHANGES} more` : '';
    const cells = [shorten(name), { text: label, tone }, shorten(`${listed}${more}`)];
    return { cells: hasApplications ? [shorten(app), ...cells] : cells };
  });
  const columns = [...(hasApplications ? ['Application'] : []), 'Route', 'Result', 'Change'];
  const omitted = differences.length - rows.length;
  return [
    { kind: 'table', columns, rows },
    ...(omitted > 0 ? [note('muted', `${formatCount(omitted, 'further route')} that differ are not shown.`)] : []),
  ];
}

function shorten(text: string): string {
  return text.length <= MAX_CELL_LENGTH ? text : `${text.slice(0, MAX_CELL_LENGTH - 1).toWellFormed()}…`;
}
