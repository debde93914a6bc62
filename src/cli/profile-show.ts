import { span } from '../core/errors/error-markdown.ts';
import { printableLine } from '../core/errors/printable.ts';
import { didYouMean } from '../core/http/did-you-mean.ts';
import type { Finding, Profile } from '../profiler/profile.ts';
import { NO_LINKS } from '../profiler/panels/view-model.ts';
import { UNTRUSTED_NOTICE, formatLabel, renderBlocksAsMarkdown } from '../profiler/render/blocks-markdown.ts';
import { renderBlocksAsJson } from '../profiler/render/blocks-json.ts';
import { drawPanel } from '../profiler/panels/draw-panel.ts';
import { explainEmptyPanel } from '../profiler/panels/framework.ts';
import { exportMarkdown } from '../profiler/export/documents.ts';
import { buildSummaryBlocks } from '../profiler/export/summary-blocks.ts';
import { renderBlocksAsText } from '../profiler/render/blocks-terminal.ts';
import type { Block, Panel } from '../profiler/panels/view-model.ts';
import { UsageError } from './command.ts';
import { print } from './print.ts';
import { profileJsonText, readProfile } from './profile-query.ts';
import { describeStore } from './profile-store.ts';
import { formatOf, rejectOptions, tokenOf } from './profile-options.ts';
import type { Format, ProfileAction } from './profile-options.ts';
import { PANELS } from '../profiler/panels/panels.ts';
import { mapProfile } from '../profiler/source-maps/map-profile.ts';
import { panelsOf } from '../profiler/panels/recorded-panels.ts';
import { note } from '../profiler/panels/blocks.ts';

/** `oriel profile show`: prints a profile or one of its panels. */
export const showProfile: ProfileAction = async (options, args) => {
  rejectOptions(options, 'show', ['limit', 'sort', 'fail-if', 'as', 'all']);
  const format = formatOf(options);
  const profile = mapProfile(await readProfile(options, tokenOf(args, 'show')), process.cwd());
  const { panel } = options;
  const text =
    panel === undefined
      ? renderProfile(profile, format)
      : renderPanel(profile, findPanel(panel, panelsOf(profile, PANELS)), format);
  // JSON is for programs, which may not expect further lines.
  return print(format === 'json' ? text : `${text}\n\nStore ${describeStore(options)}`);
};

function renderProfile(profile: Profile, format: Format): string {
  if (format === 'json') return profileJsonText(profile);
  const panels = panelsOf(profile, PANELS);
  if (format === 'md') return exportMarkdown(profile, panels).trimEnd();
  const { summary, data } = profile;
  const findings = (Array.isArray(data.findings) ? (data.findings as Finding[]) : []).map(({ severity, text }): Block =>
    note(severity === 'error' ? 'bad' : severity, text),
  );
  const drawn = panels.flatMap((panel) => {
    const view = drawPanel(panel, profile, NO_LINKS);
    return view ? [`## ${printableLine(panel.title, 200)}\n\n${renderBlocksAsText(view.blocks)}`] : [];
  });
  return [
    `# Profile ${summary.token}`,
    renderBlocksAsText([...buildSummaryBlocks(summary), ...findings]),
    ...drawn,
  ].join('\n\n');
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
