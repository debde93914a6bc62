import { existsSync, readFileSync } from 'node:fs';
import type { PlantedHost } from './planted-host.ts';
import { MARK } from './secret-carriers.ts';

/** A place where something stands that should not. */
export interface Leak {
  readonly where: string;
  readonly around: string;
}

/**
 * Looks for secrets in the store, its log, what was pushed, and in every page, twin and export of every profile; unless thorough, of each
 * profile two of its panels, other ones each time.
 */
export async function findLeaks(
  { file, pushed, client, accessed }: PlantedHost,
  thorough: boolean,
): Promise<{ leaks: Leak[]; pages: number }> {
  const leaks: Leak[] = [];
  const look = (where: string, content: string): void => {
    const at = content.search(FORMS);
    if (at >= 0) leaks.push({ where, around: content.slice(Math.max(0, at - 160), at + 60).replace(/\s+/g, ' ') });
  };
  for (const profile of pushed) {
    const { summary } = profile;
    look(`queue, ${summary.method} ${summary.path}`, JSON.stringify(summary));
    look(`queue, ${summary.method} ${summary.path}`, JSON.stringify(profile.data));
  }
  for (const query of accessed) look('access log', query);
  for (const part of ['', '-wal', '-shm'])
    if (existsSync(file + part)) look(`store${part}`, readFileSync(file + part, 'latin1'));
  let pages = 0;
  const visit = async (path: string): Promise<void> => {
    const answer = await client.ask(`GET ${path}`, { headers: { Accept: 'text/html' } });
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
    pages++;
    look(path, answer.text);
  };
  for (const suffix of ['', '.json', '.md']) await visit(`/_profiler/empty/search/results${suffix}?limit=1000`);
  for (const [index, { summary }] of pushed.entries()) {
    const head = JSON.parse((await client.ask(`GET /_profiler/${summary.token}.json`)).text) as Head;
    const named = head.panels.map(({ name }) => `?panel=${name}`);
    const views = ['', ...named.filter((_, at) => thorough || (at + index) % Math.ceil(named.length / 2) === 0)];
    const paths = views.flatMap((view) => ['', '.json', '.md'].map((suffix) => `${suffix}${view}`));
    const exports = EXPORTS.map((name) => `/export/${name}`);
    await Promise.all([...paths, ...exports].map((rest) => visit(`/_profiler/${summary.token}${rest}`)));
  }
  return { leaks, pages };
}

interface Head {
  readonly panels: readonly { readonly name: string }[];
}

const EXPORTS = ['curl', 'fetch', 'httpie', 'html', 'md', 'json', 'har'];

// As it is, reversed by no one, but perhaps in base64 at any of the three places it can begin, or in hex.
const FORMS = new RegExp([MARK, ...[0, 1, 2].map(inBase64), Buffer.from(MARK).toString('hex')].join('|'));

function inBase64(offset: number): string {
  const text = Buffer.from('\0'.repeat(offset) + MARK).toString('base64');
  // The first and the last letters depend on what stands beside.
  return text
    .slice(offset === 0 ? 0 : offset + 1, -((3 - ((offset + MARK.length) % 3)) % 3) - 1 || undefined)
    .replace(/[+]/g, '[+-]')
    .replace(/=+$/, '');
}
