import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { ROOT, read } from '../lib/source-files.ts';
import type { Issue } from '../lib/issue.ts';
import { OptionReader } from './option-reader.ts';
import type { Option } from './option-reader.ts';
import { DeclaredSettings } from './declared-settings.ts';
import { findOptionIssues, isLiteral } from './option-issues.ts';

/** The generated pages, each with its template. */
const PAGES = {
  'docs/host/configuration.md': 'tools/docs/configuration.md',
  'docs/host/options.md': 'tools/docs/options.md',
};

/** Creates the texts of the generated pages by their paths, and reports options that are not documented completely. */
export async function createConfigurationPages(): Promise<{
  readonly pages: ReadonlyMap<string, string>;
  readonly issues: readonly Issue[];
}> {
  const declared = await DeclaredSettings.load();
  const reader = new OptionReader();
  try {
    const groups: Group[] = [];
    const pages = new Map<string, string>();
    for (const [path, template] of Object.entries(PAGES)) {
      const text = read(template).replaceAll(MARKERS, (markers) => {
        const found = markers
          .trim()
          .split('\n')
          .map((line) => readGroup(reader, declared, line));
        groups.push(...found);
        return `${formatTable(found, declared)}\n`;
      });
      const config = await resolveConfig(join(ROOT, path));
      pages.set(path, withoutPadding(await format(text, { ...config, parser: 'markdown' })));
    }
    const issues = [
      ...groups.flatMap(({ source, options }) =>
        options.flatMap((option) => [...findOptionIssues(option), ...declared.findIssues(source, option)]),
      ),
      ...findMissing(reader, groups),
    ];
    return { pages, issues };
  } finally {
    reader.close();
  }
}

// Aligned columns would make the page, which is packed, a fifth larger.
function withoutPadding(page: string): string {
  return page.replace(/^\|.*\|$/gm, (row) => row.replace(/ +(?=\|)|(?<=\|) +/g, ' ').replace(/-{3,}/g, '---'));
}

/** Reports options that are not documented completely, and pages that are not what would be generated. */
export async function checkConfigurationPages(): Promise<readonly Issue[]> {
  const { pages, issues } = await createConfigurationPages();
  if (issues.length > 0) return issues;
  return [...pages]
    .filter(([path, text]) => read(path) !== text)
    .map(([path]) => ({
      place: `${path}:1`,
      what: 'is not what would be generated from the options in src/',
      why: 'the page lists every option with its type, default and range',
      fix: `run npm run configuration; edit the doc comments of the options, or ${PAGES[path as keyof typeof PAGES]}`,
    }));
}

/** The options of one marker, such as `<!-- options hub.limits HubLimits -->`. */
interface Group {
  readonly prefix: string;
  /** The interface, or a member of it. */
  readonly source: string;
  readonly options: readonly Option[];
}

// Adjacent markers make one table.
const MARKERS = /(?:^<!-- options .* -->\n)+/gm;
const MARKER = /^<!-- options (\S+) (\S+)( own)? -->$/;

function readGroup(reader: OptionReader, declared: DeclaredSettings, line: string): Group {
  const [, prefix, source, flag] = MARKER.exec(line) ?? [];
  if (source === undefined) throw new Error(`Expected <!-- options prefix Interface -->, not ${line}`);
  const options = reader.read(source, flag !== undefined).map((option) => declared.withDefault(source, option));
  return { prefix: prefix === '-' ? '' : `${prefix}.`, source, options };
}

function formatTable(groups: readonly Group[], declared: DeclaredSettings): string {
  const rows = groups.flatMap(({ prefix, source, options }) =>
    options
      .filter(({ name, type }) => !groups.some((group) => isGroup(group, `${prefix}${name}`, type)))
      .map((option) => [
        `\`${prefix}${option.name}\``,
        [`\`${escapePipes(option.type)}\``, option.unit, declared.range(source, option)].filter(Boolean).join(', '),
        option.default === undefined ? 'required' : escapePipes(formatDefault(option.default)),
        escapePipes(option.description),
      ]),
  );
  return [['option', 'type', 'default', 'description'], ['-', '-', '-', '-'], ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

/** Returns whether an option is only the name of a group that the same table lists. */
function isGroup(group: Group, name: string, type: string): boolean {
  return [name, `${name}[]`].includes(group.prefix.slice(0, -1)) && [group.source, `${group.source}[]`].includes(type);
}

function formatDefault(value: string): string {
  if (!isLiteral(value)) return value;
  return /^[\d_]+$/.test(value) ? value.replaceAll('_', ',') : `\`${value}\``;
}

function escapePipes(text: string): string {
  return text.replaceAll('|', '\\|');
}

// Options of the configuration are interfaces whose names end like this.
const OPTIONS = /(?:Config|Options|Settings|Definition|Limits?|Caps|Rule)$/;

/** Finds interfaces with options that a listed option accepts, but that are not listed. */
function findMissing(reader: OptionReader, groups: readonly Group[]): Issue[] {
  const listed = new Set(groups.map(({ source }) => source));
  return groups.flatMap(({ options }) =>
    options.flatMap(({ mentions, place, name }) =>
      mentions
        .filter((mention) => OPTIONS.test(mention) && reader.isInterface(mention) && !listed.has(mention))
        .map((mention) => ({
          place,
          what: `${name} accepts ${mention}, which no generated page lists`,
          why: 'the pages list every option',
          fix: `add <!-- options … ${mention} --> to tools/docs/configuration.md or tools/docs/options.md`,
        })),
    ),
  );
}
