import { styleText } from 'node:util';
import type { BuildProgress } from './build-database.ts';

/** The stream for progress, such as standard error. */
export interface ProgressStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/** Returns a progress bar on a terminal, and prints a few plain lines on other streams. */
export function progressBar(stream: ProgressStream): BuildProgress {
  const line = (text: string) => void stream.write(`${text}\n`);
  let started = 0;
  return {
    wait: (file) => line(`Another process builds the atlas in ${file}; waiting`),
    begin(file) {
      started = performance.now();
      line(`Building the atlas in ${file} (first start only)`);
    },
    advance: stream.isTTY ? drawTo(stream) : printQuarters(line),
    end({ countries, cities }) {
      if (stream.isTTY) stream.write(CLEAR);
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      line(`Built in ${seconds} s: ${number(countries)} countries, ${number(cities)} cities`);
    },
  };
}

const CLEAR = '\r\u001b[K';
const MAX_WIDTH = 40;

function drawTo(stream: ProgressStream): BuildProgress['advance'] {
  return (done, total) => {
    const text = ` ${Math.floor((100 * done) / total)} %  ${number(done)} of ${number(total)} rows`;
    // A bar that wraps to a second line cannot be redrawn.
    const width = Math.max(0, Math.min(MAX_WIDTH, (stream.columns ?? 80) - text.length - 2));
    const full = Math.round((width * done) / total);
    const bar = '█'.repeat(full) + styleText('dim', '░'.repeat(width - full), { validateStream: false });
    stream.write(`${CLEAR}${bar}${text}`);
  };
}

function printQuarters(line: (text: string) => void): BuildProgress['advance'] {
  let printed = 0;
  return (done, total) => {
    const quarter = Math.floor((4 * done) / total);
    if (quarter === printed) return;
    printed = quarter;
    line(`  ${number(done)} of ${number(total)} rows`);
  };
}

function number(value: number): string {
  return value.toLocaleString('en');
}
