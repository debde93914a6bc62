import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UsageError, defineCommand, readDuration } from './command.ts';

const DEFINITION = { name: 'x', summary: '', usage: 'x', help: [], examples: [] };

function createCommand(maxPositionals: number) {
  return defineCommand({
    ...DEFINITION,
    maxPositionals,
    options: { port: { type: 'string' }, json: { type: 'boolean', short: 'j' } },
    run: async (values, args) => {
      assert.deepEqual([{ ...values }, args], [{ port: '1', json: true }, ['host.ts']]);
      return 7;
    },
  });
}

test('a command receives options and arguments and returns the exit code', async () => {
  assert.equal(await createCommand(1).run(['host.ts', '--port=1', '--json']), 7);
  assert.equal(await createCommand(1).run(['-j', '--port', '1', 'host.ts']), 7);
});

for (const [args, message] of [
  [['--prot=1'], /^Unknown option --prot; did you mean --port\?$/],
  [['-q'], /^Unknown option -q$/],
  [['--port'], /'--port <value>' argument missing/],
  [['--json=yes'], /'-j, --json' does not take an argument/],
  [['a', 'b'], /Unexpected argument "b"; quote arguments/],
] as const) {
  test(`"x ${args.join(' ')}" is rejected with a message`, async () => {
    await assert.rejects(createCommand(1).run(args), { name: 'UsageError', message });
  });
}

test('a command without arguments rejects them', async () => {
  await assert.rejects(createCommand(0).run(['a']), {
    name: 'UsageError',
    message: 'Unexpected argument "a"; x takes no arguments',
  });
});

test('a duration on the command line is a number of milliseconds, or a number and a unit with or without a space', () => {
  for (const [text, milliseconds] of [
    ['250', 250],
    ['10s', 10_000],
    ['10 s', 10_000],
    ['1.5min', 90_000],
  ] as const)
    assert.equal(readDuration('--grace', text), milliseconds);
});

test('another duration on the command line is rejected with the option and its value', () => {
  for (const text of ['soon', '10m', '-1', '1h 5min', ''])
    assert.throws(
      () => readDuration('--grace', text, { maximum: 86_400_000 }),
      (error) => error instanceof UsageError && error.message.startsWith(`--grace is "${text}"; expected milliseconds`),
    );
});
