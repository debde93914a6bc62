import type { Profile } from '../profile.ts';
import { drawPanel } from '../panels/draw-panel.ts';
import { listOf } from '../panels/recorded-values.ts';
import { UNTRUSTED, blocksMarkdown, plainLine, untrusted } from '../render/blocks-markdown.ts';
import type { Panel } from '../panels/view-model.ts';
import { NO_LINKS } from './no-links.ts';
import { summaryBlocks } from './summary-blocks.ts';

/** A profile as one Markdown document: what stands out first, then each panel that has something to say. */
export function profileMarkdown(profile: Profile, panels: readonly Panel[]): string {
  const { summary, data } = profile;
  const findings = listOf(data.findings);
  const parts = [`# Profile ${plainLine(summary.token)}`, UNTRUSTED, blocksMarkdown(summaryBlocks(summary))];
  if (findings.length > 0)
    parts.push(
      '## Findings',
      untrusted(findings.map(({ severity, text }) => `${severity}: ${text}`).join('\n'), 'text'),
    );
  for (const panel of panels) {
    const view = drawPanel(panel, profile, NO_LINKS);
    if (view) parts.push(`## ${plainLine(panel.title)}`, blocksMarkdown(view.blocks, { level: 3 }));
  }
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}
