import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LEVELS, Logger, severity } from './logger.ts';
import { NullTrace, RequestTrace } from './trace.ts';
import type { LogRecord } from './trace.ts';

function listening(level?: ConstructorParameters<typeof Logger>[1]): { logger: Logger; written: LogRecord[] } {
  const written: LogRecord[] = [];
  return { logger: new Logger({ write: (record) => void written.push(record) }, level), written };
}

test('does not write records below the level', () => {
  const { logger, written } = listening('notice');
  for (const level of LEVELS) logger.log(level, 'app', level);
  assert.deepEqual(
    written.map(({ message }) => message),
    LEVELS.slice(2),
  );
});

test('the default level is warning', () => {
  const { logger, written } = listening();
  logger.log('notice', 'app', 'a');
  logger.log('warning', 'app', 'b');
  assert.deepEqual(
    written.map(({ message }) => message),
    ['b'],
  );
});

test('the level none writes nothing, and a recording trace still has every record', () => {
  const { logger, written } = listening('none');
  const trace = new RequestTrace();
  trace.enter('city');
  logger.log('debug', 'app', 'seen', { a: 1 }, { id: 'r1', trace });
  assert.deepEqual(written, []);
  const [record] = trace.logs;
  assert.deepEqual(
    [record?.message, record?.context, record?.requestId, record?.route],
    ['seen', { a: 1 }, 'r1', 'city'],
  );
});

test('a record is wanted if the level or the trace includes it', () => {
  const { logger } = listening('error');
  assert.equal(logger.wants('info'), false);
  assert.equal(logger.wants('info', NullTrace), false);
  assert.equal(logger.wants('info', new RequestTrace()), true);
  assert.equal(logger.wants('critical'), true);
});

test('a note is added to the trace at once and written when it is emitted', () => {
  const { logger, written } = listening('info');
  const trace = new RequestTrace();
  const record = logger.note('error', 'request', 'wrong', {}, { id: 'r1', trace });
  assert.deepEqual([trace.logs.length, written.length], [1, 0]);
  logger.emit(record);
  assert.deepEqual(written, [record]);
});

test('ignores a sink that throws', () => {
  const logger = new Logger({
    write: () => {
      throw new Error('disk full');
    },
  });
  assert.doesNotThrow(() => logger.log('error', 'app', 'x'));
});

test('severities rise from debug to emergency', () => {
  assert.deepEqual([severity('debug'), severity('emergency')], [0, 7]);
});
