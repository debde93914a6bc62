import { existsSync, readFileSync } from 'node:fs';
import type { PlantedHost } from './planted-host.ts';
import { MARK } from './secret-requests.ts';

/** A place where a secret was found. */
export interface Leak {
  readonly place: string;
  readonly excerpt: string;
}

/**
 * Searches for secrets in the storage, the access log, the queue, and in pages and exports of every profile. Unless `allPanels` is
 * true, it reads two panels of each profile in turn.
 */
export async function findLeaks(
  { file, queued, client, loggedQueries }: PlantedHost,
  allPanels: boolean,
): Promise<{ leaks: Leak[]; pages: number }> {
  const leaks: Leak[] = [];
  const search = (location: string, content: string): void => {
    const excerpt = excerptOfSecret(content);
    if (excerpt !== undefined) leaks.push({ place: location, excerpt });
  };
  for (const profile of queued) {
    const { summary } = profile;
    search(`queue, ${summary.method} ${summary.path}`, JSON.stringify(summary));
    search(`queue, ${summary.method} ${summary.path}`, JSON.stringify(profile.data));
  }
  for (const query of loggedQueries) search('access log', query);
  for (const part of ['', '-wal', '-shm'])
    if (existsSync(file + part)) search(`store${part}`, readFileSync(file + part, 'latin1'));
  let pages = 0;
  const visit = async (path: string): Promise<void> => {
    const response = await client.send(`GET ${path}`, { headers: { Accept: 'text/html' } });
    if (response.status !== 200) throw new Error(`${path} responded with ${response.status}`);
    pages++;
    search(path, response.text);
  };
  for (const suffix of ['', '.json', '.md']) await visit(`/_profiler/empty/search/results${suffix}?limit=1000`);
  for (const [index, { summary }] of queued.entries()) {
    const head = JSON.parse((await client.send(`GET /_profiler/${summary.token}.json`)).text) as Head;
    const named = head.panels.map(({ name }) => `?panel=${name}`);
    const views = [
      '',
      ...named.filter((_, panelIndex) => allPanels || (panelIndex + index) % Math.ceil(named.length / 2) === 0),
    ];
    const paths = views.flatMap((view) => ['', '.json', '.md'].map((suffix) => `${suffix}${view}`));
    const exports = EXPORTS.map((name) => `/export/${name}`);
    await Promise.all([...paths, ...exports].map((rest) => visit(`/_profiler/${summary.token}${rest}`)));
  }
  return { leaks, pages };
}

/** Returns the text around the first secret of a content; undefined if it contains none. */
export function excerptOfSecret(content: string): string | undefined {
  const position = content.search(ENCODED_MARKS);
  return position < 0 ? undefined : content.slice(Math.max(0, position - 160), position + 60).replace(/\s+/g, ' ');
}

interface Head {
  readonly panels: readonly { readonly name: string }[];
}

const EXPORTS = ['curl', 'fetch', 'httpie', 'html', 'md', 'json', 'har'];

// Plain text, base64 at each of its three alignments, and hexadecimal.
const ENCODED_MARKS = new RegExp(
  [MARK, ...[0, 1, 2].map(base64PatternAt), Buffer.from(MARK).toString('hex')].join('|'),
);

function base64PatternAt(offset: number): string {
  const text = Buffer.from('\0'.repeat(offset) + MARK).toString('base64');
  // The first and the last characters depend on the adjacent bytes.
  return text
    .slice(offset === 0 ? 0 : offset + 1, -((3 - ((offset + MARK.length) % 3)) % 3) - 1 || undefined)
    .replace(/[+]/g, '[+-]')
    .replace(/=+$/, '');
}
