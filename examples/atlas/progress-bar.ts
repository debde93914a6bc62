import { styleText } from 'node:util';
import type { BuildProgress } from './build-database.ts';

/** Where progress is told: the standard error output, mostly. */
export interface ProgressStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/** A bar that fills where there is a terminal, a few plain lines where there is none. */
export function progressBar(stream: ProgressStream): BuildProgress {
  const line = (text: string) => void stream.write(`${text}\n`);
  let started = 0;
  return {
    wait: (file) => line(`Another process builds the atlas in ${file}: waiting for it`),
    begin(file) {
      started = performance.now();
      line(`Building the atlas in ${file}, this once`);
    },
    advance: stream.isTTY ? drawTo(stream) : tellQuarters(line),
    end({ countries, cities }) {
      if (stream.isTTY) stream.write(CLEAR);
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      line(`Built in ${seconds} s: ${number(countries)} countries, ${number(cities)} cities`);
    },
  };
}

const CLEAR = '\r\u001b[K';
const WIDEST = 40;

function drawTo(stream: ProgressStream): BuildProgress['advance'] {
  return (done, total) => {
    const text = ` ${Math.floor((100 * done) / total)} %  ${number(done)} of ${number(total)} rows`;
    // A bar that wraps cannot be drawn over.
    const width = Math.max(0, Math.min(WIDEST, (stream.columns ?? 80) - text.length - 2));
    const full = Math.round((width * done) / total);
    const bar = '█'.repeat(full) + styleText('dim', '░'.repeat(width - full), { validateStream: false });
    stream.write(`${CLEAR}${bar}${text}`);
  };
}

function tellQuarters(line: (text: string) => void): BuildProgress['advance'] {
  let told = 0;
  return (done, total) => {
    const quarter = Math.floor((4 * done) / total);
    if (quarter === told) return;
    told = quarter;
    line(`  ${number(done)} of ${number(total)} rows`);
  };
}

function number(value: number): string {
  return value.toLocaleString('en');
}
