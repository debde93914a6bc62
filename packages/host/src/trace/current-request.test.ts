import { equal } from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { currentRequest, runAsRequest } from './current-request.ts';
import type { LogOrigin } from '../../../core/src/trace/logger.ts';
import { NullTrace } from '../../../core/src/trace/trace.ts';

const getRequest = (id: string): LogOrigin & { body?: string } => ({ id, trace: NullTrace });

test('the request is current in its asynchronous work, and not outside of it', async () => {
  const ids = await Promise.all(
    ['a', 'b'].map((id) =>
      runAsRequest(getRequest(id), async () => {
        await sleep(1);
        return currentRequest()?.id;
      }),
    ),
  );
  equal(ids.join(), 'a,b');
  equal(currentRequest(), undefined);
});

test('a timer that runs on keeps the id of its request, but not its body', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  let seen: string | undefined;
  const { kept, timer } = startTimer(() => (seen = currentRequest()?.id));
  try {
    for (let tries = 0; tries < 100 && kept.deref() !== undefined; tries++) {
      await sleep(5);
      collectGarbage();
    }
    equal(kept.deref(), undefined);
    for (let tries = 0; tries < 1_000 && seen === undefined; tries++) await sleep(1);
    equal(seen, 'a');
  } finally {
    clearInterval(timer);
  }
});

// A function of its own, because a variable of the test would keep the request.
function startTimer(callback: () => void) {
  return runAsRequest({ ...getRequest('a'), body: 'x'.repeat(1_000_000) }, (request) => ({
    kept: new WeakRef(request),
    timer: setInterval(callback, 1),
  }));
}
