import { defineHost, route } from '../../../packages/host/src/index.ts';

/**
 * Sends many requests to a host whose profile storage other processes may share, and returns the tokens of the profiles.
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
    const response = await host.fetch(new Request('http://localhost/x'));
    await response.text();
    const token = response.headers.get('x-debug-token');
    // A request is not recorded and has no token while the storage has no lease of tokens.
    if (token !== null) tokens.push(token);
    else await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return tokens;
}

if (import.meta.main) console.log((await recordMany(process.argv[2]!, Number(process.argv[3]))).join('\n'));
