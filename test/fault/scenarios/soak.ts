import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { equal, reported } from '../support/scenario.ts';
import type { Figure, Run, Scenario } from '../support/scenario.ts';

/** A million recorded requests, each different. */
export const soak: Scenario = {
  name: 'soak',
  fault:
    'A host receives 1,000,000 different requests, which are recorded (`bench/soak.ts`). Its memory may grow by 20 MB after it is warm.',
  run: runSoak,
};

async function runSoak(run: Run): Promise<readonly Figure[]> {
  const requests = run.choose(1_000_000, 200_000);
  const file = join(import.meta.dirname, '../../../bench/soak.ts');
  const args = ['--conditions=oriel:source', file, '--requests', String(requests)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  run.onEnd(() => child.kill());
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (piece: string) => (text += piece));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  const lines = text.trim().split('\n');
  return [
    reported('requests', /^(\d+) requests/.exec(lines.findLast((line) => / requests: /.test(line)) ?? '')?.[1] ?? '0'),
    reported(
      'memory at the end',
      lines.findLast((line) => / requests: /.test(line))?.replace(/^\d+ requests: /, '') ?? 'unknown',
    ),
    reported('growth', lines.at(-1) ?? 'unknown'),
    equal('exit code', code ?? 'none', 0),
  ];
}
