/** Shifts the clock of a process by the milliseconds that the file `CLOCK_SHIFT` contains, for `--import`. It is read every 50 ms. */
import { readFileSync } from 'node:fs';

const file = process.env['CLOCK_SHIFT']!;
const RealDate = Date;
const realNow = Date.now.bind(Date);
let shift = 0;

Date.now = () => realNow() + shift;
globalThis.Date = new Proxy(RealDate, {
  construct: (target, args: [], newTarget: typeof Date) =>
    Reflect.construct(target, args.length === 0 ? [Date.now()] : args, newTarget) as Date,
});

function read(): void {
  try {
    shift = Number(readFileSync(file, 'utf8'));
  } catch {
    // It is written later.
  }
}

read();
setInterval(read, 50).unref();
