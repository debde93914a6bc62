import { span } from 'oriel-core/error-pages';
import { printableLine } from 'oriel-core/errors';
import { didYouMean } from 'oriel-core/http';
import type { Profile } from '../profile/profile.ts';
import { toList } from '../profile/recorded-values.ts';
import { NO_LINKS } from '../profile/view-model.ts';
import { UNTRUSTED_NOTICE, formatLabel, renderBlocksAsMarkdown } from '../view/render/blocks-markdown.ts';
import { renderBlocksAsJson } from '../view/render/blocks-json.ts';
import { drawPanel } from '../view/panels/draw-panel.ts';
import { explainEmptyPanel } from '../view/panels/framework.ts';
import { shortenVisitor, toShownSummary } from '../profile/visitor.ts';
import { exportMarkdown } from '../view/export/documents.ts';
import { buildSummaryBlocks } from '../view/export/summary-blocks.ts';
import { renderBlocksAsText } from '../view/render/blocks-terminal.ts';
import type { Block, Panel } from '../profile/view-model.ts';
import { UsageError, defineCommand, print } from 'oriel-core/cli';
import { profileJsonText, readProfile } from './query.ts';
import { describeStore } from './store.ts';
import { FORMAT_HELP, STORE_HELP, getFormat, getToken } from './options.ts';
import type { Format } from './options.ts';
import { PANELS } from '../view/panels/panels.ts';
import { mapProfile } from '../view/source-maps/map-profile.ts';
import { getPanels } from '../view/panels/recorded-panels.ts';
import { note } from '../view/panels/blocks.ts';

/** `oriel show`: prints a profile or one of its panels. */
export const command = defineCommand({
  name: 'show',
  summary: 'print a profile, or one of its panels',
  usage: 'show <token> [options]',
  help: [
    ['<token>', 'the token or the URL of a profile, or latest'],
    ['--panel name', 'only this panel, such as database'],
    FORMAT_HELP,
    STORE_HELP,
  ],
  examples: ['oriel show latest', 'oriel show a1b2c3 --panel database'],
  options: { store: { type: 'string' }, format: { type: 'string' }, panel: { type: 'string' } },
  maxPositionals: 2,
  run: async (options, args) => {
    const format = getFormat(options);
    const profile = mapProfile(await readProfile(options, getToken(args, 'show')), process.cwd());
    const { panel } = options;
    const text =
      panel === undefined
        ? renderProfile(profile, format)
        : renderPanel(profile, findPanel(panel, getPanels(profile, PANELS)), format);
    // JSON is for programs, which may not expect further lines.
    return print(format === 'json' ? text : `${text}\n\nStore ${describeStore(options)}`);
  },
});

function renderProfile(profile: Profile, format: Format): string {
  if (format === 'json') return profileJsonText({ ...profile, summary: toShownSummary(profile.summary) });
  const panels = getPanels(profile, PANELS);
  if (format === 'md') return exportMarkdown(profile, panels).trimEnd();
  const { summary, data } = profile;
  const findings = toList(data.findings).map(({ severity, text }): Block =>
    note(severity === 'error' ? 'bad' : severity, text),
  );
  const drawn = panels.flatMap((panel) => {
    const view = drawPanel(panel, profile, NO_LINKS);
    return view ? [`## ${printableLine(panel.title, 200)}\n\n${renderBlocksAsText(view.blocks)}`] : [];
  });
  return [
    `# Profile ${summary.token}`,
    renderBlocksAsText([...buildSummaryBlocks(summary), ...describeVisitor(summary), ...findings]),
    ...drawn,
  ].join('\n\n');
}

// The search for the requests of the visitor. Documents that are sent to others do not have it.
function describeVisitor({ visitor }: Profile['summary']): Block[] {
  if (visitor === undefined || visitor === null) return [];
  return [{ kind: 'facts', rows: [['Visitor', { text: `visitor:${shortenVisitor(visitor)}`, mono: true }]] }];
}

function renderPanel(profile: Profile, panel: Panel, format: Format): string {
  const blocks = drawPanel(panel, profile, NO_LINKS)?.blocks ?? [];
  const { token } = profile.summary;
  if (format === 'json') return profileJsonText({ token, panel: panel.name, blocks: renderBlocksAsJson(blocks) });
  const noData = explainEmptyPanel(panel, profile.data, 'The panel has no data for this request.');
  if (format === 'md')
    return [
      `# Profile ${token}: ${formatLabel(panel.title)}`,
      UNTRUSTED_NOTICE,
      blocks.length === 0 ? span(noData) : renderBlocksAsMarkdown(blocks),
    ].join('\n\n');
  return [
    `# Profile ${token}: ${printableLine(panel.title, 200)}`,
    blocks.length === 0 ? printableLine(noData, 300) : renderBlocksAsText(blocks),
  ].join('\n\n');
}

function findPanel(name: string, panels: readonly Panel[]): Panel {
  const found = panels.find((panel) => panel.name === name);
  if (found) return found;
  const names = panels.map((panel) => panel.name);
  const meant = didYouMean(name, names);
  throw new UsageError(
    `Unknown panel "${name}"${meant ? `; did you mean ${meant}?` : `; expected one of ${names.join(', ')}`}`,
  );
}
