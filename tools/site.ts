/**
 * Builds the documentation site: `npm run site`. Copies the pages of the repository into `site/source`, generates the API
 * reference from the doc comments, builds everything with VitePress into `var/site/dist`, checks all links, and takes
 * screenshots into `var/site/screenshots`. `--no-screenshots` needs no Chromium. The first run needs the npm registry.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { checkSite } from './site/check-site.ts';
import { PARTS, createProjectSidebar, createReferenceSidebars, createSidebar } from './site/navigation.ts';
import type { Part } from './site/navigation.ts';
import { takeScreenshots } from './site/screenshots.ts';
import { PROJECT_PAGES, adaptPage, sitePath } from './site/source-pages.ts';
import { ROOT, filesMatching, read } from './lib/source-files.ts';

const SITE = join(ROOT, 'site');
const SOURCE = join(SITE, 'source');
const OUTPUT = join(ROOT, 'var/site/dist');

function run(program: string, ...args: readonly string[]): void {
  const env = { ...process.env, NODE_OPTIONS: '', NODE_ENV: 'production' };
  execFileSync(process.execPath, [join(SITE, 'node_modules', program), ...args], { cwd: SITE, env, stdio: 'inherit' });
}

function install(): void {
  if (existsSync(join(SITE, 'node_modules/.package-lock.json'))) return;
  execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: SITE, stdio: 'inherit' });
}

function copyPages(): void {
  rmSync(SOURCE, { recursive: true, force: true });
  const paths = filesMatching('docs/**/*.md', 'decisions/*.md', 'examples/*/README.md', ...Object.keys(PROJECT_PAGES));
  for (const path of paths) writePage(sitePath(path)!, adaptPage(path, read(path)));
  cpSync(join(ROOT, 'docs/images'), join(SOURCE, 'images'), { recursive: true });
  cpSync(join(SITE, 'home.md'), join(SOURCE, 'index.md'));
  cpSync(join(SITE, 'icon.svg'), join(SOURCE, 'public/icon.svg'));
  const decisions = paths.filter((path) => path.startsWith('decisions/'));
  const list = decisions.map((path) => `- [${getTitle(path)}](./${path.slice('decisions/'.length)})`);
  writePage(
    'decisions/index.md',
    `# Decisions\n\nOne page for each choice that a newcomer would question.\n\n${list.join('\n')}\n`,
  );
}

function writePage(path: string, text: string): void {
  const file = join(SOURCE, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function getTitle(path: string): string {
  const [, title = path] = /^# (.+)$/m.exec(read(path)) ?? [];
  return title;
}

function writeNavigation(): void {
  const index = read('docs/README.md');
  const sidebars = parts.map((part) => {
    const pages = globSync(`${part}/reference/**/*.md`, { cwd: SOURCE }).toSorted();
    return [part, { ...createReferenceSidebars(part, pages), [`/${part}/`]: createSidebar(part, index, getTitle) }];
  });
  const [, version] = /^## (\S+)/m.exec(read('packages/profiler/CHANGELOG.md')) ?? [];
  const navigation = { ...Object.fromEntries(sidebars), project: createProjectSidebar(getTitle), version };
  writeFileSync(join(SOURCE, 'navigation.json'), JSON.stringify(navigation));
}

function check(): void {
  const files = globSync('**/*', { cwd: OUTPUT, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(OUTPUT.length + 1));
  const issues = checkSite(OUTPUT, files);
  for (const { page, what } of issues) console.error(`${page}: ${what}`);
  if (issues.length > 0) process.exitCode = 1;
  else
    console.log(
      `${files.filter((path) => path.endsWith('.html')).length} pages in var/site/dist; all links are correct`,
    );
}

const parts = Object.keys(PARTS) as Part[];
install();
copyPages();
for (const part of parts) run('typedoc/bin/typedoc', '--options', `typedoc.${part}.js`);
writeNavigation();
rmSync(OUTPUT, { recursive: true, force: true });
run('vitepress/bin/vitepress.js', 'build');
check();
if (!process.argv.includes('--no-screenshots')) await takeScreenshots(OUTPUT, join(ROOT, 'var/site/screenshots'));
