import { defineHost, route } from '../../../src/index.ts';

/**
 * Sends many requests to a host that records into a store which others may share, and gives the tokens of the answers:
 * `record-many.ts <file> <count>` prints them.
 */
export async function recordMany(file: string, count: number): Promise<string[]> {
  process.env['ORIEL_MODE'] = 'development';
  await using host = defineHost({
    routes: [route('x', 'GET /x', { handle: () => 'x' })],
    log: false,
    profiler: { file, caps: { profiles: 40_000 } },
  });
  const tokens: string[] = [];
  while (tokens.length < count) {
    const answer = await host.fetch(new Request('http://localhost/x'));
    await answer.text();
    const token = answer.headers.get('x-debug-token');
    // With no lease at hand a request is not recorded and says so by having no token.
    if (token !== null) tokens.push(token);
    else await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return tokens;
}

if (import.meta.main) console.log((await recordMany(process.argv[2]!, Number(process.argv[3]))).join('\n'));
