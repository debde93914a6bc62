import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defineCommand } from './command.ts';

const NOTHING = { name: 'x', summary: '', usage: 'x', help: [], examples: [] };

function heard(most: number) {
  return defineCommand({
    ...NOTHING,
    most,
    options: { port: { type: 'string' }, json: { type: 'boolean', short: 'j' } },
    run: async (values, words) => {
      assert.deepEqual([{ ...values }, words], [{ port: '1', json: true }, ['host.ts']]);
      return 7;
    },
  });
}

test('a command receives options and arguments and returns the exit code', async () => {
  assert.equal(await heard(1).run(['host.ts', '--port=1', '--json']), 7);
  assert.equal(await heard(1).run(['-j', '--port', '1', 'host.ts']), 7);
});

for (const [words, told] of [
  [['--prot=1'], /^There is no option --prot; did you mean --port\?$/],
  [['-q'], /^There is no option -q$/],
  [['--port'], /'--port <value>' argument missing/],
  [['--json=yes'], /'-j, --json' does not take an argument/],
  [['a', 'b'], /"b" is one word too many for "oriel x"; put quotes around/],
] as const) {
  test(`"oriel x ${words.join(' ')}" is rejected with a message`, async () => {
    await assert.rejects(heard(1).run(words), { name: 'MisuseError', message: told });
  });
}

test('a command without arguments rejects them', async () => {
  await assert.rejects(heard(0).run(['a']), { name: 'MisuseError', message: '"oriel x" takes no "a"' });
});
