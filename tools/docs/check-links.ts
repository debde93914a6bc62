import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { Issue } from '../lib/issue.ts';
import { ROOT, read } from '../lib/source-files.ts';
import { slugify } from './slugify.ts';

/** Returns the links of Markdown files whose file, folder or heading does not exist. Addresses on the web are not requested. */
export function checkLinks(paths: readonly string[]): Issue[] {
  return paths.flatMap((path) => findLinkIssues(path, read(path), readTarget));
}

/** Checks the links of one file. `readTarget` returns the text of a Markdown file, '' for others, undefined if none exists. */
export function findLinkIssues(path: string, text: string, readTarget: (path: string) => string | undefined): Issue[] {
  const issues: Issue[] = [];
  for (const [index, line] of withoutCode(text).split('\n').entries()) {
    for (const [, link = ''] of line.matchAll(LINK)) {
      if (/^[a-z]+:/.test(link)) continue;
      const [file = '', anchor] = link.split('#');
      const target = file === '' ? text : readTarget(posix.join(posix.dirname(path), file));
      const location = `${path}:${index + 1}`;
      const why = 'a reader who follows the link does not find the text';
      if (target === undefined)
        issues.push({
          place: location,
          what: `${link} leads to a file that does not exist`,
          why,
          fix: 'correct the path',
        });
      else if (anchor !== undefined && !getAnchors(target).has(anchor))
        issues.push({
          place: location,
          what: `${link} leads to a heading that does not exist`,
          why,
          fix: 'correct the anchor',
        });
    }
  }
  return issues;
}

const LINK = /\]\(([^()\s]+)\)/g;

// Lines of code blocks stay as empty lines, so that the numbers of lines are right.
function withoutCode(text: string): string {
  return text.replace(/^```[^]*?^```/gm, (block) => block.replace(/[^\n]/g, '')).replace(/(`+)[^\n]*?\1/g, '');
}

/** The anchors that GitHub gives to the headings. */
function getAnchors(text: string): Set<string> {
  const anchors = new Set<string>();
  for (const [, title = ''] of text.replace(/^```[^]*?^```/gm, '').matchAll(/^#{1,6} (.+)$/gm)) {
    const base = slugify(title.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1'));
    let anchor = base;
    for (let count = 1; anchors.has(anchor); count++) anchor = `${base}-${count}`;
    anchors.add(anchor);
  }
  return anchors;
}

function readTarget(path: string): string | undefined {
  if (!existsSync(join(ROOT, path))) return undefined;
  return path.endsWith('.md') ? read(path) : '';
}
