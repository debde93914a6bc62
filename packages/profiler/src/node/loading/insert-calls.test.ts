import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { insertCalls } from './insert-calls.ts';

const CALL = { line: "log('a', { ...options });", call: 'enter(a)' };
const ADDED = ';try { oriel$?.enter(a); } catch {}';

describe('insertCalls', () => {
  it('adds a call at the end of the line, and changes no other line', () => {
    assert.equal(
      insertCalls("x();\n  log('a', { ...options });\ny();", [CALL], false),
      `x();\n  log('a', { ...options });${ADDED}\ny();`,
    );
  });

  it('finds a statement that another tool has printed with other white space, quotes, semicolons and lines', () => {
    for (const source of ['log("a", {...options})', 'log("a", {\n  ...options\n});', "log('a',{...options});"])
      assert.equal(insertCalls(`x();\n${source}\ny();`, [CALL], false), `x();\n${source}${ADDED}\ny();`);
  });

  it('throws if the line is missing, a part of another one, or not the only one', () => {
    for (const source of ['x();', "relog('a', { ...options });", "log('a', { ...options }).then();"])
      assert.throws(() => insertCalls(source, [CALL], false), /^Error: it has no line "log/);
    const twice = "log('a', { ...options });\n".repeat(2);
    assert.throws(() => insertCalls(twice, [CALL], false), /^Error: it has 2 lines/);
    assert.equal(insertCalls(twice, [{ ...CALL, repeated: true }], false).split(ADDED).length, 3);
    assert.equal(insertCalls('x();', [{ ...CALL, optional: true }], false), 'x();');
  });
});
